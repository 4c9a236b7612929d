import { attemptRecord, intentRecord, sessionRecord, settlementScheduleRecord } from "@wonflow/core/internal";
import {
  authenticate,
  authenticated,
  cancel,
  confirm,
  createSession,
  paid,
  tokenOf,
  cards,
  charge,
  removeKey,
  storedCard,
} from "./requests.ts";
import type { Scene, Preparing } from "./scene.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** A gateway that stores no checked card, so that none has to be released. */
const keepsNoCards = { storesCheckedCards: false };

export const confirmBesideConfirm: Scene = {
  name: "confirm beside confirm",
  faults: ["fail-before", "fail-after", "late", "stop"],
  most: 2,
  mostInTests: 0,
  async prepare(preparing) {
    const intentKey = await authenticated(preparing);
    return [
      { name: "A", act: ({ ask }) => ask(confirm(intentKey, "key-1")) },
      {
        name: "B",
        async act({ ask, choose }) {
          const how = await choose(["repeats it under its key", "asks without a key"]);
          return ask(confirm(intentKey, how === "repeats it under its key" ? "key-1" : undefined));
        },
      },
    ];
  },
  finds: [
    "approval not committed before the call",
    "a success answered without its commit",
    "an idempotency key not stored",
    "a commit counted twice",
    "unknown treated as refused",
  ],
};

export const confirmBesideCancelAndExpiry: Scene = {
  name: "confirm beside cancel and expiry",
  faults: ["fail-after", "stop"],
  most: 1,
  jumps: [4 * minute],
  async prepare(preparing) {
    const intentKey = await authenticated(preparing);
    preparing.letTimePass(6 * minute);
    return [
      { name: "buyer", act: ({ ask }) => ask(confirm(intentKey)) },
      { name: "shop", act: ({ ask }) => ask(cancel()) },
      { name: "expiry", act: ({ work }) => work(intentRecord.name) },
    ];
  },
  finds: ["a payment confirmed after its time"],
};

export const lostAnswer: Scene = {
  name: "an answer lost, its look-up, its late arrival",
  faults: ["fail-after", "late", "stop"],
  most: 1,
  mostInTests: 0,
  promises: keepsNoCards,
  jumps: [31 * second],
  async prepare(preparing) {
    const intentKey = await authenticated(preparing);
    preparing.lose("cards.approve", "late");
    await preparing.ask(confirm(intentKey));
    return [
      { name: "buyer", act: ({ ask }) => ask(confirm(intentKey)) },
      { name: "work", act: ({ work }) => work(attemptRecord.name) },
    ];
  },
  finds: ["a second approval after a restart", "not found treated as refused"],
};

export const twoWorkers: Scene = {
  name: "two workers on one attempt",
  faults: ["fail-before", "fail-after", "stop"],
  most: 2,
  mostInTests: 0,
  promises: keepsNoCards,
  jumps: [2 * minute],
  async prepare(preparing) {
    const intentKey = await authenticated(preparing);
    preparing.lose("cards.approve", "answer");
    await preparing.ask(confirm(intentKey));
    preparing.letTimePass(31 * second);
    return [
      { name: "A", act: ({ work }) => work(attemptRecord.name) },
      { name: "B", act: ({ work }) => work(attemptRecord.name) },
    ];
  },
  finds: ["a claim that never ends", "a claim that ends at once", "a second approval after a restart"],
};

export const cancelBesideSettlement: Scene = {
  name: "a partial cancellation beside a settlement at midnight",
  faults: ["fail-before", "fail-after", "late", "stop"],
  most: 1,
  jumps: [2 * minute],
  async prepare(preparing) {
    await paid(preparing);
    // From Friday, 10 in the morning, to a minute before Monday, on which it is settled.
    preparing.letTimePass(2 * 24 * hour + 14 * hour - minute);
    return [
      { name: "shop", act: ({ ask }) => ask(cancel(4_000)) },
      {
        name: "work",
        async act({ work }) {
          await work(settlementScheduleRecord.name);
          await work(settlementScheduleRecord.name);
        },
      },
    ];
  },
  finds: ["settled twice", "an earning that stays unsettled when it is settled", "outcome committed without its guard"],
  findsInLong: ["a cancel counted twice"],
};

export const supersededSession: Scene = {
  name: "a session superseded while its page authenticates",
  faults: ["fail-before", "fail-after", "late", "stop"],
  most: 1,
  mostInTests: 0,
  async prepare(preparing) {
    const token = await tokenOf(preparing.ask);
    return [
      { name: "page", act: ({ ask }) => ask(authenticate(token)) },
      { name: "shop", act: ({ ask }) => ask(createSession) },
      { name: "work", act: ({ work }) => work(sessionRecord.name) },
    ];
  },
  finds: ["a session not invalidated"],
};

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
