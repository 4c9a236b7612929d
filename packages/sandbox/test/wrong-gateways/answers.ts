import { changing, oneTenant, refused, startMs, type WrongGateway, type CardCalls } from "./right.ts";

const hour = 3_600_000;
const approvalTime = "approve: has its time by the gateway's clock, in milliseconds";
const cancellationTime = "cancel: has its time by the gateway's clock, in milliseconds";
const approvalNames = "approve: names each approval by a reference of its own, or all by their keys alone";
const cancellationNames = "cancel: names each cancellation by a reference of its own, or all by their keys alone";
const littleOfTheCard = "authenticate: answers a token under the key it was asked with, and shows little of the card";
const keptToken = "issueToken: answers a token under the key it was asked with, and approves with it again and again";
const refusedCard =
  "approve: refused by its card, is refused with a code of the port, and is found as refused or not at all";

/** A gateway whose approvals have another time. */
function approvedAt({ approve, lookUpApproval }: CardCalls, at: (time: number) => number): Partial<CardCalls> {
  const change = <Value extends { readonly approvedAt: number }>(value: Value) => {
    return { ...value, approvedAt: at(value.approvedAt) };
  };
  return { approve: changing(approve, change), lookUpApproval: changing(lookUpApproval, change) };
}

/** A gateway whose approvals have another reference. */
function referenced({ approve }: CardCalls, reference: string): Partial<CardCalls> {
  return { approve: changing(approve, (value) => ({ ...value, reference })) };
}

function showing({ authenticate }: CardCalls, maskedNumber: (number: string) => string): Partial<CardCalls> {
  const change = changing(authenticate, (value, { card }) => ({ ...value, maskedNumber: maskedNumber(card.number) }));
  return { authenticate: change };
}

/** What an adapter makes of the provider's answers, and of what it sends. */
export const wrongAnswers: readonly WrongGateway[] = [
  ["returns times in seconds", approvalTime, ({ gateway }) => approvedAt(gateway, (at) => Math.floor(at / 1_000))],
  ["returns times nine hours ahead", approvalTime, ({ gateway }) => approvedAt(gateway, (at) => at + 9 * hour)],
  ["returns times nine hours ago", approvalTime, ({ gateway }) => approvedAt(gateway, (at) => at - 9 * hour)],
  [
    "returns only the day of an approval",
    approvalTime,
    ({ gateway }) => approvedAt(gateway, (at) => at - (at % (24 * hour))),
  ],
  ["returns an invalid time", approvalTime, ({ gateway }) => approvedAt(gateway, () => Number.NaN)],
  [
    "looks approvals up with another time",
    approvalTime,
    ({ gateway }) => ({
      lookUpApproval: approvedAt(gateway, (at) => at + 9 * hour).lookUpApproval ?? gateway.lookUpApproval,
    }),
  ],
  [
    "returns times of cancellations in seconds",
    cancellationTime,
    ({ gateway }) => ({
      cancel: changing(gateway.cancel, (value) => ({ ...value, canceledAt: Math.floor(value.canceledAt / 1_000) })),
    }),
  ],
  [
    "returns the approval's time for its cancellation",
    cancellationTime,
    ({ gateway }) => ({
      lookUpCancellation: changing(gateway.lookUpCancellation, (value) => ({
        ...value,
        canceledAt: startMs - 9 * hour,
      })),
    }),
  ],
  ["names all approvals by the merchant's number", approvalNames, ({ gateway }) => referenced(gateway, "merchant1")],
  ["has an empty reference", approvalNames, ({ gateway }) => referenced(gateway, "")],
  ["has a reference with a line break", approvalNames, ({ gateway }) => referenced(gateway, "T1\n")],
  ["has a reference that core can't keep", approvalNames, ({ gateway }) => referenced(gateway, "T".repeat(201))],
  [
    "names a cancellation by its approval",
    cancellationNames,
    ({ gateway }) => ({
      cancel: changing(gateway.cancel, (value, { approvalReference }) => ({ ...value, reference: approvalReference })),
    }),
  ],
  [
    "shows 15 digits of a card",
    littleOfTheCard,
    ({ gateway }) => showing(gateway, (number) => `${number.slice(0, 15)}*`),
  ],
  ["shows a card's whole number", littleOfTheCard, ({ gateway }) => showing(gateway, (number) => number)],
  [
    "shows five digits of a card's end",
    littleOfTheCard,
    ({ gateway }) => showing(gateway, (number) => `${number.slice(0, 6)}*****${number.slice(-5)}`),
  ],
  ["shows another card", littleOfTheCard, ({ gateway }) => showing(gateway, () => "999999******9999")],
  [
    "answers a check under another key",
    littleOfTheCard,
    ({ gateway }) => ({
      authenticate: changing(gateway.authenticate, (value) => ({ ...value, key: "another" })),
    }),
  ],
  [
    "shows the whole number of a card that it stores",
    keptToken,
    ({ gateway }) => ({
      issueToken: changing(gateway.issueToken, (value, { card }) => ({ ...value, maskedNumber: card.number })),
    }),
  ],
  [
    "names a card company in a way of its own",
    keptToken,
    ({ gateway }) => ({
      issueToken: changing(gateway.issueToken, (value) => ({ ...value, issuerCode: "KB국민" })),
    }),
  ],
  [
    "drops the months",
    "approve: is in the provider's records with its months",
    ({ gateway }) => ({ approve: (request) => gateway.approve({ ...request, installmentPlanMonths: 0 }) }),
  ],
  [
    "charges long plans in three months",
    "approve: is in the provider's records with each month that the gateway declares for a checkout",
    ({ gateway }) => ({
      approve: (request) =>
        gateway.approve({ ...request, installmentPlanMonths: Math.min(request.installmentPlanMonths, 3) }),
    }),
  ],
  [
    "declares a month that it refuses",
    "approve: is in the provider's records with each month that the gateway declares for a checkout",
    () => ({ installmentMonths: [2, 12, 13] }),
  ],
  [
    "charges the part without VAT on top",
    "approve: is in the provider's records with its part without VAT",
    ({ gateway }) => ({ approve: (request) => gateway.approve({ ...request, taxFreeAmount: 0 }) }),
  ],
  [
    "charges more than it says",
    "approve: is in the provider's records with its amount, in a lump sum",
    ({ gateway }) => ({
      async approve(request) {
        const answer = await gateway.approve({ ...request, amount: request.amount + 100 });
        return answer.outcome === "done" ? { ...answer, value: { ...answer.value, amount: request.amount } } : answer;
      },
    }),
  ],
  [
    "approves for a while, but takes no money",
    "approve: is in the provider's records with its amount, in a lump sum",
    ({ gateway }) => ({
      async approve(request) {
        const answer = await gateway.approve(request);
        const { key, amount, askedAt } = request;
        const about = { approvalKey: key, approvalReference: null, approvalAskedAt: askedAt };
        await gateway.reverse({ ...request, key: `${key}.r`, amount, ...about });
        return answer;
      },
    }),
  ],
  [
    "has no number of an approval",
    "approve: approves what was asked, under the key it was asked with",
    ({ gateway }) => ({ approve: changing(gateway.approve, (value) => ({ ...value, approvalNumber: "" })) }),
  ],
  [
    "reports an approval that its card refused as done",
    refusedCard,
    ({ gateway }) => ({
      async approve(request) {
        const answer = await gateway.approve(request);
        const { key, amount, askedAt } = request;
        const value = {
          key,
          amount,
          remainingAmount: amount,
          reference: null,
          approvalNumber: "1",
          approvedAt: askedAt,
        };
        return answer.outcome === "refused" ? { outcome: "done", value } : answer;
      },
    }),
  ],
  [
    "throws where it is refused",
    refusedCard,
    ({ gateway }) => ({
      async approve(request) {
        const answer = await gateway.approve(request);
        if (answer.outcome === "refused") throw new Error(`refused by the provider: ${answer.code}`);
        return answer;
      },
    }),
  ],
  [
    "looks approvals of all merchants up",
    "lookUp: says not-found of another merchant's key",
    ({ gateway }) => ({ lookUpApproval: (question) => gateway.lookUpApproval({ ...question, tenant: oneTenant }) }),
  ],
  [
    "loses its approvals at a restart",
    "lookUp: finds an approval as it was answered, also after a restart",
    ({ gateway, restarts }) => ({
      lookUpApproval: async (question) => (restarts > 0 ? { outcome: "not-found" } : gateway.lookUpApproval(question)),
    }),
  ],
  [
    "returns the approved amount as the remaining one",
    "cancel: leaves the approval as it was, but for what remains of it",
    ({ gateway }) => ({
      lookUpApproval: changing(gateway.lookUpApproval, (value) => ({ ...value, remainingAmount: value.amount })),
    }),
  ],
  [
    "refunds all if a part is requested",
    "cancel: is in the provider's records with its amount, once",
    ({ gateway }) => ({
      async cancel(request) {
        const answer = await gateway.cancel({ ...request, amount: request.remainingAmount });
        return answer.outcome === "done" ? { ...answer, value: { ...answer.value, amount: request.amount } } : answer;
      },
    }),
  ],
  [
    "drops the part of a cancellation without VAT",
    "cancel: is in the provider's records with its part without VAT",
    ({ gateway }) => ({ cancel: (request) => gateway.cancel({ ...request, taxFreeAmount: 0 }) }),
  ],
  [
    "drops the reason of a cancellation",
    "cancel: is in the provider's records with its reason",
    ({ gateway }) => ({ cancel: (request) => gateway.cancel({ ...request, reason: "canceled" }) }),
  ],
  [
    "reports a cancellation that is too large as unknown",
    "cancel: refunds parts up to the total, and not a won more",
    ({ gateway }) => ({
      async cancel(request) {
        const answer = await gateway.cancel(request);
        return answer.outcome === "refused" ? { outcome: "unknown", reason: answer.code } : answer;
      },
    }),
  ],
  [
    "finds a reversed approval as done",
    "reverse: undoes an approval: it looks up as refused, also after a restart",
    ({ gateway, seen }) => ({
      async lookUpApproval(question) {
        const answer = await gateway.lookUpApproval(question);
        if (answer.outcome === "done") seen.add(question.key);
        const { key, askedAt, reference } = question;
        const value = {
          key,
          amount: 10_000,
          remainingAmount: 10_000,
          reference,
          approvalNumber: "1",
          approvedAt: askedAt,
        };
        return answer.outcome === "refused" ? { outcome: "done", value } : answer;
      },
    }),
  ],
  [
    "reverses only what it has approved since it was started",
    "reverse: undoes what was approved before a restart",
    ({ gateway, restarts }) => ({
      reverse: async (request) => (restarts > 0 ? { outcome: "not-found" } : gateway.reverse(request)),
    }),
  ],
  [
    "acknowledges a reversal without doing anything",
    "reverse: leaves nothing in the provider's records",
    () => ({ reverse: async ({ approvalKey }) => ({ outcome: "done", value: { approvalKey } }) }),
  ],
  [
    "refuses a reversal after a cancellation for no reason that core knows",
    "reverse: is refused when the approval was canceled in part, and leaves it as it was",
    ({ gateway }) => ({
      async reverse(request) {
        const answer = await gateway.reverse(request);
        return answer.outcome === "refused" ? refused : answer;
      },
    }),
  ],
  [
    "cancels what remains where it can't reverse",
    "reverse: is refused when the approval was canceled in part, and leaves it as it was",
    ({ gateway }) => ({
      async reverse(request) {
        const answer = await gateway.reverse(request);
        if (answer.outcome !== "refused") return answer;
        const { approvalKey, key } = request;
        const rest = { amount: 6_000, remainingAmount: 6_000, taxFreeAmount: 0, reason: "reversal" };
        await gateway.cancel({ ...request, ...rest, key: `${key}.c` });
        return { outcome: "done", value: { approvalKey } };
      },
    }),
  ],
  [
    "promises to reverse for a day, and does for an hour",
    "reverse: is done as long after the approval as is promised",
    () => ({ reversibleForMs: 24 * hour }),
  ],
  [
    "acknowledges a reversal that comes too late",
    "reverse: that comes too late says so, and the approval stands; or it is done",
    ({ gateway }) => ({
      async reverse(request) {
        const answer = await gateway.reverse(request);
        const { approvalKey } = request;
        return answer.outcome === "refused" ? { outcome: "done", value: { approvalKey } } : answer;
      },
    }),
  ],
  [
    "reverses for another merchant",
    "reverse: by another merchant leaves the approval standing",
    ({ gateway }) => ({ reverse: (request) => gateway.reverse({ ...request, tenant: oneTenant }) }),
  ],
  [
    "reports a reversal of what never arrived as refused",
    "reverse: of what never arrived is done or not-found",
    ({ gateway }) => ({
      async reverse(request) {
        const answer = await gateway.reverse(request);
        return answer.outcome === "not-found" ? refused : answer;
      },
    }),
  ],
  [
    "does not release a checked card",
    "releaseToken of a checked card: takes a checked card back: nothing is approved with it, also after a restart",
    ({ gateway }) => ({
      releaseToken: async (request) =>
        request.storedBy === "authenticate"
          ? { outcome: "done", value: { tokenKey: request.tokenKey } }
          : gateway.releaseToken(request),
    }),
  ],
];

/** Promises that a gateway does not keep; it is one of the least promises. */
export const wrongPromises: readonly WrongGateway[] = [
  [
    "promises that nothing arrives late, without tombstones",
    "reverse first: before the approval arrives, forbids it, also after a restart",
    () => ({ settlesWithinMs: 0 }),
  ],
  [
    "promises to repeat cancellations, and refunds twice",
    "cancel again: called again, answers the outcome of the first call and refunds no more, also after a restart",
    () => ({ repeatsCancellations: true }),
  ],
];
