import type { WrongDecision } from "../wrong-decision.ts";

export const wrongDecisions: readonly WrongDecision[] = [
  {
    name: "live mode given a sandbox",
    within: 400,
    breaks: ["test money and live money never meet", "refused means without effect"],
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
    file: "core/src/api-key/api-key.ts",
    changes: [["record === undefined || record.revokedAt !== null ? undefined", "record === undefined ? undefined"]],
  },
  {
    name: "an amount out of the contract's bounds",
    within: 200,
    breaks: ["a payment keeps its contract"],
    file: "core/src/checkout/new-session.ts",
    changes: [
      [
        "const outOfBounds = amountRefusal(order.amount.value, merchant);",
        "const outOfBounds = undefined as ReturnType<typeof amountRefusal>;",
      ],
    ],
  },
  {
    name: "a cancellation takes the fee away",
    within: 50,
    breaks: ["a payment keeps its contract"],
    file: "core/src/payment/cancellation.ts",
    changes: [
      [
        "openAttempt: others.every(isConcluded) ? null : intent.openAttempt,\n  };\n  const { earned",
        'openAttempt: others.every(isConcluded) ? null : intent.openAttempt,\n    feeRate: "0",\n  };\n  const { earned',
      ],
    ],
  },
];
