import type { WrongDecisions } from "./wrong-decision.ts";

/** Found with gateways that promise as little as real ones do. */
export const wrongCalls: WrongDecisions = {
  "a net-cancel sent again at once": {
    within: 200,
    breaks: ["nothing is sent again before it has settled"],
    file: "core/src/payment/confirm/reversal-call.ts",
    change: ["!isSettled(attempt, promisesOf(context, tenant, attempt), context.clock.now())", "false"],
  },
  "a cancellation sent twice": {
    within: 400,
    breaks: ["only what may be repeated is sent again"],
    file: "core/src/payment/cancel/cancellation-call.ts",
    change: [
      'found.outcome === "not-found" && promisesOf(context, tenant, attempt).repeatsCancellations',
      'found.outcome === "not-found"',
    ],
  },
  "an approval sent twice": {
    within: 400,
    breaks: ["only what may be repeated is sent again"],
    file: "core/src/payment/confirm/approval-call.ts",
    change: ["|| !promisesOf(context, tenant, attempt).repeatsApprovals", ""],
  },
  "an approval sent again after the time to confirm": {
    within: 1000,
    breaks: ["an approval is sent while its payment may be confirmed"],
    file: "core/src/payment/confirm/confirm-window.ts",
    change: ["confirmBy !== null && now < confirmBy", "confirmBy !== null"],
  },
  "a refused approval that is never looked up again": {
    within: 200,
    breaks: ["a refusal is looked up again a day later"],
    file: "core/src/payment/confirm/approval-outcome.ts",
    change: ["deniedAt: isAnswered ? at.now : undefined", "deniedAt: undefined"],
  },
  "a checked card released while it is charged": {
    within: 1000,
    breaks: ["no card is released while it is charged"],
    file: "core/src/payment/checkout/card-release.ts",
    change: ["return now + minuteMs", "return 0"],
  },
  "the gateway's reference of an approval lost": {
    within: 50,
    breaks: ["the gateway's references are sent on later calls"],
    file: "core/src/payment/confirm/approval-outcome.ts",
    change: [
      "return { ...method, reference, approvalNumber, askedAt };",
      "return { ...method, approvalNumber, askedAt };",
    ],
  },
  "an approval at the gateway without a name": {
    within: 400,
    breaks: ["a payment stays at the gateway of its card"],
    file: "core/src/payment/intent/approval-attempt.ts",
    change: ["...routes.to(gateway)", '...routes.to("default")'],
  },
  "a cancellation at the gateway without a name": {
    within: 600,
    breaks: ["a payment stays at the gateway of its card"],
    file: "core/src/payment/cancel/cancellation-attempt.ts",
    change: ["...routes.to(methods[part.method]?.gateway ?? unnamedGateway)", '...routes.to("default")'],
  },
  "a net-cancel at the gateway without a name": {
    within: 1000,
    breaks: ["a payment stays at the gateway of its card"],
    file: "core/src/payment/confirm/reversal-attempt.ts",
    change: ["seen, reference, gateway, credentials }", 'seen, reference, gateway: "default", credentials }'],
  },
  "a look-up at the gateway without a name": {
    within: 600,
    breaks: ["a key goes to one gateway", "reconciliation finds what was done by hand"],
    file: "core/src/payment/intent/approval-attempt.ts",
    change: ["{ tenant, attempt }", '{ tenant, attempt: { ...attempt, gateway: "default" } }'],
  },
  "a stored card released at the gateway without a name": {
    within: 400,
    breaks: ["a payment stays at the gateway of its card"],
    file: "core/src/payment/checkout/card-release.ts",
    change: ["{ ...asked, gateway, tokenKey", '{ ...asked, gateway: "default", tokenKey'],
  },
  "a reconciliation that ignores what remains": {
    within: 200,
    breaks: ["reconciliation finds what was done by hand", "a difference that a message has led to is real"],
    file: "core/src/payment/intent/approval-attempt.ts",
    change: ["? found.value.remainingAmount", "? found.value.amount"],
  },
  "lines of a list without our key left out": {
    within: 200,
    breaks: ["reconciliation finds what was done by hand"],
    file: "core/src/oversight/reconciliation/check-card-statement.ts",
    change: ["strange.push(movement)", "movement.approvalKey !== null && strange.push(movement)"],
  },
  "evidence of a refund that books nothing": {
    within: 400,
    breaks: ["same amounts at the end"],
    file: "core/src/payment/confirm/approval-contradiction.ts",
    change: [
      "const { amount } = identified.value;",
      "return { answer: answered(null) }; const { amount } = identified.value;",
    ],
  },
};
