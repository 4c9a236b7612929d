import type { CancellationRefusal, CardNetwork } from "@wonflow/core";
import { oneTenant, refused, type WrongNetwork } from "./right.ts";

/** A network that acknowledges cancellations that its provider refuses with this code. */
function acknowledging({ cancel }: CardNetwork, code: CancellationRefusal): Partial<CardNetwork> {
  return {
    async cancel(request) {
      const answer = await cancel(request);
      if (answer.outcome !== "refused" || answer.code !== code) return answer;
      const { key, amount, askedAt } = request;
      return { outcome: "done", value: { key, amount, reference: key, canceledAt: askedAt } };
    },
  };
}

/** What a network should refuse, and what it should not. */
export const wrongRefusals: readonly WrongNetwork[] = [
  [
    "approves with any merchant's token",
    "approve: refuses another merchant's card token",
    ({ network }) => ({
      approve: (request) =>
        network.approve({ ...request, cardToken: request.cardToken.replace(/_\d:test_/, `_${request.tenant}_`) }),
    }),
  ],
  [
    "forbids an approval that it once did not find",
    "lookUp: leaves what never arrived free to arrive",
    ({ network, seen }) => ({
      async lookUpApproval(question) {
        const answer = await network.lookUpApproval(question);
        if (answer.outcome === "not-found") seen.add(question.key);
        return answer;
      },
      approve: async (request) => (seen.has(request.key) ? refused : network.approve(request)),
    }),
  ],
  [
    "acknowledges more cancellations than there is to give back",
    "cancel: two at once that together are above the total: never both",
    ({ network }) => acknowledging(network, "NOT_MATCHES_REFUNDABLE_AMOUNT"),
  ],
  [
    "acknowledges a cancellation of what it does not know",
    "cancel: refuses to give back what was never approved, or what was reversed",
    ({ network }) => acknowledging(network, "REFUND_REJECTED"),
  ],
  [
    "gives back for another merchant",
    "cancel: refuses another merchant, and takes nothing from the approval",
    ({ network }) => ({ cancel: (request) => network.cancel({ ...request, tenant: oneTenant }) }),
  ],
  [
    "refuses a second reversal",
    "reverse: of an approval is acknowledged again",
    ({ network, seen }) => ({
      async reverse(request) {
        if (seen.has(request.approvalKey)) return refused;
        seen.add(request.approvalKey);
        return network.reverse(request);
      },
    }),
  ],
  [
    "takes a full cancellation for a reversal",
    "reverse: is refused when the approval was canceled in full, and leaves it as it was",
    ({ network }) => ({
      async reverse(request) {
        const answer = await network.reverse(request);
        const { approvalKey } = request;
        return answer.outcome === "refused" ? { outcome: "done", value: { approvalKey } } : answer;
      },
    }),
  ],
  [
    "gives back only tokens that it has issued since it was started",
    "releaseToken: takes a token back that was issued before a restart",
    ({ network, restarts }) => ({
      releaseToken: async (request) => (restarts > 0 ? { outcome: "not-found" } : network.releaseToken(request)),
    }),
  ],
  [
    "never knows of a token that was never issued",
    "releaseToken: of what never arrived is done or not-found, or says that it can't know",
    ({ network }) => ({
      async releaseToken(request) {
        const answer = await network.releaseToken(request);
        return answer.outcome === "not-found" ? { outcome: "unknown", reason: "no such token" } : answer;
      },
    }),
  ],
];
