import type { WrongDecision } from "../wrong-decision.ts";

const approval = "core/src/payment/approval.ts";
const cancellation = "core/src/payment/cancellation.ts";
const reversal = "core/src/payment/reversal.ts";

export const wrongDecisions: readonly WrongDecision[] = [
  {
    name: "a refused net-cancel told as ABORTED",
    within: 200,
    breaks: ["records follow the network", "a refusal is final", "refused means without effect"],
    file: reversal,
    changes: [
      ['if (found.outcome !== "done" ||', 'if (found.outcome !== "refused" && (found.outcome !== "done" ||'],
      ["found.value.approvalKey !== mine.approvalKey) {", "found.value.approvalKey !== mine.approvalKey)) {"],
    ],
  },
  {
    name: "an acknowledgement of another approval taken for ours",
    within: 400,
    breaks: ["records follow the network", "a refusal is final", "refused means without effect"],
    file: reversal,
    changes: [["|| found.value.approvalKey !== mine.approvalKey) {", ") {"]],
  },
  {
    name: "a reversal that came too late forgotten when its process stops",
    within: 1000,
    breaks: ["comes to rest"],
    file: "core/src/payment/reversal.ts",
    changes: [["lookUpAt: at.deadline, cancellationKey", "lookUpAt: null, cancellationKey"]],
  },
  {
    name: "a refused cancellation in place of a reversal taken for done",
    within: 400,
    breaks: ["records follow the network", "refused means without effect", "same amounts at rest"],
    file: "core/src/payment/lost-answer.ts",
    changes: [
      [
        'if (canceled.outcome !== "done") found = canceled;',
        'if (canceled.outcome !== "done") found = canceled.outcome === "refused" ? undone : canceled;',
      ],
    ],
  },
  {
    name: "a refused net-cancel that nobody looks at",
    within: 2000,
    breaks: ["flagged in time", "flagged when it is told"],
    file: reversal,
    changes: [['needsPeople: found.outcome === "refused"', "needsPeople: false"]],
  },
  {
    name: "a late outcome taken over after the reversal was opened",
    within: 2000,
    breaks: ["one attempt at a time", "records follow the network", "moves of the tables"],
    file: approval,
    changes: [["if (isConcluded(mine) || mine.reversal !== null) return", "if (isConcluded(mine)) return"]],
  },
  {
    name: "approved when we heard of it",
    within: 50,
    breaks: ["times are the network's"],
    file: approval,
    changes: [
      [
        "const lastApprovedAt = Math.max(...after.approvals.map((approval) => approval.approvedAt ?? 0));",
        "const lastApprovedAt = at.now;",
      ],
    ],
  },
  {
    name: "canceled when we heard of it",
    within: 50,
    breaks: ["times are the network's"],
    file: cancellation,
    changes: [["canceledAt: Math.max(intent.canceledAt ?? 0, cancellation.canceledAt),", "canceledAt: at.now,"]],
  },
  {
    name: "a cancellation at today's fee rate",
    within: 400,
    breaks: ["the ledger follows the payments", "a payment keeps its contract", "earned is what remains"],
    file: cancellation,
    changes: [
      [
        "return { attempt, intent, earning, others",
        [
          'const merchantRef = { kind: "merchant", id: "self", schema: z.looseObject({ feeRate: z.string() }) };',
          "const [merchant] = await read(merchantRef);",
          "if (merchant !== undefined) todaysRate = merchant.feeRate;",
          "return { attempt, intent, earning, others",
        ].join("\n"),
      ],
      ["function takeOff(", 'let todaysRate = "";\nfunction takeOff('],
      ["const { feeRate } = earned;", "const feeRate = todaysRate;"],
    ],
  },
  {
    name: "a cancellation concluded twice",
    within: 2000,
    breaks: [
      "moves of the tables",
      "no internal error",
      "records follow the network",
      "the ledger follows the payments",
      "times are the network's",
      "status and amounts agree",
    ],
    file: cancellation,
    changes: [["if (isConcluded(attempt)) return { answer: ok({ cancellation: attempt }) };", ""]],
  },
  {
    name: "what remains told as what was paid",
    within: 20,
    breaks: ["answers follow the books"],
    file: "core/src/payment/view.ts",
    changes: [
      ["remainingAmount: remainingAmount(intent), inProgress }", "remainingAmount: intent.totalAmount, inProgress }"],
    ],
  },
  {
    name: "the last part leaves a payment PARTIAL_CANCELED",
    within: 50,
    breaks: ["status and amounts agree"],
    file: cancellation,
    changes: [['all ? "cancel-rest" : "cancel-part"', '"cancel-part"']],
  },
  {
    name: "an unknown approval told as refused",
    within: 50,
    breaks: ["a refusal is final"],
    file: "core/src/payment/confirm.ts",
    changes: [['unknown: () => "UNKNOWN_PAYMENT_ERROR"', 'unknown: () => "PROVIDER_ERROR"']],
  },
  {
    name: "an unknown cancellation told as refused",
    within: 400,
    breaks: ["a refused cancellation has no effect"],
    file: "core/src/payment/cancel.ts",
    changes: [['"FAILED_REFUND_PROCESS" : "FAILED_PARTIAL_REFUND")', '"REFUND_REJECTED" : "REFUND_REJECTED")']],
  },
  {
    name: "a payment that is READY is not found",
    within: 400,
    breaks: ["nothing is missing"],
    file: "core/src/payment/look-up.ts",
    changes: [["if (intent === undefined) return", 'if (intent === undefined || intent.status === "READY") return']],
  },
];
