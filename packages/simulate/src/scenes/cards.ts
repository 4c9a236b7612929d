import { attemptRecord } from "@wonflow/core/records";
import { cards, charge, removeKey, storedCard } from "./requests.ts";
import type { Preparing, Scene } from "./scene.ts";

const second = 1000;

async function twoCards(preparing: Preparing, another: string): Promise<readonly [string, string]> {
  return [await storedCard(preparing, cards.good), await storedCard(preparing, another)];
}

export const splitCharge: Scene = {
  name: "a split charge of two cards, either refused or lost, and a crash anywhere",
  faults: ["fail-before", "fail-after", "late", "stop"],
  most: 2,
  mostInTests: 1,
  async prepare(preparing) {
    const good = await storedCard(preparing, cards.good);
    const alsoGood = await storedCard(preparing, cards.alsoGood);
    const refused = await storedCard(preparing, cards.refusedAtApproval);
    return [
      {
        name: "shop",
        async act({ ask, choose }) {
          const which = await choose(["neither card refuses", "the first one refuses", "the second one refuses"]);
          if (which === "neither card refuses") return ask(charge([good, alsoGood]));
          return ask(charge(which === "the first one refuses" ? [refused, good] : [good, refused]));
        },
      },
    ];
  },
  finds: [
    "approval not committed before the call",
    "an approval charged to another card",
    "refusals that are not counted",
    "unknown treated as refused",
    "not found treated as refused",
  ],
};

export const splitChargeLookedUp: Scene = {
  name: "a split charge of two cards beside its look-up",
  faults: ["fail-after", "late", "stop"],
  most: 1,
  mostInTests: 0,
  jumps: [31 * second],
  async prepare(preparing) {
    const billkeys = await twoCards(preparing, cards.alsoGood);
    return [
      { name: "shop", act: ({ ask }) => ask(charge(billkeys)) },
      { name: "work", act: ({ work }) => work(attemptRecord.name) },
    ];
  },
  finds: ["not found treated as refused"],
};

export const keyDeletedUnderCharge: Scene = {
  name: "a key deleted under a charge",
  faults: ["fail-before", "fail-after", "late", "stop"],
  most: 1,
  mostInTests: 0,
  async prepare(preparing) {
    const billkeys = await twoCards(preparing, cards.alsoGood);
    return [
      { name: "shop", act: ({ ask }) => ask(charge(billkeys)) },
      { name: "buyer", act: ({ ask }) => ask(removeKey(billkeys[1])) },
    ];
  },
  finds: ["a token released without a call", "an approval charged to another card"],
};
