import type { WrongDecision } from "../wrong-decision.ts";

const identity = "core/src/payer-identity/forget.ts";

export const wrongDecisions: readonly WrongDecision[] = [
  {
    name: "identity data forgotten before the settlement",
    within: 200,
    breaks: ["forgotten in its time"],
    file: identity,
    changes: [["if (isUnderWay(payment)) return now + dayMs;", ""]],
  },
  {
    name: "identity data of what was paid forgotten like what was not",
    within: 200,
    breaks: ["forgotten in its time"],
    file: identity,
    changes: [["const { paidIdentityLifetimeMs: lifetime }", "const { unpaidIdentityLifetimeMs: lifetime }"]],
  },
  {
    name: "a webhook forgotten too early",
    within: 200,
    breaks: ["forgotten in its time"],
    file: "core/src/webhook/forget.ts",
    changes: [
      ["context.clock.now() - lifetimeMs + 1", "context.clock.now()"],
      ["isOver(each, now - lifetimeMs)", "isOver(each, now)"],
    ],
  },
];
