import type { WrongDecisions } from "./wrong-decision.ts";

/** Of calls to card networks that promise as little as real ones do. */
export const wrongCalls: WrongDecisions = {
  "not found believed too early": {
    within: 200,
    breaks: ["not found is believed only once it has settled", "nothing is sent again before it has settled"],
    file: "core/src/attempt/sending.ts",
    change: ['found.outcome === "not-found" && !settled', "false"],
  },
  "a net-cancel sent again at once": {
    within: 200,
    breaks: ["nothing is sent again before it has settled"],
    file: "core/src/payment/reversal-call.ts",
    change: ["!isSettled(attempt, promisesOf(context, tenant, attempt), context.clock.now())", "false"],
  },
  "a cancellation sent twice": {
    within: 400,
    breaks: ["only what may be repeated is sent again"],
    file: "core/src/payment/cancellation-lost-answer.ts",
    change: [
      'found.outcome === "not-found" && promisesOf(context, tenant, attempt).repeatsCancellations',
      'found.outcome === "not-found"',
    ],
  },
  "a sending that is not committed": {
    within: 50,
    breaks: ["a call's deadline is committed before it is sent"],
    file: "core/src/attempt/sending.ts",
    change: ["answer: ok(sent), changes: { writes: [record.write(sent)] }", "answer: ok(sent)"],
  },
  "a checked card that is never given back": {
    within: 50,
    breaks: ["the network keeps cards of live keys only"],
    file: "core/src/checkout/card-release.ts",
    change: ['checked.outcome === "refused"', 'checked.outcome !== "unknown"'],
  },
  "a checked card given back while it is charged": {
    within: 1000,
    breaks: ["no card is forgotten while it is charged"],
    file: "core/src/checkout/card-release.ts",
    change: ["return now + minuteMs", "return 0"],
  },
  "the network's name of an approval lost": {
    within: 50,
    breaks: ["names that an answer told are handed back"],
    file: "core/src/payment/approval-outcome.ts",
    change: [
      "return { ...method, reference, approvalNumber, askedAt };",
      "return { ...method, approvalNumber, askedAt };",
    ],
  },
  "an approval at the network without a name": {
    within: 400,
    breaks: ["a payment stays at the network of its card"],
    file: "core/src/payment/approval-attempt.ts",
    change: ["...routes.to(network)", '...routes.to("default")'],
  },
  "a cancellation at the network without a name": {
    within: 600,
    breaks: ["a payment stays at the network of its card"],
    file: "core/src/payment/cancellation-attempt.ts",
    change: ["...routes.to(methods[part.method]?.network ?? unnamedNetwork)", '...routes.to("default")'],
  },
  "a net-cancel at the network without a name": {
    within: 1000,
    breaks: ["a payment stays at the network of its card"],
    file: "core/src/payment/reversal-attempt.ts",
    change: ["seen, reference, network, credentials }", 'seen, reference, network: "default", credentials }'],
  },
  "a look-up at the network without a name": {
    within: 600,
    breaks: ["a key goes to one network", "reconciliation finds what was done by hand"],
    file: "core/src/payment/approval-look-up.ts",
    change: ["{ tenant, attempt }", '{ tenant, attempt: { ...attempt, network: "default" } }'],
  },
  "a stored card given back at the network without a name": {
    within: 400,
    breaks: ["a payment stays at the network of its card"],
    file: "core/src/checkout/card-release.ts",
    change: ["{ ...asked, network, tokenKey", '{ ...asked, network: "default", tokenKey'],
  },
  "a reconciliation that ignores what remains": {
    within: 200,
    breaks: ["reconciliation finds what was done by hand"],
    file: "core/src/reconciliation/check-payments.ts",
    change: ["? found.value.remainingAmount", "? found.value.amount"],
  },
  "lines of a list without our key left out": {
    within: 200,
    breaks: ["reconciliation finds what was done by hand"],
    file: "core/src/reconciliation/check-card-statement.ts",
    change: ["strange.push(movement)", "movement.approvalKey !== null && strange.push(movement)"],
  },
  "evidence of money given back that books nothing": {
    within: 400,
    breaks: ["same amounts at rest"],
    file: "core/src/payment/approval-contradiction.ts",
    change: [
      "const { amount } = identified.value;",
      "return { answer: answered(null) }; const { amount } = identified.value;",
    ],
  },
  "no last look": {
    within: 2000,
    breaks: [
      "same amounts at rest",
      "the network keeps cards of live keys only",
      "reconciliation finds what was done by hand",
    ],
    file: "core/src/attempt/attempt.ts",
    change: [
      "notFoundAt === undefined ? null : notFoundAt + lastLookAfterMs",
      "notFoundAt === 0 ? lastLookAfterMs : null",
    ],
  },
};
