import type { WrongDecision } from "../wrong-decision.ts";

const approval = "core/src/payment/approval.ts";
const cancellation = "core/src/payment/cancellation.ts";
const charge = "core/src/billing/charge.ts";
const issue = "core/src/billing/issue-key.ts";
const release = "core/src/billing/release-token.ts";

export const wrongDecisions: readonly WrongDecision[] = [
  {
    name: "a reversal forgotten when its process stops",
    within: 200,
    breaks: ["comes to rest"],
    file: "core/src/payment/approval-attempt.ts",
    changes: [
      [
        'return { ...openAttempt({ key, kind: "reversal" }, time), ...about',
        'return { ...openAttempt({ key, kind: "reversal" }, time), lookUpAt: null, ...about',
      ],
    ],
  },
  {
    name: "a card that was approved left charged when another is refused",
    within: 400,
    breaks: ["records follow the network", "over when all is known", "comes to rest"],
    file: approval,
    changes: [
      [
        'approval.status === "REFUSED" || approval.reversal !== null) return [];',
        'approval.status === "REFUSED" || approval.status === "DONE" || approval.reversal !== null) return [];',
      ],
    ],
  },
  {
    name: "a repeat charged again",
    within: 50,
    breaks: ["one live payment of an order", "approved at most once"],
    file: charge,
    changes: [
      [
        'if (current !== undefined && isSame(wanted, current) && current.status !== "ABORTED") {',
        'const isRepeat = current !== undefined && isSame(wanted, current);\n  if (isRepeat && current.status === "CANCELED") {',
      ],
      ["if (current?.openAttempt != null) return", "if (current?.openAttempt != null && !isRepeat) return"],
      [
        "if (current !== undefined && !leavesOrderFree(current)) return",
        "if (current !== undefined && !isRepeat && !leavesOrderFree(current)) return",
      ],
    ],
  },
  {
    name: "a card without an answer taken for refused",
    within: 400,
    breaks: ["records follow the network", "refused means without effect"],
    file: approval,
    changes: [
      [
        'case "unknown":\n      return replace(before, stillUnknown(mine, at));',
        [
          'case "unknown":',
          "      if (before.approvals.length === 1) return replace(before, stillUnknown(mine, at));",
          '      return undo(replace(before, { ...concluded(mine, "REFUSED"), refusal: "PROVIDER_ERROR" }), at);',
        ].join("\n"),
      ],
    ],
  },
  {
    name: "a card's answer booked for another",
    within: 400,
    breaks: ["records follow the network", "times are the network's", "over when all is known", "comes to rest"],
    file: approval,
    changes: [
      [
        "const mine = before.approvals.find(({ key }) => key === outcome.attempt.key);",
        "const mine = before.approvals.at(-1);",
      ],
      ["approval.key === attempt.key &&\n    approval.amount === attempt.amount &&", "approval.amount >= 0 &&"],
    ],
  },
  {
    name: "a cancellation booked for another card",
    within: 200,
    breaks: ["records follow the network", "status and amounts agree"],
    file: cancellation,
    changes: [["index === attempt.method ?", "index === 0 ?"]],
  },
  {
    name: "several cards given back at the first answer",
    within: 200,
    breaks: ["records follow the network", "status and amounts agree", "the ledger follows the payments"],
    file: cancellation,
    changes: [
      [
        "const all = attempt.amount === remainingAmount(intent);",
        "const all = attempt.group.length > 1 || attempt.amount === remainingAmount(intent);",
      ],
      [
        "canceledAmount: intent.canceledAmount + attempt.amount,",
        "canceledAmount: all ? intent.totalAmount : intent.canceledAmount + attempt.amount,",
      ],
      [
        "index === attempt.method ? {",
        "all ? { ...method, canceledAmount: method.amount } : index === attempt.method ? {",
      ],
    ],
  },
  {
    name: "canceled when the card found out last was",
    within: 2000,
    breaks: ["times are the network's"],
    file: cancellation,
    changes: [
      [
        "canceledAt: Math.max(intent.canceledAt ?? 0, cancellation.canceledAt),",
        "canceledAt: cancellation.canceledAt,",
      ],
    ],
  },
  {
    name: "a token not given back after a lost answer",
    within: 50,
    breaks: ["no card is kept for nobody"],
    file: issue,
    changes: [['if (found.outcome !== "refused") writes.push', "if (now < 0) writes.push"]],
  },
  {
    name: "a token taken over after it was given up",
    within: 2000,
    breaks: ["moves of the tables", "stored cards follow the network"],
    file: issue,
    changes: [["if (isConcluded(attempt)) return { answer: ok(attempt) };", ""]],
  },
  {
    name: "another card's token believed",
    within: 200,
    breaks: ["stored cards follow the network"],
    file: issue,
    changes: [["named === key &&\n", 'named !== "" &&\n']],
  },
  {
    name: "a token given back while it is charged",
    within: 2000,
    breaks: ["forgotten when nothing is charged"],
    file: release,
    changes: [
      ["const found = (await isCharging(context, tenant, attempt.billkey))", 'const found = attempt.key === ""'],
    ],
  },
  {
    name: "a card that the network does not forget told to nobody",
    within: 2000,
    breaks: ["flagged in time", "flagged when it is told"],
    file: release,
    changes: [["needsPeople: isRefused", "needsPeople: false"]],
  },
  {
    name: "a deleted key charged",
    within: 200,
    breaks: ["stored cards follow the network", "only a customer's live keys are charged"],
    file: "core/src/billing/delete-key.ts",
    changes: [["deletedAt: now, cardToken: null", "deletedAt: now"]],
  },
  {
    name: "another customer's key charged",
    within: 1000,
    breaks: ["only a customer's live keys are charged"],
    file: charge,
    changes: [["if (key.customerId !== wanted.customerId) {", 'if (key.customerId === "") {']],
  },
  {
    name: "a charge without an answer told as refused",
    within: 200,
    breaks: ["refusals of charges are true"],
    file: charge,
    changes: [['"FAILED_BILLING_AUTO_CANCEL" : "UNKNOWN_PAYMENT_ERROR"', '"PROVIDER_ERROR" : "PROVIDER_ERROR"']],
  },
  {
    name: "a charge that follows another is not remembered",
    within: 1000,
    breaks: ["same answer to a repeat", "no idempotency key is lost"],
    file: charge,
    changes: [
      [
        "const writes = followed.ok ? rememberRequest(request, { attempt: approval.key }) : [];",
        "const writes = rememberRequest(undefined, { attempt: approval.key });",
      ],
    ],
  },
];
