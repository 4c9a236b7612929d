import type { WrongDecision } from "../wrong-decision.ts";

export const wrongDecisions: readonly WrongDecision[] = [
  {
    name: "look-ups stop after 20",
    within: 400,
    breaks: ["comes to rest"],
    file: "core/src/attempt/attempt.ts",
    changes: [["lookUpAt: at.now + wait,", "lookUpAt: attempt.lookUps >= 20 ? null : at.now + wait,"]],
  },
  {
    name: "a call after its deadline",
    within: 400,
    breaks: ["called in time"],
    file: "core/src/attempt/call.ts",
    changes: [["if (left <= 0) return", "if (left <= -Infinity) return"]],
  },
  {
    name: "age flags nothing",
    within: 200,
    breaks: ["flagged in time"],
    file: "core/src/attempt/attempt.ts",
    changes: [["at.needsPeople === true || at.now - attempt.openedAt >= at.flagAfterMs,", "at.needsPeople === true,"]],
  },
  {
    name: "a flag told at every look-up",
    within: 200,
    breaks: ["told once", "told of payouts"],
    file: "core/src/attempt/flag.ts",
    changes: [["if (!after.flagged || before.flagged) return undefined;", "if (!after.flagged) return undefined;"]],
  },
  {
    name: "a flag that nobody is told of",
    within: 200,
    breaks: ["told once", "told of payouts"],
    file: "core/src/attempt/flag.ts",
    changes: [
      ["if (flag === undefined) return;", "if (flag !== undefined) return;\n  if (flag === undefined) return;"],
    ],
  },
  {
    name: "an outcome that is known told as unknown",
    within: 20,
    breaks: ["unknown while it is unknown"],
    file: "core/src/attempt/next-step.ts",
    changes: [
      ["if (answer !== null) return answer.ok ?", "if (answer !== null && at.now < 0) return answer.ok ?"],
      ['const unanswered = attempt.status !== "UNKNOWN" && at.now < attempt.deadline;', "const unanswered = false;"],
      [
        "return attempt?.answer ?? refuse(how.unknown(attempt));",
        'return (step.next === "call" ? attempt?.answer : null) ?? refuse(how.unknown(attempt));',
      ],
    ],
  },
  {
    name: "flagged at the first look-up",
    within: 50,
    breaks: ["flagged in time"],
    file: "core/src/attempt/attempt.ts",
    changes: [["flagged: attempt.flagged ||", "flagged: true ||"]],
  },
  {
    name: "what is concluded stays in the list for people",
    within: 200,
    breaks: ["flagged in time"],
    file: "core/src/attempt/attempt.ts",
    changes: [["const waits = flagged && !isConcluded({ status });", "const waits = flagged && status !== undefined;"]],
  },
];
