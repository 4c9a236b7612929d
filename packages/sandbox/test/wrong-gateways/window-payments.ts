import type { ApprovalRequest, Gateway, WindowApprovalRequest } from "@wonflow/core";
import { z } from "zod";
import {
  approvalOf,
  insteadOfBreaking,
  notFound,
  rightAtApproval,
  unlisted,
  type Make,
  type WrongWindow,
} from "./window.ts";
import { refused } from "./right.ts";

type Approve = (request: WindowApprovalRequest) => ReturnType<Gateway["approve"]>;

/** A gateway that approves what was authenticated in the window in another way. */
const approving =
  (approve: (request: WindowApprovalRequest, right: Approve) => ReturnType<Gateway["approve"]>): Make =>
  ({ gateway }) => ({
    approve: async (request) => (isInWindow(request) ? approve(request, gateway.approve) : gateway.approve(request)),
  });

function isInWindow(request: ApprovalRequest): request is WindowApprovalRequest {
  return request.authentication !== null;
}

/** A gateway that answers as approved what its provider refuses. */
const approvingAnyway = approving(async (request, approve) => {
  const answer = await approve(request);
  return answer.outcome === "refused" ? { outcome: "done", value: approvalOf(request, request.askedAt) } : answer;
});

const once = "charges once what was authenticated, and returns how it was paid: a receipt would show another method";
const alone =
  "is found as it was answered, by its authentication alone, also after a restart: it would be mistaken for lost";
const lostAnswer = "whose answer is lost is unknown, and is found by its authentication alone, also after a restart";
const lostRequest =
  "whose request is lost is unknown, and is not found once it has settled: an authentication is no payment";

/** Charges by the reference alone, whatever the order. */
const byReference: Make = ({ gateway, window, kept }) => ({
  window: {
    async finish(request) {
      const answer = await window.finish(request);
      const { reference, ...order } = answer.outcome === "done" ? answer.value : { reference: "" };
      if (!kept.has(reference)) kept.set(reference, JSON.stringify(order));
      return answer;
    },
  },
  async approve(request) {
    const { authentication } = request;
    const known = kept.get(authentication?.reference ?? "none");
    if (authentication === null || known === undefined) return gateway.approve(request);
    const { key, amount } = orderSchema.parse(JSON.parse(known));
    const answer = await gateway.approve({ ...request, amount, authentication: { ...authentication, key } });
    if (answer.outcome !== "done") return answer;
    return { ...answer, value: { ...answer.value, amount: request.amount } };
  },
});

/** Nor does it compare what came back with what was opened. */
export const noticingNowhere: Make = (right) =>
  byReference({ ...right, window: { ...right.window, ...rightAtApproval(right).window } });

export const wrongWindowApprovals: readonly WrongWindow[] = [
  [
    "does not return how it was paid",
    `approve in the window: ${once}`,
    approving(async (request, approve) => {
      const answer = await approve(request);
      if (answer.outcome !== "done") return answer;
      const { paidWith: _shown, ...value } = answer.value;
      return { ...answer, value };
    }),
  ],
  [
    "shows every payment as a bank transfer",
    `approve in the window: ${once}`,
    approving(async (request, approve) => {
      const answer = await approve(request);
      if (answer.outcome !== "done") return answer;
      return { ...answer, value: { ...answer.value, paidWith: { method: "TRANSFER", transfer: { bankCode: null } } } };
    }),
  ],
  [
    "finds an approval by its own reference only",
    `approve in the window: ${alone}`,
    ({ gateway }) => ({
      lookUpApproval: async (question) =>
        question.authentication !== null && question.reference === null ? notFound : gateway.lookUpApproval(question),
    }),
  ],
  [
    "finds a payment without how it was paid",
    `approve in the window: ${alone}`,
    ({ gateway }) => ({
      async lookUpApproval(question) {
        const answer = await gateway.lookUpApproval(question);
        if (answer.outcome !== "done") return answer;
        const { paidWith: _shown, ...value } = answer.value;
        return { ...answer, value };
      },
    }),
  ],
  [
    "shows every card payment as a lump sum",
    "approve in the window: has the months that were chosen in the window: the buyer would pay in others",
    approving(async (request, approve) => {
      const answer = await approve(request);
      const shown = answer.outcome === "done" ? answer.value.paidWith : undefined;
      if (answer.outcome !== "done" || shown?.method !== "CARD") return answer;
      const card = { ...shown.card, installmentPlanMonths: 0 };
      return { ...answer, value: { ...answer.value, paidWith: { method: "CARD", card } } };
    }),
  ],
  [
    "answers a second approval as its provider answered the first",
    "approve in the window: a second time for one authentication, under another key, charges nothing more: the buyer would pay twice",
    approvingAnyway,
  ],
  [
    "charges what was authenticated, whatever is asked for",
    "approve in the window: of another amount than was authenticated is not done, and charges nothing: the buyer agreed to another",
    ({ gateway, window, kept }) => ({
      window: {
        begin(request) {
          kept.set(request.key, String(request.amount));
          return window.begin(request);
        },
      },
      async approve(request) {
        if (request.authentication === null) return gateway.approve(request);
        const amount = kept.get(request.authentication.key) ?? request.amount;
        await gateway.approve({ ...request, amount: Number(amount) });
        return { outcome: "unknown", reason: "the answer does not match" };
      },
    }),
  ],
  [
    "charges the last authentication where it does not know the reference",
    "approve in the window: with an invented reference is not done, and charges nothing: a stranger would pay with it",
    ({ gateway, window, kept }) => ({
      window: {
        async finish(request) {
          const answer = await window.finish(request);
          if (answer.outcome === "done") kept.set("last", answer.value.reference);
          return answer;
        },
      },
      async approve(request) {
        const { authentication } = request;
        if (authentication === null) return gateway.approve(request);
        const reference = kept.get("last") ?? authentication.reference;
        return gateway.approve({ ...request, authentication: { ...authentication, reference } });
      },
    }),
  ],
  [
    "charges by the reference alone, whatever the order",
    "approve in the window: with the reference of another order is not done as this one: one payment would be booked for two",
    byReference,
  ],
  [
    "sends the payments of all merchants with one account",
    "approve in the window: by another merchant is not done, and charges nothing: one merchant would get the money of the other",
    approving((request, approve) => approve({ ...request, tenant: "1:test" })),
  ],
  [
    "answers done where its provider has no authentication",
    "approve in the window: of a buyer who has not acted, or left, charges nothing: who did not agree would pay",
    approvingAnyway,
  ],
  [
    "answers done where its provider has a failure",
    "approve in the window: of a buyer who failed charges nothing: who did not agree would pay",
    approvingAnyway,
  ],
  [
    "passes on a refusal of its provider",
    "approve in the window: refused, is refused with a code of the port, and is found as refused or not at all",
    approving(async (request, approve) => {
      const answer = await approve(request);
      return answer.outcome === "refused" ? { ...answer, code: z.custom<"PROVIDER_ERROR">().parse(unlisted) } : answer;
    }),
  ],
  [
    "takes a refusal of its provider for no answer",
    "approve in the window: refused, is refused with a code of the port, and is found as refused or not at all",
    approving(async (request, approve) => {
      const answer = await approve(request);
      return answer.outcome === "refused" ? { outcome: "unknown", reason: "it was not approved" } : answer;
    }),
  ],
  [
    "promises half an hour where its provider has ten minutes",
    "approve in the window: is done as long after the authentication as is promised: the buyer would confirm and not pay",
    () => ({ window: { approvableForMs: 30 * 60_000 } }),
  ],
  [
    "sends an approval after its deadline",
    "approve in the window: whose deadline has passed is not sent: it would charge when no process waits for it",
    approving((request, approve) => approve({ ...request, deadline: request.deadline + 60_000 })),
  ],
  [
    "reports an approval that timed out as refused",
    `approve in the window: ${lostAnswer}`,
    approving((request, approve) => insteadOfBreaking(approve, () => refused)(request)),
  ],
  [
    "reports an approval that was not sent as refused permanently",
    `approve in the window: ${lostRequest}`,
    ({ gateway }) => ({
      async lookUpApproval(question) {
        const answer = await gateway.lookUpApproval(question);
        return answer.outcome === "not-found" && question.authentication !== null ? refused : answer;
      },
    }),
  ],
  [
    "finds a payment where there is an authentication only",
    "approve in the window: is not found before it was sent: an authentication would be booked as a payment",
    ({ gateway }) => ({
      async lookUpApproval(question) {
        const { key, authentication, askedAt } = question;
        const answer = await gateway.lookUpApproval(question);
        if (answer.outcome !== "not-found" || authentication === null) return answer;
        const about = { amount: 10_000, remainingAmount: 10_000, approvalNumber: "1", approvedAt: askedAt };
        return { outcome: "done", value: { key, reference: authentication.reference, ...about } };
      },
    }),
  ],
];

const orderSchema = z.object({ key: z.string(), amount: z.number() });

/** Of gateways that promise to approve once, however often an approval is sent. */
export const wrongWindowRepeats: readonly WrongWindow[] = [
  [
    "promises to repeat approvals, and refuses the second",
    "approve in the window again: after a lost answer charges nothing more, and answers the first: the buyer would pay twice",
    sentOnce(refused),
  ],
  [
    "does not send an approval again whose request was lost",
    "approve in the window again: after a lost request charges once: the buyer would not pay",
    sentOnce({ outcome: "unknown", reason: "it was sent before" }),
  ],
];

function sentOnce(second: Awaited<ReturnType<Gateway["approve"]>>): Make {
  return ({ gateway, kept }) => ({
    async approve(request) {
      if (kept.has(request.key)) return second;
      kept.set(request.key, "");
      return gateway.approve(request);
    },
  });
}
