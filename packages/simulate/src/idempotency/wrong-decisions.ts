import type { WrongDecision } from "../wrong-decision.ts";

export const wrongDecisions: readonly WrongDecision[] = [
  {
    name: "an idempotency key forgotten though it was used again",
    within: 2000,
    breaks: ["no idempotency key is lost"],
    file: "core/src/idempotency/forget.ts",
    changes: [["if (record === undefined || record.forgetAt > now) return", "if (record === undefined) return"]],
  },
];
