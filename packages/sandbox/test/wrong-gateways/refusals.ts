import type { CancellationRefusal } from "@wonflow/core";
import { oneTenant, refused, type WrongGateway, type CardCalls } from "./right.ts";

/** A gateway that acknowledges cancellations that its provider refuses with this code. */
function acknowledging({ cancel }: CardCalls, code: CancellationRefusal): Partial<CardCalls> {
  return {
    async cancel(request) {
      const answer = await cancel(request);
      if (answer.outcome !== "refused" || answer.code !== code) return answer;
      const { key, amount, askedAt } = request;
      return { outcome: "done", value: { key, amount, reference: key, canceledAt: askedAt } };
    },
  };
}

/** What a gateway should refuse, and what it should not. */
export const wrongRefusals: readonly WrongGateway[] = [
  [
    "approves with any merchant's token",
    "approve: refuses another merchant's card token",
    ({ gateway }) => ({
      approve: (request) =>
        gateway.approve({ ...request, cardToken: request.cardToken.replace(/_\d:test_/, `_${request.tenant}_`) }),
    }),
  ],
  [
    "forbids an approval that it once did not find",
    "lookUp: leaves what never arrived free to arrive",
    ({ gateway, seen }) => ({
      async lookUpApproval(question) {
        const answer = await gateway.lookUpApproval(question);
        if (answer.outcome === "not-found") seen.add(question.key);
        return answer;
      },
      approve: async (request) => (seen.has(request.key) ? refused : gateway.approve(request)),
    }),
  ],
  [
    "acknowledges cancellations of more than remains",
    "cancel: two at once that together are above the total: never both",
    ({ gateway }) => acknowledging(gateway, "NOT_MATCHES_REFUNDABLE_AMOUNT"),
  ],
  [
    "acknowledges a cancellation of what it does not know",
    "cancel: refuses to refund what was never approved, or what was reversed",
    ({ gateway }) => acknowledging(gateway, "REFUND_REJECTED"),
  ],
  [
    "refunds for another merchant",
    "cancel: refuses another merchant, and takes nothing from the approval",
    ({ gateway }) => ({ cancel: (request) => gateway.cancel({ ...request, tenant: oneTenant }) }),
  ],
  [
    "refuses a second reversal",
    "reverse: of an approval is acknowledged again",
    ({ gateway, seen }) => ({
      async reverse(request) {
        if (seen.has(request.approvalKey)) return refused;
        seen.add(request.approvalKey);
        return gateway.reverse(request);
      },
    }),
  ],
  [
    "takes a full cancellation for a reversal",
    "reverse: is refused when the approval was canceled in full, and leaves it as it was",
    ({ gateway }) => ({
      async reverse(request) {
        const answer = await gateway.reverse(request);
        const { approvalKey } = request;
        return answer.outcome === "refused" ? { outcome: "done", value: { approvalKey } } : answer;
      },
    }),
  ],
  [
    "releases only tokens that it has issued since it was started",
    "releaseToken: takes a token back that was issued before a restart",
    ({ gateway, restarts }) => ({
      releaseToken: async (request) => (restarts > 0 ? { outcome: "not-found" } : gateway.releaseToken(request)),
    }),
  ],
  [
    "never knows of a token that was never issued",
    "releaseToken: of what never arrived is done or not-found, or says that it can't know",
    ({ gateway }) => ({
      async releaseToken(request) {
        const answer = await gateway.releaseToken(request);
        return answer.outcome === "not-found" ? { outcome: "unknown", reason: "no such token" } : answer;
      },
    }),
  ],
];
