import { payoutAttemptRecord, payoutRecord } from "@wonflow/core/internal";
import { payOut, registeredSeller } from "./requests.ts";
import type { Scene } from "./scene.ts";

const minute = 60_000;
const hour = 60 * minute;

const merchant = { mId: 7, mode: "test" } as const;

export const batchesAndTransfer: Scene = {
  name: "two batches and the daily transfer on one balance",
  faults: ["fail-before", "fail-after", "late", "stop"],
  most: 1,
  async prepare(preparing) {
    await preparing.deposit(100_000);
    const [first, second] = [
      await registeredSeller(preparing, "seller-1"),
      await registeredSeller(preparing, "seller-2"),
    ];
    const account = { bankCode: "088", accountNumber: "110-987-654321", holderName: "가게 주식회사" };
    await preparing.operate(({ payouts }) => payouts.setTransferAccount(merchant, { account }));
    // After the first payout all share a statement record, so the batches conflict only on the balance.
    await preparing.ask(payOut("ref-0", await registeredSeller(preparing, "seller-3"), 1_000));
    // Friday, 11 in the evening.
    preparing.letTimePass(13 * hour + minute);
    return [
      { name: "A", act: ({ ask }) => ask(payOut("ref-1", first, 60_000)) },
      {
        name: "B",
        async act({ ask, choose }) {
          const whom = await choose(["pays another seller", "pays the same seller"]);
          return ask(whom === "pays another seller" ? payOut("ref-2", second, 70_000) : payOut("ref-2", first, 30_000));
        },
      },
      { name: "work", act: ({ work }) => work("transferAccount") },
    ];
  },
  finds: [
    "reservation outside of the commit",
    "the floor of what is available left out",
    "a commit of payouts treated as a conflict",
    "a payout that is due for nothing",
    "a daily transfer made twice",
  ],
  findsInLong: ["a payee's day not stored"],
};

export const payoutBesideResolve: Scene = {
  name: "a payout whose answer is lost beside an operator's resolve",
  faults: ["fail-before", "fail-after", "stop"],
  most: 1,
  jumps: [7.5 * hour],
  async prepare(preparing) {
    await preparing.deposit(100_000);
    const seller = await registeredSeller(preparing, "seller-1");
    const asked = await preparing.ask(payOut("ref-1", seller, 60_000));
    const evening = preparing.now() + 7 * hour;
    const payoutId = /payout_[^"]+/.exec(asked.text)?.[0] ?? "";
    return [
      {
        name: "work",
        async act({ work }) {
          await work(payoutRecord.name);
          await work(payoutAttemptRecord.name);
        },
      },
      {
        name: "operator",
        async act({ choose, operate }) {
          await choose(["looks at the bank's record"]);
          const evidence = preparing.now() < evening ? undefined : preparing.atBank(payoutId);
          if (evidence !== undefined) await operate(({ payouts }) => payouts.resolve(merchant, payoutId, evidence));
        },
      },
    ];
  },
  finds: ["payout not committed before the call"],
  findsInLong: [
    "resubmitted after a lost answer",
    "a payout not found treated as refused",
    "a payout without an answer treated as refused",
  ],
};
