import type { ApprovalRefusal, AuthenticationRefusal, CancellationRefusal } from "@wonflow/core";
import { changing, refused, type CardCalls, type Right, type Wrong, type WrongGateway } from "./right.ts";

const notFound = { outcome: "not-found" } as const;
const oddApproval =
  "approve: of odd amounts is in the provider's records to the won: the buyer would pay what was not booked";
const oddRefund =
  "cancel: of odd amounts is in the provider's records to the won: the buyer would get what was not booked";
const longKeys =
  "approve: under keys of 64 characters that differ in the last are two: one payment would be mistaken for the other";
const longCancelKeys =
  "cancel: under keys of 64 characters that differ in the last are two: one refund would be mistaken for the other";
const capitals =
  "approve: under keys that differ in a capital letter are two: one payment would be mistaken for the other";
const anyKey =
  "approve: under a key with every kind of character is found, also with a dot: an old payment would be lost";
const longReason = "cancel: with a reason of 200 characters whose answer is lost is found: it would be refunded again";
const longName = "approve: of an order with a Korean name of 100 characters is done: the buyer could never pay";
const wholeAfterManual =
  "cancel: of the whole amount after a manual refund is refused, and takes nothing: more would be booked than was refunded";

/** A gateway that sends another amount than it is asked for, and answers the one that it was asked for. */
function rounding({ approve }: CardCalls, round: (amount: number) => number): Partial<CardCalls> {
  return {
    async approve(request) {
      const answer = await approve({ ...request, amount: round(request.amount) });
      if (answer.outcome !== "done") return answer;
      const { amount } = request;
      return { ...answer, value: { ...answer.value, amount, remainingAmount: amount } };
    },
  };
}

/** A gateway that has its own names for the keys of approvals and cancellations. */
function renaming({ gateway }: Pick<Right, "gateway">, name: (key: string) => string): Partial<CardCalls> {
  const { approve, cancel, reverse, lookUpApproval, lookUpCancellation } = gateway;
  const named = <Value extends { readonly key: string }>(value: Value, { key }: { readonly key: string }) => {
    return { ...value, key };
  };
  const renamed = <Request extends { readonly key: string }>(request: Request): Request => {
    return { ...request, key: name(request.key) };
  };
  const about = <Request extends { readonly approvalKey: string }>(request: Request): Request => {
    return { ...request, approvalKey: name(request.approvalKey) };
  };
  return {
    approve: changing((request) => approve(renamed(request)), named),
    lookUpApproval: changing((question) => lookUpApproval(renamed(question)), named),
    cancel: changing((request) => cancel(about(renamed(request))), named),
    lookUpCancellation: changing((question) => lookUpCancellation(about(renamed(question))), named),
    reverse: changing(
      (request) => reverse(about(request)),
      (value, { approvalKey }) => ({ ...value, approvalKey }),
    ),
  };
}

/** A gateway whose provider keeps a cancellation's key in its reason only, of which it keeps this many characters. */
function keyInReason(
  { gateway }: Right,
  kept: number,
  reasonOf: (key: string, reason: string) => string,
): Partial<CardCalls> {
  return {
    cancel: (request) => gateway.cancel({ ...request, reason: reasonOf(request.key, request.reason).slice(0, kept) }),
    async lookUpCancellation(question) {
      const answer = await gateway.lookUpCancellation(question);
      const all = gateway.record(question.tenant, question.approvalKey)?.cancellations ?? [];
      return all.some(({ reason }) => reason.includes(question.key)) ? answer : notFound;
    },
  };
}

/** A code that the port does not have for this call, as only an adapter without types can answer it. */
function foreign<Code extends ApprovalRefusal | AuthenticationRefusal | CancellationRefusal>(code: string): Code {
  const parsed: { code: Code } = JSON.parse(JSON.stringify({ code }));
  return parsed.code;
}

const saying =
  <Code extends ApprovalRefusal | AuthenticationRefusal | CancellationRefusal>(code: string) =>
  <Request, Answer extends { readonly outcome: string }>(call: (request: Request) => Promise<Answer>) =>
  async (request: Request) => {
    const answer = await call(request);
    return answer.outcome === "refused" ? { ...answer, code: foreign<Code>(code) } : answer;
  };

/** Amounts, keys, names and codes that an adapter does not handle to the last won or character. */
export const wrongDetails: readonly WrongGateway[] = [
  ["rounds to tens of won", oddApproval, ({ gateway }) => rounding(gateway, (amount) => Math.round(amount / 10) * 10)],
  [
    "charges VAT a second time on small amounts",
    oddApproval,
    ({ gateway }) => rounding(gateway, (amount) => (amount < 1_000 ? Math.round(amount * 1.1) : amount)),
  ],
  [
    "calculates in thousands with one decimal",
    oddApproval,
    ({ gateway }) => rounding(gateway, (amount) => Math.floor(amount / 100) * 100),
  ],
  [
    "rounds the part without VAT to hundreds",
    oddApproval,
    ({ gateway }) => ({
      approve: (request) =>
        gateway.approve({ ...request, taxFreeAmount: Math.round(request.taxFreeAmount / 100) * 100 }),
    }),
  ],
  [
    "refunds in tens of won",
    oddRefund,
    ({ gateway }) => ({
      async cancel(request) {
        const answer = await gateway.cancel({ ...request, amount: Math.ceil(request.amount / 10) * 10 });
        return answer.outcome === "done" ? { ...answer, value: { ...answer.value, amount: request.amount } } : answer;
      },
    }),
  ],
  ["cuts keys to 50 characters", longKeys, (right) => renaming(right, (key) => key.slice(0, 50))],
  [
    "cuts keys to 63 characters in cancellations",
    longCancelKeys,
    ({ gateway }) => {
      const { cancel, lookUpCancellation } = renaming({ gateway }, (key) => key.slice(0, 63));
      return { ...(cancel && { cancel }), ...(lookUpCancellation && { lookUpCancellation }) };
    },
  ],
  ["has its keys in small letters", capitals, (right) => renaming(right, (key) => key.toLowerCase())],
  [
    "cuts a key at its dot when it looks it up",
    anyKey,
    ({ gateway }) => ({
      lookUpApproval: changing(
        (question: Parameters<CardCalls["lookUpApproval"]>[0]) =>
          gateway.lookUpApproval({ ...question, key: question.key.split(".")[0] ?? "" }),
        (value, { key }) => ({ ...value, key }),
      ),
    }),
  ],
  [
    "writes the key behind the reason, of which its provider keeps 100 characters",
    longReason,
    (right) => keyInReason(right, 100, (key, reason) => `${reason} ${key}`),
  ],
  [
    "throws for a reason that ends within a character once it is cut",
    longReason,
    ({ gateway }) => ({
      async cancel(request) {
        const cut = request.reason.slice(0, 99);
        encodeURIComponent(cut);
        return gateway.cancel({ ...request, reason: cut });
      },
    }),
  ],
  [
    "refuses an order name of more than 100 bytes",
    longName,
    ({ gateway }) => ({
      approve: async (request) => (Buffer.byteLength(request.orderName) > 100 ? refused : gateway.approve(request)),
    }),
  ],
  [
    "throws for an order name that ends within a character once it is cut",
    longName,
    ({ gateway }) => ({
      async approve(request) {
        encodeURIComponent(request.orderName.slice(0, 50));
        return gateway.approve(request);
      },
    }),
  ],
  [
    "decodes an order name that was never encoded",
    longName,
    ({ gateway }) => ({
      approve: async (request) => gateway.approve({ ...request, orderName: decodeURIComponent(request.orderName) }),
    }),
  ],
  [
    "refunds what is left where the whole amount is asked for, and calls it the whole",
    wholeAfterManual,
    ({ gateway }) => ({
      async cancel(request) {
        const left = remainingOf(gateway, request);
        const isWhole = request.amount === request.remainingAmount && left > 0;
        const answer = await gateway.cancel({ ...request, amount: isWhole ? left : request.amount });
        return answer.outcome === "done" ? { ...answer, value: { ...answer.value, amount: request.amount } } : answer;
      },
    }),
  ],
  [
    "refunds everything that core does not know to be left",
    "cancel: after a manual refund refunds what was asked, or nothing: core does not know of that refund",
    ({ gateway }) => ({
      async cancel(request) {
        const answer = await gateway.cancel(request);
        const left = remainingOf(gateway, request);
        const surplus = left - (request.remainingAmount - request.amount);
        if (surplus < 0 && left > 0)
          await gateway.cancel({ ...request, key: `${request.key}-rest`, amount: Math.min(left, -surplus) });
        return answer;
      },
    }),
  ],
  [
    "reverses by a refund of what is left after a manual refund",
    "reverse: after a manual refund is refused, and leaves the rest: the buyer would get more than was paid",
    ({ gateway }) => ({
      async reverse(request) {
        const { tenant, approvalKey, key } = request;
        const byHand = gateway.record(tenant, approvalKey)?.cancellations.some((each) => each.key.includes("by-hand"));
        if (byHand !== true) return gateway.reverse(request);
        const amount = remainingOf(gateway, request);
        const rest = { amount, remainingAmount: amount, taxFreeAmount: 0, reason: "reversal" };
        await gateway.cancel({ ...request, ...rest, key: `${key}-c` });
        return { outcome: "done", value: { approvalKey } };
      },
    }),
  ],
  [
    "keeps what it found of an approval until it cancels",
    "lookUp: of an approval sees a manual refund that was made after an earlier look-up: too much would be refunded",
    keepingFound,
  ],
  [
    "refuses a cancellation with a code of approvals",
    "cancel: is refused with a code of the port: core would call it the fault of the provider",
    ({ gateway }) => ({ cancel: saying<CancellationRefusal>("ALREADY_CANCELED_PAYMENT")(gateway.cancel) }),
  ],
  [
    "finds a reversed approval as refused with the provider's own code",
    "lookUp: of a reversed approval is refused with a code of the port: core would not know it",
    ({ gateway }) => ({ lookUpApproval: saying<ApprovalRefusal>("2015")(gateway.lookUpApproval) }),
  ],
  [
    "refuses a card's number with the provider's own code",
    "authenticate: of a number with a wrong digit is refused with a code of the port: the buyer would not know why",
    ({ gateway }) => ({ authenticate: saying<AuthenticationRefusal>("F112")(gateway.authenticate) }),
  ],
];

function remainingOf(
  gateway: CardCalls,
  { tenant, approvalKey }: Pick<Parameters<CardCalls["reverse"]>[0], "tenant" | "approvalKey">,
): number {
  const record = gateway.record(tenant, approvalKey);
  return record === undefined ? 0 : record.amount - record.canceledAmount;
}

function keepingFound({ gateway }: Right): ReturnType<Wrong> {
  const found = new Map<string, Awaited<ReturnType<CardCalls["lookUpApproval"]>>>();
  return {
    async lookUpApproval(question) {
      const answer = found.get(question.key) ?? (await gateway.lookUpApproval(question));
      if (answer.outcome === "done") found.set(question.key, answer);
      return answer;
    },
    async cancel(request) {
      found.delete(request.approvalKey);
      return gateway.cancel(request);
    },
    async reverse(request) {
      found.delete(request.approvalKey);
      return gateway.reverse(request);
    },
  };
}
