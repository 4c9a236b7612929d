import type { WrongDecision } from "../wrong-decision.ts";

export const wrongDecisions: readonly WrongDecision[] = [
  {
    name: "due work with a lease of 0",
    within: 50,
    breaks: ["due work is one process's"],
    file: "core/src/due-work.ts",
    changes: [["const until = now + 2 * context.settings.requestDeadlineMs;", "const until = now;"]],
  },
];
