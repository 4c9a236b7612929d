import type { WrongDecision } from "../wrong-decision.ts";

const conclude = "core/src/payout/conclude.ts";
const checkBatch = "core/src/payout/check-batch.ts";
const createBatch = "core/src/payout/create-batch.ts";

export const wrongDecisions: readonly WrongDecision[] = [
  {
    name: "a failure restored each time that it is learned",
    within: 1000,
    breaks: ["the ledger follows the payments", "reserved is what is under way"],
    file: conclude,
    changes: [
      [
        "const told = toldOf(found);",
        'const told = toldOf(found);\n  if (told === "not paid" && payout.status === "FAILED") return written({ payout, attempt }, restoring(payout));',
      ],
    ],
  },
  {
    name: "more reserved than there is",
    within: 400,
    breaks: ["what is reserved was available"],
    file: createBatch,
    changes: [
      ["if (total > at.available) {", "if (total > Infinity) {"],
      ['floors: [{ account: "available", min: 0 }],', "floors: [],"],
    ],
  },
  {
    name: "the floor of what is available left out",
    within: 1000,
    breaks: ["what is reserved was available"],
    file: createBatch,
    changes: [['floors: [{ account: "available", min: 0 }],', "floors: [],"]],
  },
  {
    name: "a deleted seller paid",
    within: 1000,
    breaks: ["only sellers that are there are paid"],
    file: checkBatch,
    changes: [['seller !== undefined && seller.status !== "DELETED"', "seller !== undefined"]],
  },
  {
    name: "a payout of another amount believed",
    within: 2000,
    breaks: ["a payout ends as the bank says"],
    file: conclude,
    changes: [["if (bank.amount !== attempt.amount) return", "if (bank.amount <= 0) return"]],
  },
  {
    name: "a payout of another key believed",
    within: 400,
    breaks: ["a payout ends as the bank says"],
    file: conclude,
    changes: [["if (bank.key !== attempt.key) return", 'if (bank.key === "") return']],
  },
  {
    name: "a payee's day free again after a failure",
    within: 2000,
    breaks: ["each payout has its place"],
    file: createBatch,
    changes: [
      [
        "const slotsTaken = readsSlots ? slots.map((slot) => slot !== undefined) : undefined;",
        'const ofSlots = await read(...slots.map((slot) => slot && payoutRecord.ref(slot.payoutId)));\n  const slotsTaken = readsSlots ? ofSlots.map((payout) => payout !== undefined && payout.status !== "FAILED") : undefined;',
      ],
    ],
  },
  {
    name: "a statement that failed is left out",
    within: 200,
    breaks: ["no statement is left out"],
    file: "core/src/payout/read-statement.ts",
    changes: [
      [
        'statement.outcome === "done" ? statementWrite(dayAfter(day)) : statementWrite(day, decidedAt + againAfterMs);',
        "statementWrite(dayAfter(day));",
      ],
    ],
  },
  {
    name: "a return booked each time that it is learned",
    within: 400,
    breaks: ["the ledger follows the payments"],
    file: conclude,
    changes: [['if (told === "returned" && payout.returnedAt === null) {', 'if (told === "returned") {']],
  },
  {
    name: "a payment after a failure dropped",
    within: 1000,
    breaks: ["same payouts at rest"],
    file: conclude,
    changes: [
      [
        'if (told === "paid" && payout.status !== "COMPLETED" && payout.paidAt === null) {',
        'if (told === "paid" && payout.status === "PENDING" && payout.paidAt === null) {',
      ],
    ],
  },
  {
    name: "an identical batch reserved anew",
    within: 200,
    breaks: ["each payout has its place"],
    file: checkBatch,
    changes: [
      ["if (items.length !== batch.length) return false;", "if (items.length > 0) return batch.length < 0;"],
      ['if (used[index] !== undefined) return ["refPayoutId", "was used before"];', ""],
      ["if (slotsTaken?.[index] === true) return", "if (slotsTaken?.[index] === true && items.length < 0) return"],
    ],
  },
  {
    name: "a payout that is late flagged by nobody",
    within: 400,
    breaks: ["payouts are flagged in time"],
    file: conclude,
    changes: [["const flagged = problem !== undefined || at.now >= flagAt;", "const flagged = problem !== undefined;"]],
  },
  {
    name: "a flagged payout that nobody is told of",
    within: 200,
    breaks: ["told of payouts"],
    file: conclude,
    changes: [["  tellFlag(context, tenant, after.value.flag);\n", ""]],
  },
  {
    name: "a payout without a bank's answer left alone",
    within: 400,
    breaks: ["a payout is due for something", "comes to rest"],
    file: conclude,
    changes: [
      [
        "const unknown: PayoutAttempt = { ...next, lookUpAt, flagged };",
        "const unknown: PayoutAttempt = { ...next, lookUpAt: next.lookUps > 3 ? null : lookUpAt, flagged };",
      ],
    ],
  },
  {
    name: "the last payout date of a list left out",
    within: 200,
    breaks: ["no payout is missing"],
    file: "core/src/payout/list-payouts.ts",
    changes: [["{ to: dayAfter(to) }", "{ to }"]],
  },
  {
    name: "one payout of a batch left out of its answer",
    within: 200,
    breaks: ["payouts follow the books"],
    file: createBatch,
    changes: [["items: payouts.map(viewPayout) };", "items: payouts.slice(0, 1).map(viewPayout) };"]],
  },
  {
    name: "refused for less than there is",
    within: 400,
    breaks: ["refusals of payouts are true"],
    file: createBatch,
    changes: [["if (total > at.available) {", "if (2 * total > at.available) {"]],
  },
];
