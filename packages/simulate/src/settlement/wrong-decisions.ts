import type { WrongDecision } from "../wrong-decision.ts";

const earning = "core/src/earning/earning.ts";
const settle = "core/src/settlement/settle.ts";
const cancellation = "core/src/payment/cancellation.ts";

export const wrongDecisions: readonly WrongDecision[] = [
  {
    name: "an earning that stays unsettled when it is settled",
    within: 50,
    breaks: ["settled once", "a settlement is what was earned"],
    file: settle,
    changes: [["earningWrite({ ...earning, settlementId, settledAt })", "earningWrite(earning)"]],
  },
  {
    name: "a cancellation after the settlement booked as one before it",
    within: 50,
    breaks: ["the ledger follows the payments", "earned is what remains", "moves of the tables"],
    file: cancellation,
    changes: [["const settled = earned.settlementId !== null;", "const settled = false;"]],
  },
  {
    name: "the fee kept on a cancellation after the settlement",
    within: 200,
    breaks: ["the ledger follows the payments", "earned is what remains"],
    file: cancellation,
    changes: [
      [
        "const settled = earned.settlementId !== null;",
        "const settled = earned.settlementId !== null;\n  if (settled) Object.assign(lost, { fee: 0, vat: 0, net: amount });",
      ],
    ],
  },
  {
    name: "the fee kept on a cancellation before the settlement",
    within: 50,
    breaks: ["the ledger follows the payments"],
    file: cancellation,
    changes: [
      [
        "const settled = earned.settlementId !== null;",
        "const settled = earned.settlementId !== null;\n  if (!settled) Object.assign(lost, { fee: 0, vat: 0, net: amount });",
      ],
    ],
  },
  {
    name: "settled without moving anything",
    within: 50,
    breaks: ["the ledger follows the payments"],
    file: settle,
    changes: [["reference: settlementId, postings: settlementPostings(earnings) }", "reference: settlementId }"]],
  },
  {
    name: "a balance moved without its posting",
    within: 50,
    breaks: ["the store's balances are the sums of its entries"],
    file: "store-memory/src/ledger.ts",
    changes: [["ledger.balances = after;", 'ledger.balances = after;\n  if (reference.startsWith("stl.")) return;']],
  },
  {
    name: "what cancellations took off moved once more",
    within: 400,
    breaks: ["the ledger follows the payments"],
    file: settle,
    changes: [["earnings.filter(({ transactionAmount }) => transactionAmount > 0).map", "earnings.map"]],
  },
  {
    name: "an earning lost at midnight",
    within: 400,
    breaks: ["no day is left out", "comes to rest"],
    file: settle,
    changes: [
      [
        "if (due.length === 0 || context.clock.now() >= tomorrow) return tomorrow;",
        "if (due.length === 0) return startOfDayInSeoul(dayAfter(dayInSeoul(context.clock.now())));",
      ],
    ],
  },
  {
    name: "an earning whose day has passed is left where it is",
    within: 100,
    breaks: ["no day is left out", "comes to rest"],
    file: settle,
    changes: [["&& dueDay !== null && dueDay <= today;", "&& dueDay === today;"]],
  },
  {
    name: "settled on a closed day",
    within: 200,
    breaks: ["settled on its day"],
    file: settle,
    changes: [["if (isBusinessDay(holidays, today) !== true) return tomorrow;", ""]],
  },
  {
    name: "due a day early",
    within: 20,
    breaks: ["settled on its day"],
    file: earning,
    changes: [["earning.settlementDays) ?? null;", "Math.max(1, earning.settlementDays - 1)) ?? null;"]],
  },
  {
    name: "closed days forgotten by who dates",
    within: 400,
    breaks: ["settled on its day"],
    file: "core/src/calendar/calendar.ts",
    changes: [["announced.has(day) || closed.has(day)", "announced.has(day) && !closed.has(day)"]],
  },
  {
    name: "an order's settlement without its cancellations after it",
    within: 400,
    breaks: ["settlements follow the books"],
    file: "core/src/settlement/look-up.ts",
    changes: [
      ["earnings: [earned, ...returns.filter((each) => each !== undefined)], holidays", "earnings: [earned], holidays"],
    ],
  },
  {
    name: "the last day of a list left out",
    within: 200,
    breaks: ["settlements follow the books"],
    file: "core/src/settlement/list-settlements.ts",
    changes: [
      ["to: settlementPosition(startOfDayInSeoul(dayAfter(to))),", "to: settlementPosition(startOfDayInSeoul(to)),"],
    ],
  },
];
