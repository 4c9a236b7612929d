import { approvalRefusals, authenticationRefusals, cancellationRefusals, reversalRefusals } from "wonflow";
import type { Approval, Gateway, ErrorCode, KeyedCall, KeyIn, Outcome, StoredCardDetails, TenantId } from "wonflow";
import type { z } from "zod";
import { cardAnswer, orderAnswer, refundAnswer, refusalCodes, saidAnswer } from "./answers.ts";

export interface AcmeAccount {
  /** The gateway's address, with a slash at its end. */
  readonly url: string;
  /** Whether it is the gateway's test environment, which live mode refuses. */
  readonly sandbox: boolean;
  /** The shop of a merchant at the gateway; undefined without a contract. */
  readonly shopOf: (tenant: TenantId) => { readonly id: string; readonly secret: string } | undefined;
  /** The time by the clock of `createPayments`, in milliseconds since 1970; the machine's by default. */
  readonly now?: () => number;
}

const aMinute = 60_000;
const reversibleForMs = 60 * aMinute;

/** A gateway over a gateway that keeps no tombstones, and no key of a card or refund. It has no state. */
export function acmeGateway(account: AcmeAccount): Gateway & { readonly keyIn: KeyIn } {
  const ask = askerOf(account);
  return {
    sandbox: account.sandbox,
    settlesWithinMs: 10 * aMinute,
    reversibleForMs,
    repeatsApprovals: false,
    repeatsCancellations: false,
    keyIn: {
      storesCheckedCards: true,
      installmentMonths: [2, 3, 4, 5, 6, 10, 12],
      authenticate: (request) => keepCard(ask, request),
      issueToken: (request) => keepCard(ask, request),
      async releaseToken({ token: cardId, tokenKey, ...request }) {
        // The token was lost with the gateway's answer, so the card can't be looked up.
        if (cardId === null) return { outcome: "refused", code: "PROVIDER_ERROR" };
        const answered = await ask(request, "drop-card", { cardId, answer: saidAnswer });
        if (saysCode(answered, "C404")) return { outcome: "not-found" };
        // Nothing else is refused: core asks again until the card is released.
        return answered.outcome === "done" ? { ...answered, value: { tokenKey } } : answered;
      },
    },
    async approve(request) {
      // Without a window no payment has another authentication than a card.
      if (request.authentication !== null) return { outcome: "refused", code: "PROVIDER_NOT_AGREED" };
      const { key: orderNo, cardToken: cardId, amount, taxFreeAmount: taxFree, orderName: goods } = request;
      const months = String(request.installmentPlanMonths).padStart(2, "0");
      const answered = await ask(request, "pay", {
        orderNo,
        cardId,
        amount,
        taxFree,
        months,
        goods,
        answer: orderAnswer,
      });
      return answered.outcome === "done" ? approvalOf(answered.value) : refusedBy(approvalRefusals, answered);
    },
    async cancel(request) {
      const { key, approvalKey: orderNo, amount, taxFreeAmount: taxFree, reason } = request;
      // The key comes first, as the gateway cuts a long memo at its end.
      const memo = `${key} ${reason}`;
      const answered = await ask(request, "refund", { orderNo, amount, taxFree, memo, answer: refundAnswer });
      return answered.outcome === "done"
        ? cancellationOf(key, answered.value)
        : refusedBy(cancellationRefusals, answered);
    },
    async reverse({ approvalKey, amount, ...request }) {
      const answered = await ask(request, "undo", { orderNo: approvalKey, amount, answer: saidAnswer });
      if (saysCode(answered, "O404")) return { outcome: "not-found" };
      if (answered.outcome !== "done" && !saysCode(answered, "U208")) return refusedBy(reversalRefusals, answered);
      return { outcome: "done", value: { approvalKey } };
    },
    // Look-ups have no refusals: a refused look-up says nothing about the call that it asks about.
    async lookUpApproval(question) {
      const found = await findOrder(ask, question);
      return found.outcome === "done" ? approvalOf(found.value) : found;
    },
    async lookUpCancellation({ key, approvalKey, approvalAskedAt, ...question }) {
      const found = await findOrder(ask, { ...question, key: approvalKey, askedAt: approvalAskedAt });
      if (found.outcome !== "done") return found;
      const [refund, ...more] = found.value.refunds.filter(({ memo }) => memo.split(" ")[0] === key);
      if (more.length > 0) return { outcome: "unknown", reason: "several refunds have the same key" };
      return refund === undefined ? { outcome: "not-found" } : cancellationOf(key, refund);
    },
  };
}

type CheckedCard = Parameters<KeyIn["authenticate"]>[0]["card"] & Partial<StoredCardDetails>;

async function keepCard(ask: Ask, request: KeyedCall & { readonly card: CheckedCard }) {
  const { number, expiryYear, expiryMonth, registNo: born, passwordFront2: pin, cvc, ownerName: owner } = request.card;
  const card = { number, expiry: expiryYear + expiryMonth, born, pin, cvc, owner };
  const answered = await ask(request, "keep-card", { ...card, answer: cardAnswer });
  if (answered.outcome === "unknown") return refusedBy(authenticationRefusals, answered);
  const { cardId: token, shownNumber, issuer: issuerCode } = answered.value;
  const maskedNumber = shownNumber.replaceAll("-", "");
  return { outcome: "done", value: { key: request.key, token, maskedNumber, issuerCode } } as const;
}

/** The gateway requires the day of an order in Seoul. Near midnight, or with different clocks, it may be the day before or after. */
async function findOrder(ask: Ask, question: KeyedCall) {
  const { key: orderNo, askedAt } = question;
  const moments = [askedAt, askedAt + reversibleForMs, askedAt - 5 * aMinute];
  const days = moments.map((at) => new Date(at + 9 * 60 * aMinute).toISOString().slice(0, 10).replaceAll("-", ""));
  for (const day of new Set(days)) {
    const answered = await ask(question, "find", { orderNo, day, answer: orderAnswer });
    if (!saysCode(answered, "O404")) return answered;
  }
  return { outcome: "not-found" } as const;
}

function approvalOf(order: z.output<typeof orderAnswer>): Outcome<Approval, "ALREADY_CANCELED_PAYMENT"> {
  if (order.state === "UNDONE") return { outcome: "refused", code: "ALREADY_CANCELED_PAYMENT" };
  const { orderNo: key, receiptId: reference, amount, balance, approvalNumber, paidAt: approvedAt } = order;
  return { outcome: "done", value: { key, reference, amount, remainingAmount: balance, approvalNumber, approvedAt } };
}

function cancellationOf(key: string, { refundId: reference, amount, refundedAt }: z.output<typeof refundAnswer>) {
  return { outcome: "done", value: { key, reference, amount, canceledAt: refundedAt } } as const;
}

type Unknown = Extract<Outcome<never, never>, { readonly outcome: "unknown" }>;
type Answered<Value> = { readonly outcome: "done"; readonly value: Value } | Unknown;
type Ask = ReturnType<typeof askerOf>;
type Body<Value> = Readonly<Record<string, unknown>> & { readonly answer: z.ZodType<Value> };

/** Asks the gateway. A broken connection and a time-out are thrown: core takes them for unknown. */
function askerOf({ url, shopOf, now = Date.now }: AcmeAccount) {
  return async <Value>(call: KeyedCall, path: string, { answer, ...body }: Body<Value>): Promise<Answered<Value>> => {
    const shop = shopOf(call.tenant);
    if (shop === undefined) return { outcome: "unknown", reason: "the merchant has no shop at the gateway" };
    const left = call.deadline - now();
    if (left <= 0) return { outcome: "unknown", reason: "the deadline had passed before the call" };
    const response = await fetch(new URL(path, url), {
      method: "POST",
      headers: { "content-type": "application/json", "x-shop": shop.id, "x-shop-secret": shop.secret },
      body: JSON.stringify(body),
      redirect: "error",
      signal: AbortSignal.timeout(left),
    });
    const content: unknown = await response.json().catch(() => undefined);
    const { data: provider } = saidAnswer.safeParse(content);
    if (!response.ok || !provider) return { outcome: "unknown", reason: `no answer in JSON, HTTP ${response.status}` };
    const { data: value } = answer.safeParse(content);
    if (provider.code === "0000" && value !== undefined) return { outcome: "done", value };
    return { outcome: "unknown", reason: "an answer that does not say whether the call took effect", provider };
  };
}

function saysCode(answered: Answered<unknown>, code: string): boolean {
  return answered.outcome === "unknown" && answered.provider?.code === code;
}

/** Unknown stays unknown, unless the gateway's code means one of the call's refusals. */
function refusedBy<Code extends ErrorCode>(refusals: readonly Code[], answered: Unknown): Outcome<never, Code> {
  const { provider } = answered;
  const code = provider && refusals.find((each) => each === refusalCodes.get(provider.code));
  return code ? { outcome: "refused", code, provider } : answered;
}
