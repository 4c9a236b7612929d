import type { WrongDecisions } from "./wrong-decision.ts";

const concluding = "core/src/payment/checkout/conclude-window.ts";

export const wrongWindows: WrongDecisions = {
  "a replayed return accepted": {
    within: 1500,
    breaks: ["authentications follow the gateway"],
    file: concluding,
    change: ["windowReferenceRecord.make(windowReferenceRef(gateway, reference).id, { key }),", ""],
  },
  "a method's own fee rate left out": {
    within: 400,
    breaks: ["a payment keeps its contract"],
    file: "core/src/merchant/merchant.ts",
    change: ["methodFeeRates[method] ?? feeRate", "feeRate"],
  },
  "a lost session": {
    within: 200,
    breaks: ["a return in time is not lost"],
    file: concluding,
    change: ["!isOf(loaded, { value: found.value, now })", "true"],
  },
  "a return whose gateway is not asked": {
    within: 200,
    breaks: ["a return in time is not lost"],
    file: "core/src/payment/checkout/return-from-window.ts",
    change: ["isAwaited(loaded, context.clock.now())", "context.clock.now() < 0"],
  },
  "a return after its opening has ended": {
    within: 400,
    breaks: ["an opening that has ended authenticates nothing", "no internal error"],
    file: concluding,
    change: ["return isCurrent && !isConcluded(attempt)", "return !isConcluded(attempt)"],
  },
  "an authentication flagged": {
    within: 400,
    breaks: ["an authentication ends in time, without a flag"],
    file: concluding,
    change: ["flagAfterMs: Infinity", "flagAfterMs: 0"],
  },
  "a link in the window after its time": {
    within: 1000,
    breaks: ["a session leaves the window in time"],
    file: "core/src/payment/intent/session.ts",
    change: ["now >= (session.opening?.endsAt ?? 0)", "now < 0"],
  },
  "a payment dated before its authentication": {
    within: 400,
    breaks: ["a payment waits for its authentication"],
    file: concluding,
    change: [
      "return stillOpen(loaded, { found, returned, now });",
      "return { ...unchanged(attempt), changes: { writes: [intentRecord.write({ ...loaded.intent, confirmBy: now })] } };",
    ],
  },
  "a refund in a gateway's pages reported with a wrong amount": {
    within: 500,
    breaks: ["a difference that a message has led to is real"],
    file: "core/src/payment/confirm/message-look-up.ts",
    change: ["ledger, provider: held }", "ledger, provider: held + 1 }"],
  },
};
