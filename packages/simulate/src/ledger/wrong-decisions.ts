import type { WrongDecision } from "../wrong-decision.ts";

export const wrongDecisions: readonly WrongDecision[] = [
  {
    name: "balances that are not those of the entries",
    within: 20,
    breaks: ["the store's balances are the sums of its entries"],
    file: "store-memory/src/ledger.ts",
    changes: [["ledger.balances = after;", "ledger.balances = { ...after, fee: ledger.balances.fee };"]],
  },
];
