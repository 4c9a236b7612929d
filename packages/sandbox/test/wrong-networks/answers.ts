import type { CardNetwork } from "@wonflow/core";
import { changing, oneTenant, refused, startMs, type WrongNetwork } from "./right.ts";

const hour = 3_600_000;
const approvalTime = "approve: tells its time by the network's clock, in milliseconds";
const cancellationTime = "cancel: tells its time by the network's clock, in milliseconds";
const approvalNames = "approve: names each approval by a reference of its own, or all by their keys alone";
const cancellationNames = "cancel: names each cancellation by a reference of its own, or all by their keys alone";
const littleOfTheCard = "authenticate: answers a token under the key it was asked with, and shows little of the card";
const keptToken = "issueToken: answers a token under the key it was asked with, and approves with it again and again";
const refusedCard =
  "approve: refused by its card, is refused with a code of the port, and is found as refused or not at all";

/** A network whose approvals have another time. */
function approvedAt({ approve, lookUpApproval }: CardNetwork, at: (time: number) => number): Partial<CardNetwork> {
  const change = <Value extends { readonly approvedAt: number }>(value: Value) => {
    return { ...value, approvedAt: at(value.approvedAt) };
  };
  return { approve: changing(approve, change), lookUpApproval: changing(lookUpApproval, change) };
}

/** A network whose approvals have another reference. */
function referenced({ approve }: CardNetwork, reference: string): Partial<CardNetwork> {
  return { approve: changing(approve, (value) => ({ ...value, reference })) };
}

function showing({ authenticate }: CardNetwork, maskedNumber: (number: string) => string): Partial<CardNetwork> {
  const change = changing(authenticate, (value, { card }) => ({ ...value, maskedNumber: maskedNumber(card.number) }));
  return { authenticate: change };
}

/** What an adapter makes of the provider's answers, and of what it sends. */
export const wrongAnswers: readonly WrongNetwork[] = [
  ["tells times in seconds", approvalTime, ({ network }) => approvedAt(network, (at) => Math.floor(at / 1_000))],
  ["tells times nine hours ahead", approvalTime, ({ network }) => approvedAt(network, (at) => at + 9 * hour)],
  ["tells times nine hours ago", approvalTime, ({ network }) => approvedAt(network, (at) => at - 9 * hour)],
  [
    "tells the day of an approval only",
    approvalTime,
    ({ network }) => approvedAt(network, (at) => at - (at % (24 * hour))),
  ],
  ["tells a time that is none", approvalTime, ({ network }) => approvedAt(network, () => Number.NaN)],
  [
    "looks approvals up with another time",
    approvalTime,
    ({ network }) => ({
      lookUpApproval: approvedAt(network, (at) => at + 9 * hour).lookUpApproval ?? network.lookUpApproval,
    }),
  ],
  [
    "tells times of cancellations in seconds",
    cancellationTime,
    ({ network }) => ({
      cancel: changing(network.cancel, (value) => ({ ...value, canceledAt: Math.floor(value.canceledAt / 1_000) })),
    }),
  ],
  [
    "tells the approval's time as that of its cancellation",
    cancellationTime,
    ({ network }) => ({
      lookUpCancellation: changing(network.lookUpCancellation, (value) => ({
        ...value,
        canceledAt: startMs - 9 * hour,
      })),
    }),
  ],
  ["names all approvals by the merchant's number", approvalNames, ({ network }) => referenced(network, "merchant1")],
  ["has an empty reference", approvalNames, ({ network }) => referenced(network, "")],
  ["has a reference with a line break", approvalNames, ({ network }) => referenced(network, "T1\n")],
  ["has a reference that core can't keep", approvalNames, ({ network }) => referenced(network, "T".repeat(201))],
  [
    "names a cancellation by its approval",
    cancellationNames,
    ({ network }) => ({
      cancel: changing(network.cancel, (value, { approvalReference }) => ({ ...value, reference: approvalReference })),
    }),
  ],
  [
    "shows 15 digits of a card",
    littleOfTheCard,
    ({ network }) => showing(network, (number) => `${number.slice(0, 15)}*`),
  ],
  ["shows a card's whole number", littleOfTheCard, ({ network }) => showing(network, (number) => number)],
  [
    "shows five digits of a card's end",
    littleOfTheCard,
    ({ network }) => showing(network, (number) => `${number.slice(0, 6)}*****${number.slice(-5)}`),
  ],
  ["shows another card", littleOfTheCard, ({ network }) => showing(network, () => "999999******9999")],
  [
    "answers a check under another key",
    littleOfTheCard,
    ({ network }) => ({ authenticate: changing(network.authenticate, (value) => ({ ...value, key: "another" })) }),
  ],
  [
    "shows the whole number of a card that it stores",
    keptToken,
    ({ network }) => ({
      issueToken: changing(network.issueToken, (value, { card }) => ({ ...value, maskedNumber: card.number })),
    }),
  ],
  [
    "names a card company in a way of its own",
    keptToken,
    ({ network }) => ({ issueToken: changing(network.issueToken, (value) => ({ ...value, issuerCode: "KB국민" })) }),
  ],
  [
    "drops the months",
    "approve: stands in the provider's book with its months",
    ({ network }) => ({ approve: (request) => network.approve({ ...request, installmentPlanMonths: 0 }) }),
  ],
  [
    "charges long plans in three months",
    "approve: stands in the provider's book with each month that the network declares for a checkout",
    ({ network }) => ({
      approve: (request) =>
        network.approve({ ...request, installmentPlanMonths: Math.min(request.installmentPlanMonths, 3) }),
    }),
  ],
  [
    "declares a month that it refuses",
    "approve: stands in the provider's book with each month that the network declares for a checkout",
    () => ({ installmentMonths: [2, 12, 13] }),
  ],
  [
    "charges the part without VAT on top",
    "approve: stands in the provider's book with its part without VAT",
    ({ network }) => ({ approve: (request) => network.approve({ ...request, taxFreeAmount: 0 }) }),
  ],
  [
    "charges more than it says",
    "approve: stands in the provider's book with its amount, in a lump sum",
    ({ network }) => ({
      async approve(request) {
        const answer = await network.approve({ ...request, amount: request.amount + 100 });
        return answer.outcome === "done" ? { ...answer, value: { ...answer.value, amount: request.amount } } : answer;
      },
    }),
  ],
  [
    "approves for a while, but takes no money",
    "approve: stands in the provider's book with its amount, in a lump sum",
    ({ network }) => ({
      async approve(request) {
        const answer = await network.approve(request);
        const { key, amount, askedAt } = request;
        const about = { approvalKey: key, approvalReference: null, approvalAskedAt: askedAt };
        await network.reverse({ ...request, key: `${key}.r`, amount, ...about });
        return answer;
      },
    }),
  ],
  [
    "has no number of an approval",
    "approve: approves what was asked, under the key it was asked with",
    ({ network }) => ({ approve: changing(network.approve, (value) => ({ ...value, approvalNumber: "" })) }),
  ],
  [
    "tells an approval that its card refused as done",
    refusedCard,
    ({ network }) => ({
      async approve(request) {
        const answer = await network.approve(request);
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
    ({ network }) => ({
      async approve(request) {
        const answer = await network.approve(request);
        if (answer.outcome === "refused") throw new Error(`the provider says ${answer.code}`);
        return answer;
      },
    }),
  ],
  [
    "looks approvals of all merchants up",
    "lookUp: says not-found of another merchant's key",
    ({ network }) => ({ lookUpApproval: (question) => network.lookUpApproval({ ...question, tenant: oneTenant }) }),
  ],
  [
    "forgets its approvals when it is started again",
    "lookUp: finds an approval as it was answered, also after a restart",
    ({ network, restarts }) => ({
      lookUpApproval: async (question) => (restarts > 0 ? { outcome: "not-found" } : network.lookUpApproval(question)),
    }),
  ],
  [
    "tells what was approved as what remains",
    "cancel: leaves the approval as it was, but for what remains of it",
    ({ network }) => ({
      lookUpApproval: changing(network.lookUpApproval, (value) => ({ ...value, remainingAmount: value.amount })),
    }),
  ],
  [
    "gives back all where a part is asked for",
    "cancel: stands in the provider's book with its amount, once",
    ({ network }) => ({
      async cancel(request) {
        const answer = await network.cancel({ ...request, amount: request.remainingAmount });
        return answer.outcome === "done" ? { ...answer, value: { ...answer.value, amount: request.amount } } : answer;
      },
    }),
  ],
  [
    "drops the part of a cancellation without VAT",
    "cancel: stands in the provider's book with its part without VAT",
    ({ network }) => ({ cancel: (request) => network.cancel({ ...request, taxFreeAmount: 0 }) }),
  ],
  [
    "drops the reason of a cancellation",
    "cancel: stands in the provider's book with its reason",
    ({ network }) => ({ cancel: (request) => network.cancel({ ...request, reason: "canceled" }) }),
  ],
  [
    "tells the code of a cancellation that is too large as unknown",
    "cancel: gives back parts up to the total, and not a won more",
    ({ network }) => ({
      async cancel(request) {
        const answer = await network.cancel(request);
        return answer.outcome === "refused" ? { outcome: "unknown", reason: answer.code } : answer;
      },
    }),
  ],
  [
    "finds a reversed approval as done",
    "reverse: undoes an approval: it looks up as refused, also after a restart",
    ({ network, seen }) => ({
      async lookUpApproval(question) {
        const answer = await network.lookUpApproval(question);
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
    ({ network, restarts }) => ({
      reverse: async (request) => (restarts > 0 ? { outcome: "not-found" } : network.reverse(request)),
    }),
  ],
  [
    "acknowledges a reversal without doing anything",
    "reverse: leaves nothing in the provider's book",
    () => ({ reverse: async ({ approvalKey }) => ({ outcome: "done", value: { approvalKey } }) }),
  ],
  [
    "refuses a reversal after a cancellation for no reason that core knows",
    "reverse: is refused when the approval was canceled in part, and leaves it as it was",
    ({ network }) => ({
      async reverse(request) {
        const answer = await network.reverse(request);
        return answer.outcome === "refused" ? refused : answer;
      },
    }),
  ],
  [
    "cancels what remains where it can't reverse",
    "reverse: is refused when the approval was canceled in part, and leaves it as it was",
    ({ network }) => ({
      async reverse(request) {
        const answer = await network.reverse(request);
        if (answer.outcome !== "refused") return answer;
        const { approvalKey, key } = request;
        const rest = { amount: 6_000, remainingAmount: 6_000, taxFreeAmount: 0, reason: "reversal" };
        await network.cancel({ ...request, ...rest, key: `${key}.c` });
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
    ({ network }) => ({
      async reverse(request) {
        const answer = await network.reverse(request);
        const { approvalKey } = request;
        return answer.outcome === "refused" ? { outcome: "done", value: { approvalKey } } : answer;
      },
    }),
  ],
  [
    "reverses for another merchant",
    "reverse: by another merchant leaves the approval standing",
    ({ network }) => ({ reverse: (request) => network.reverse({ ...request, tenant: oneTenant }) }),
  ],
  [
    "says of a reversal of what never arrived that it was refused",
    "reverse: of what never arrived is done or not-found",
    ({ network }) => ({
      async reverse(request) {
        const answer = await network.reverse(request);
        return answer.outcome === "not-found" ? refused : answer;
      },
    }),
  ],
  [
    "does not give a checked card back",
    "releaseToken of a checked card: takes a checked card back: nothing is approved with it, also after a restart",
    ({ network }) => ({
      releaseToken: async (request) =>
        request.storedBy === "authenticate"
          ? { outcome: "done", value: { tokenKey: request.tokenKey } }
          : network.releaseToken(request),
    }),
  ],
];

/** Promises that a network does not keep; it is one of the least promises. */
export const wrongPromises: readonly WrongNetwork[] = [
  [
    "promises that nothing arrives late, without tombstones",
    "reverse first: before the approval arrives, forbids it, also after a restart",
    () => ({ settlesWithinMs: 0 }),
  ],
  [
    "promises to repeat cancellations, and gives back twice",
    "cancel again: called again, answers what came of the first call and gives nothing more, also after a restart",
    () => ({ repeatsCancellations: true }),
  ],
];
