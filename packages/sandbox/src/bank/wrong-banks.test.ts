import { dayInSeoul, type BankMovement, type PayoutBank, type PayoutRequest } from "@wonflow/core";
import { fakeClock, payoutBankCases, sequentialIds, type BreakableBankCall, type CallFault } from "@wonflow/testkit";
import { describe, expect, test } from "vitest";
import { faultOf } from "../../test/faults-of-contracts.ts";
import { wrongLostBankCalls, type Right, type Wrong } from "../../test/wrong-banks.ts";
import { memoryJournal } from "../journal/journal.ts";
import { sandboxPayoutBank } from "./bank.ts";

/** 12:00 in Seoul. */
const startMs = Date.UTC(2026, 2, 2, 3);
const today = dayInSeoul(startMs);
const tomorrow = dayInSeoul(startMs + 24 * 3_600_000);

const slotOf = ({ tenant, payee, payoutDate }: Pick<PayoutRequest, "tenant" | "payee" | "payoutDate">) =>
  JSON.stringify([tenant, payee, payoutDate]);

/** A payment that the right bank would not have made. */
function pay({ extra, now }: Right, { payee, payoutDate, key, amount }: PayoutRequest) {
  extra.push({ payee, payoutDate, key, amount, kind: "PAID", at: now() });
  return { outcome: "done", value: { key, amount, status: "PAID", at: now(), reason: null } } as const;
}

/** A bank whose statement is changed. */
function statementWith(
  { bank }: Right,
  change: (lines: readonly BankMovement[], day: string) => readonly BankMovement[],
): Partial<PayoutBank> {
  return {
    async statement(question) {
      const answer = await bank.statement(question);
      return answer.outcome === "done" ? { outcome: "done", value: change(answer.value, question.day) } : answer;
    },
  };
}

/** A bank that pays beside the right one: its statement has those payments too. */
function payingMore(right: Right, submit: PayoutBank["submit"]): Partial<PayoutBank> {
  const onDay = (day: string) => right.extra.filter(({ at }) => dayInSeoul(at) === day);
  return { submit, ...statementWith(right, (lines, day) => [...lines, ...onDay(day)]) };
}

const oneTenant = "1:test";

// A bug of a bank, and the contract test that detects it.
const wrongBanks: readonly (readonly [wrong: string, caughtBy: string, make: Wrong])[] = [
  [
    "names another key of a seller",
    "registerSeller: registers a seller under the key it was asked with",
    ({ bank }) => ({ registerSeller: (request) => bank.registerSeller({ ...request, key: `${request.key}!` }) }),
  ],
  [
    "registers a new seller at every call",
    "registerSeller: called again, answers the outcome of the first call, also after a restart",
    ({ bank, count }) => ({
      async registerSeller(request) {
        const answer = await bank.registerSeller({ ...request, key: `${request.key}.${count()}` });
        return answer.outcome === "done" ? { ...answer, value: { ...answer.value, key: request.key } } : answer;
      },
    }),
  ],
  [
    "registers twice when called twice at once",
    "registerSeller: called twice at once, registers once",
    ({ bank, seen, count }) => ({
      async registerSeller(request) {
        const known = seen.has(request.key);
        await Promise.resolve();
        seen.add(request.key);
        const answer = await bank.registerSeller({
          ...request,
          key: known ? request.key : `${request.key}.${count()}`,
        });
        return answer.outcome === "done" ? { ...answer, value: { ...answer.value, key: request.key } } : answer;
      },
    }),
  ],
  [
    "reports not-found for a key with other content",
    "registerSeller: called again with another name, does not register that too",
    ({ bank }) => ({
      async registerSeller(request) {
        const answer = await bank.registerSeller(request);
        return answer.outcome === "unknown" ? { outcome: "refused", code: "PROVIDER_ERROR" } : answer;
      },
    }),
  ],
  [
    "gives the same id to all with the same account",
    "registerSeller: gives every seller an id of its own, also to the same one under another key",
    ({ bank }) => ({
      async registerSeller(request) {
        const { key } = request;
        const answer = await bank.registerSeller({ ...request, key: "the only one" });
        return answer.outcome === "done" ? { ...answer, value: { ...answer.value, key } } : answer;
      },
    }),
  ],
  [
    "finds no sellers",
    "lookUpSeller: finds a seller as it was answered, also after a restart",
    () => ({ lookUpSeller: async () => ({ outcome: "not-found" }) }),
  ],
  [
    "loses its sellers at a restart",
    "lookUpSeller: finds a seller as it was answered, also after a restart",
    ({ bank, restarts }) => ({
      lookUpSeller: async (question) => (restarts > 0 ? { outcome: "not-found" } : bank.lookUpSeller(question)),
    }),
  ],
  [
    "registers its sellers again after a restart",
    "registerSeller: called again, answers the outcome of the first call, also after a restart",
    ({ bank, restarts }) => ({
      async registerSeller(request) {
        const answer = await bank.registerSeller({ ...request, key: `${request.key}.${restarts}` });
        return answer.outcome === "done" ? { ...answer, value: { ...answer.value, key: request.key } } : answer;
      },
    }),
  ],
  [
    "says that a registration which never arrived was refused",
    "lookUpSeller: says not-found of a key that never arrived, and leaves it free to arrive",
    ({ bank }) => ({
      async lookUpSeller(question) {
        const answer = await bank.lookUpSeller(question);
        return answer.outcome === "not-found" ? { outcome: "refused", code: "PROVIDER_ERROR" } : answer;
      },
    }),
  ],
  [
    "has the sellers of all merchants under one roof",
    "lookUpSeller: says not-found of another merchant's key, which that merchant may use for a seller of its own",
    ({ bank }) => ({
      registerSeller: (request) => bank.registerSeller({ ...request, tenant: oneTenant }),
      lookUpSeller: (question) => bank.lookUpSeller({ ...question, tenant: oneTenant }),
    }),
  ],
  [
    "finds payouts with another amount",
    "submit: takes a payout, and has it on record under its slot, also after a restart",
    ({ bank }) => ({
      async lookUp(question) {
        const answer = await bank.lookUp(question);
        return answer.outcome === "done" ? { ...answer, value: { ...answer.value, amount: 1 } } : answer;
      },
    }),
  ],
  [
    "pays sellers only",
    "submit: pays the merchant itself, to the account of the request",
    ({ bank }) => ({
      submit: async (request) =>
        request.payee.type === "MERCHANT" ? { outcome: "refused", code: "PAYOUT_REJECTED" } : bank.submit(request),
    }),
  ],
  [
    "refuses a key that it has, as if nothing were paid",
    "submit: called again, answers the outcome of the first call, also after a restart",
    ({ bank, seen }) => ({
      async submit(request) {
        if (seen.has(request.key)) return { outcome: "refused", code: "PAYOUT_REJECTED" };
        seen.add(request.key);
        return bank.submit(request);
      },
    }),
  ],
  [
    "takes another amount under the same key",
    "submit: called again with another amount, does not pay that",
    (right) =>
      payingMore(right, async (request) => {
        const answer = await right.bank.submit(request);
        return answer.outcome === "unknown" ? pay(right, request) : answer;
      }),
  ],
  [
    "takes another slot under the same key",
    "submit: called again with another slot under the same key, does not pay that too",
    (right) =>
      payingMore(right, async (request) => {
        const found = await right.bank.lookUp(request);
        const answer = await right.bank.submit(request);
        return found.outcome === "not-found" && answer.outcome === "unknown" ? pay(right, request) : answer;
      }),
  ],
  [
    "pays a slot again under another key",
    "submit: a slot that is used refuses another key and is unchanged, also after a restart",
    (right) =>
      payingMore(right, async (request) => {
        const answer = await right.bank.submit(request);
        return answer.outcome === "refused" ? pay(right, request) : answer;
      }),
  ],
  [
    "loses its slots at a restart",
    "submit: a slot that is used refuses another key and is unchanged, also after a restart",
    (right) =>
      payingMore(right, async (request) => {
        const answer = await right.bank.submit(request);
        return answer.outcome === "refused" && right.restarts > 0 ? pay(right, request) : answer;
      }),
  ],
  [
    "pays a slot again under another key, and says that it refused",
    "statement: has one payment of a slot that was asked for again, under its key and under others",
    (right) =>
      payingMore(right, async (request) => {
        const answer = await right.bank.submit(request);
        if (answer.outcome === "refused") pay(right, request);
        return answer;
      }),
  ],
  [
    "pays again under the same key, and answers as before",
    "statement: has one payment of a slot that was asked for again, under its key and under others",
    (right) =>
      payingMore(right, async (request) => {
        if (right.seen.has(request.key)) pay(right, request);
        right.seen.add(request.key);
        return right.bank.submit(request);
      }),
  ],
  [
    "checks the slot, and then pays",
    "submit: two keys for one slot at once: one of them",
    (right) =>
      payingMore(right, async (request) => {
        const found = await right.bank.lookUp(request);
        const answer = await right.bank.submit(request);
        return found.outcome === "not-found" && answer.outcome === "refused" ? pay(right, request) : answer;
      }),
  ],
  [
    "pays every given seller",
    "submit: refuses a seller of another merchant, and one that is not registered",
    (right) =>
      payingMore(right, async (request) => {
        const isUsed = right.seen.has(slotOf(request));
        right.seen.add(slotOf(request));
        const answer = await right.bank.submit(request);
        return answer.outcome === "refused" && !isUsed ? pay(right, request) : answer;
      }),
  ],
  [
    "takes no payout that it was asked about before",
    "lookUp: says not-found of a slot that was never used, and leaves it free to be",
    ({ bank, seen }) => ({
      async lookUp(question) {
        const answer = await bank.lookUp(question);
        if (answer.outcome === "not-found") seen.add(slotOf(question));
        return answer;
      },
      submit: async (request) =>
        seen.has(slotOf(request)) ? { outcome: "refused", code: "PAYOUT_REJECTED" } : bank.submit(request),
    }),
  ],
  [
    "finds a seller's payout of another day",
    "lookUp: keeps slots apart: by seller, by day, the merchant from its sellers",
    ({ bank }) => ({ lookUp: (question) => bank.lookUp({ ...question, payoutDate: today }) }),
  ],
  [
    "has the payouts of all merchants under one roof",
    "lookUp: keeps merchants apart, each with its own slots",
    ({ bank }) => ({
      registerSeller: (request) => bank.registerSeller({ ...request, tenant: oneTenant }),
      submit: (request) => bank.submit({ ...request, tenant: oneTenant }),
      lookUp: (question) => bank.lookUp({ ...question, tenant: oneTenant }),
    }),
  ],
  [
    "pays a day late",
    "lookUp: says in the end that it was paid, on the payout date, by the bank's clock",
    ({ bank }) => ({
      async lookUp(question) {
        const answer = await bank.lookUp(question);
        if (answer.outcome !== "done") return answer;
        return { ...answer, value: { ...answer.value, at: answer.value.at + 24 * 3_600_000 } };
      },
    }),
  ],
  [
    "never says that a payout was paid",
    "lookUp: says in the end that it was paid, on the payout date, by the bank's clock",
    ({ bank }) => ({
      async lookUp(question) {
        const answer = await bank.lookUp(question);
        return answer.outcome === "done" ? { ...answer, value: { ...answer.value, status: "ACCEPTED" } } : answer;
      },
    }),
  ],
  [
    "leaves a payment out of its statement",
    "statement: has each payment once, with its slot, key and amount, on the day on which it was paid",
    (right) => statementWith(right, (lines) => lines.slice(1)),
  ],
  [
    "has a payment twice in its statement",
    "statement: has each payment once, with its slot, key and amount, on the day on which it was paid",
    (right) => statementWith(right, (lines) => [...lines, ...lines.slice(-1)]),
  ],
  [
    "names its own key in its statement",
    "statement: has each payment once, with its slot, key and amount, on the day on which it was paid",
    (right) => statementWith(right, (lines) => lines.map((line, index) => ({ ...line, key: `line ${index}` }))),
  ],
  [
    "names another slot in its statement",
    "statement: has each payment once, with its slot, key and amount, on the day on which it was paid",
    (right) => statementWith(right, (lines) => lines.map((line) => ({ ...line, payee: { type: "MERCHANT" } }))),
  ],
  [
    "returns the statement of all merchants",
    "statement: has nothing of another merchant",
    ({ bank }) => ({
      async statement(question) {
        const one = await bank.statement({ ...question, tenant: "1:test" });
        const other = await bank.statement({ ...question, tenant: "2:test" });
        if (one.outcome !== "done" || other.outcome !== "done") return one;
        return { outcome: "done", value: [...one.value, ...other.value] };
      },
    }),
  ],
  [
    "has only on its statement what it paid since it was started",
    "statement: is the same whenever it is asked for, also after a restart",
    (right) => statementWith(right, (lines) => (right.restarts > 0 ? [] : lines)),
  ],
  [
    "remembers a part of a day for as long as a day",
    "statement: is the same whenever it is asked for, also after a restart",
    (right) => statementWith(right, (lines) => (dayInSeoul(right.now()) > tomorrow ? lines.slice(1) : lines)),
  ],
  [
    "gives the same statement on any day",
    "statement: is the same whenever it is asked for, also after a restart",
    ({ bank }) => ({
      async statement(question) {
        const answer = await bank.statement(question);
        return answer.outcome === "done" ? bank.statement({ ...question, day: today }) : answer;
      },
    }),
  ],
  [
    "returns the statement of a day that is not over",
    "statement: is not known of a day that is not over",
    ({ bank }) => ({
      async statement(question) {
        const answer = await bank.statement(question);
        return answer.outcome === "done" ? answer : { outcome: "done", value: [] };
      },
    }),
  ],
];

const allWrongBanks = [...wrongBanks, ...wrongLostBankCalls];

/** The tests of the contract that a bank fails, or that can't run, each with a bank of its own. */
async function failedBy(make: Wrong, canPass = true): Promise<readonly string[]> {
  const failed: string[] = [];
  for (const { of, title, run } of payoutBankCases) {
    const clock = fakeClock(startMs);
    const ids = sequentialIds();
    const journal = memoryJournal();
    let counted = 0;
    const rest = { now: () => clock.now(), seen: new Set<string>(), extra: [], count: () => (counted += 1) };
    let current = sandboxPayoutBank({ clock, ids, journal });
    const open = (restarts: number): PayoutBank => {
      const bank = (current = sandboxPayoutBank({ clock, ids, journal }));
      return { ...bank, ...make({ bank, restarts, ...rest }) };
    };
    let restarts = 0;
    const fixture = {
      bank: open(0),
      account: { bankCode: "004", accountNumber: "110123456789", holderName: "김상인" },
      tenants: ["1:test", "2:test"],
      newKey: () => ids.random(12),
      deadline: () => clock.now() + 10_000,
      payoutDate: () => today,
      now: clock.now,
      breakNext: (call: BreakableBankCall, fault: CallFault) => current.faults.next(call, faultOf(fault)),
      ...(canPass && { advance: (ms: number) => clock.advance(ms) }),
      reopen: async () => open((restarts += 1)),
    } as const;
    const skip = (reason: string): never => {
      throw new Error(reason);
    };
    await run(async () => fixture, skip).catch(() => failed.push(`${of}: ${title}`));
  }
  return failed;
}

describe("a bank that", () => {
  test("is right fails no test of the contract", async () => {
    expect(await failedBy(() => ({}))).toEqual([]);
  });

  test.each(allWrongBanks)("%s fails: %s", async (_wrong, caughtBy, make) => {
    expect(await failedBy(make)).toContain(caughtBy);
  });

  test("has a stopped clock is skipped by the tests that need a running one", async () => {
    const titles = await failedBy(() => ({}), false);
    expect(titles).toEqual([
      "submit: that takes effect late is found as soon as it has",
      "lookUp: says in the end that it was paid, on the payout date, by the bank's clock",
      ...payoutBankCases.filter(({ of }) => of === "statement").map(({ title }) => `statement: ${title}`),
    ]);
  });

  test("every test of the contract is failed by one of them", () => {
    const titles = payoutBankCases.map(({ of, title }) => `${of}: ${title}`);
    expect(new Set(allWrongBanks.map(([, caughtBy]) => caughtBy))).toEqual(new Set(titles));
  });
});
