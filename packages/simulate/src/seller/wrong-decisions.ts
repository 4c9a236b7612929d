import type { WrongDecision } from "../wrong-decision.ts";

const registration = "core/src/seller/registration.ts";

export const wrongDecisions: readonly WrongDecision[] = [
  {
    name: "the registration of another seller believed",
    within: 200,
    breaks: ["a seller's id is the bank's", "a seller's names are its own"],
    file: registration,
    changes: [["if (told.key !== key) return", 'if (told.key === "") return']],
  },
  {
    name: "a refSellerId that two sellers have",
    within: 100,
    breaks: ["a seller's names are its own"],
    file: "core/src/seller/create-seller.ts",
    changes: [['if (refIsTaken) return { answer: refuse("ALREADY_EXIST_SELLER") };', ""]],
  },
  {
    name: "a seller told as it is now, not as it was answered first",
    within: 1000,
    breaks: ["same answer to a repeat"],
    file: registration,
    changes: [["answer: attempt.answer ?? ok(viewSeller(registered)) };", "answer: ok(viewSeller(registered)) };"]],
  },
  {
    name: "a repeated seller told in another order",
    within: 100,
    breaks: ["same answer to a repeat"],
    file: "core/src/seller/view.ts",
    changes: [["    metadata,\n    externalSellerId,\n", "    externalSellerId,\n    metadata,\n"]],
  },
  {
    name: "a deleted seller found",
    within: 400,
    breaks: ["sellers follow the books"],
    file: "core/src/seller/look-up-seller.ts",
    changes: [['seller === undefined || seller.status === "DELETED" ? refuse', "seller === undefined ? refuse"]],
  },
];
