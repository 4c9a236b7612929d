import { readFileSync } from "node:fs";
import { dayInSeoul, type BankPayout, type ErrorCode, type Found, type Payee } from "@wonflow/core";
import { fakeClock } from "@wonflow/testkit";
import { describe, expect, test } from "vitest";
import { sandboxPayoutBank } from "./bank.ts";
import { bankMagic } from "./magic.ts";

const tenant = "1:test";
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** 12:00 in Seoul. */
const noon = Date.UTC(2026, 2, 2, 3);
const [today, tomorrow] = [dayInSeoul(noon), dayInSeoul(noon + 24 * hourMs)];

/** A payout's status, why it has it, and whether the bank names the amount that it should. */
function inAWord({ status, reason, amount }: BankPayout): string {
  if (reason !== null) return `${status} ${reason}`;
  return amount === 1_403 ? another(status) : status;
}

function isPayout(value: object): value is BankPayout {
  return "status" in value;
}

const another = (status: string) => `${status} for another amount`;

function setUp() {
  const clock = fakeClock(noon);
  const bank = sandboxPayoutBank({ clock });
  const deadline = () => clock.now() + 10_000;
  const asking = () => ({ tenant, deadline: deadline() }) as const;
  /** The outcome of a call in one word: the status of a payout, the code of a refusal, late, or a broken connection. */
  const say = async (call: Promise<Found<object, ErrorCode>>, until = deadline()): Promise<string> => {
    try {
      const answer = await call;
      if (clock.now() > until) return "late";
      if (answer.outcome === "refused") return answer.code;
      if (answer.outcome !== "done") return answer.outcome;
      const { value } = answer;
      return isPayout(value) ? inAWord(value) : "done";
    } catch (error) {
      return /\((.+)\)/.exec(String(error))?.[1] ?? String(error);
    }
  };
  const account = (holderName: string) => ({ bankCode: "004", accountNumber: "110123456789", holderName });
  const register = (key: string, holderName: string) =>
    bank.registerSeller({
      ...asking(),
      key,
      name: "Tea House",
      businessType: "INDIVIDUAL",
      businessRegistrationNumber: null,
      account: account(holderName),
    });
  return { clock, bank, asking, say, account, register };
}

describe("magic amounts", () => {
  const paid = "PAID 2026-03-02";
  const unusable = "FAILED PAYOUT_ACCOUNT_UNUSABLE";
  const rejected = "FAILED PAYOUT_REJECTED";
  // name → the answer; a look-up right after, 15 minutes, an hour, 3 hours, 25 hours later; what the statements say
  const stories: Readonly<Record<string, readonly string[]>> = {
    answerLost: ["answer-lost", "ACCEPTED", "ACCEPTED", "PAID", "PAID", "PAID", paid],
    neverArrives: ["refused-connection", "not-found", "not-found", "not-found", "not-found", "not-found"],
    answersLate: ["late", "ACCEPTED", "ACCEPTED", "PAID", "PAID", "PAID", paid],
    arrivesLate: ["arrives-late", "not-found", "ACCEPTED", "PAID", "PAID", "PAID", paid],
    rejected: Array.from({ length: 6 }, () => "PAYOUT_REJECTED"),
    unusableAccount: Array.from({ length: 6 }, () => "PAYOUT_ACCOUNT_UNUSABLE"),
    fails: ["ACCEPTED", "ACCEPTED", "ACCEPTED", unusable, unusable, unusable],
    canceled: ["ACCEPTED", "ACCEPTED", "ACCEPTED", "CANCELED", "CANCELED", "CANCELED"],
    unknownForADay: ["unknown", "unknown", "unknown", "unknown", "unknown", "PAID", paid],
    otherAmount: [...["ACCEPTED", "ACCEPTED", "ACCEPTED", "PAID", "PAID", "PAID"].map(another), paid],
    returned: ["ACCEPTED", "ACCEPTED", "ACCEPTED", "PAID", "RETURNED", "RETURNED", paid, "RETURNED 2026-03-02"],
    returnedNextDay: ["ACCEPTED", "ACCEPTED", "ACCEPTED", "PAID", "PAID", "RETURNED", paid, "RETURNED 2026-03-03"],
    paidAfterFailure: ["ACCEPTED", "ACCEPTED", "ACCEPTED", rejected, rejected, "PAID", "PAID 2026-03-03"],
  };

  const rows = Object.entries(bankMagic.amounts).map(([name, { amount, effect }]) => ({ name, amount, effect }));

  test("each has a story here, and no other", () => {
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(stories));
    expect(new Set(rows.map(({ amount }) => amount)).size).toBe(rows.length);
  });

  /** A payout of this amount, from its request to the statements of two days. */
  async function story(amount: number, payee: (externalSellerId: string) => Payee): Promise<readonly string[]> {
    const { clock, bank, asking, say, account, register } = setUp();
    const registered = await register("s", "김상인");
    if (registered.outcome !== "done") throw new Error("not registered");
    const slot = { payee: payee(registered.value.externalSellerId), payoutDate: today };
    const own = slot.payee.type === "MERCHANT" ? { account: account("김상인") } : {};
    const words = [say(bank.submit({ ...asking(), ...slot, ...own, key: "p", amount }))];
    let passed = 0;
    for (const minutes of [0, 15, 60, 180, 25 * 60]) {
      await clock.advance(minutes * minuteMs - passed);
      passed = minutes * minuteMs;
      words.push(say(bank.lookUp({ ...asking(), ...slot })));
    }
    await clock.advance(24 * hourMs);
    const moved: string[] = [];
    for (const day of [today, tomorrow]) {
      const answer = await bank.statement({ ...asking(), day });
      if (answer.outcome !== "done") throw new Error("no statement");
      for (const line of answer.value) {
        expect(line).toMatchObject({ ...slot, key: "p", amount });
        moved.push(`${line.kind} ${dayInSeoul(line.at)}`);
      }
    }
    const won = moved.reduce((total, line) => total + (line.startsWith("PAID") ? amount : -amount), 0);
    expect(bank.paid(tenant)).toBe(won);
    return [...(await Promise.all(words)), ...moved];
  }

  test.each(rows)("$amount, $name: $effect", async ({ name, amount }) => {
    expect(await story(amount, (externalSellerId) => ({ type: "SELLER", externalSellerId }))).toEqual(stories[name]);
    expect(await story(amount, () => ({ type: "MERCHANT" }))).toEqual(stories[name]);
  });

  test("a won more or less is paid like any other", async () => {
    for (const amount of [1, 1_100, 1_105, 1_403, 10_000, 999_999_999]) {
      const [answer, ...rest] = await story(amount, () => ({ type: "MERCHANT" }));
      expect([amount, answer?.split(" ")[0], rest.at(-1)]).toEqual([amount, "ACCEPTED", paid]);
    }
  });
});

describe("magic holders", () => {
  // name → the answer; a look-up right after, and 10 minutes later; the same request again
  const stories: Readonly<Record<string, readonly string[]>> = {
    ownerMismatch: Array.from({ length: 4 }, () => "ACCOUNT_OWNER_CHECK_FAILED"),
    lateRegistration: ["unknown", "unknown", "done", "done"],
    answerLost: ["answer-lost", "done", "done", "done"],
  };
  const rows = Object.entries(bankMagic.holders).map(([name, { holderNames }]) => ({ name, holderNames }));

  test("each has a story here, and no other", () => {
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(stories));
    const names = rows.flatMap(({ holderNames }) => holderNames);
    expect(new Set(names).size).toBe(names.length);
  });

  test.each(rows)("$name: $holderNames", async ({ name, holderNames }) => {
    for (const holderName of holderNames) {
      const { clock, bank, asking, say, register } = setUp();
      const found = () => say(bank.lookUpSeller({ ...asking(), key: "s" }));
      const words = [await say(register("s", holderName))];
      await clock.advance(10 * minuteMs - 1);
      words.push(await found());
      await clock.advance(1);
      words.push(await found(), await say(register("s", holderName)));
      expect([holderName, words]).toEqual([holderName, stories[name]]);
    }
  });

  test("a transfer to the merchant's account is refused when its holder is not", async () => {
    const { bank, asking, say, account } = setUp();
    const transfer = (payoutDate: string, holderName: string) =>
      bank.submit({
        ...asking(),
        key: `p ${payoutDate}`,
        payee: { type: "MERCHANT" },
        payoutDate,
        amount: 5_000,
        account: account(holderName),
      });
    expect(await say(transfer(today, "Owner Mismatch"))).toBe("ACCOUNT_OWNER_CHECK_FAILED");
    expect(await say(transfer(tomorrow, "Late Registration"))).toBe("ACCEPTED");
  });
});

describe("docs/test-bank.md", () => {
  const page = readFileSync(new URL("../../../../docs/test-bank.md", import.meta.url), "utf8");
  const rowsAfter = (title: string) =>
    (page.split(`\n## ${title}\n`)[1] ?? "")
      .split("\n## ")[0]
      ?.split("\n")
      .filter((line) => line.startsWith("| `"));

  test("lists every holder, and no other", () => {
    expect(rowsAfter("Account holders")).toEqual(
      Object.values(bankMagic.holders).map(
        ({ holderNames, effect }) => `| \`${holderNames[0]}\` or \`${holderNames[1]}\` | ${effect} |`,
      ),
    );
  });

  test("lists every amount, and no other", () => {
    expect(rowsAfter("Amounts")).toEqual(
      Object.values(bankMagic.amounts).map(({ amount, effect }) => `| \`${amount}\` | ${effect} |`),
    );
  });
});
