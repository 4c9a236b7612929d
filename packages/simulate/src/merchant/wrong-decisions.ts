import type { WrongDecision } from "../wrong-decision.ts";

export const wrongDecisions: readonly WrongDecision[] = [
  {
    name: "live mode given a sandbox",
    within: 400,
    breaks: ["test money and live money never meet"],
    file: "core/src/payments.ts",
    changes: [
      [
        "if (options.cardNetworks.live?.sandbox === true) throw",
        "if (options.cardNetworks.live?.sandbox === null) throw",
      ],
    ],
  },
  {
    name: "a revoked key lets in",
    within: 400,
    breaks: ["keys let in while they are active"],
    file: "core/src/merchant/api-key.ts",
    changes: [["record === undefined || record.revokedAt !== null ? undefined", "record === undefined ? undefined"]],
  },
];
