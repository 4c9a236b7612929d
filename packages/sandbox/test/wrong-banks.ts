import type { BankMovement, PayoutBank } from "@wonflow/core";
import { changing, insteadOfBreaking } from "./wrong-gateways/right.ts";

/** What a wrong bank is made of: a right one, and what it remembers beside it. */
export interface Right {
  readonly bank: PayoutBank;
  readonly now: () => number;
  /** Keys and slots that it has seen. */
  readonly seen: Set<string>;
  /** Payments beside the right bank's. */
  readonly extra: BankMovement[];
  /** How often it was started again. */
  readonly restarts: number;
  /** Anything that it counts. */
  readonly count: () => number;
}

export type Wrong = (right: Right) => Partial<PayoutBank>;

const hour = 3_600_000;
const lostAnswer = "whose answer is lost is unknown, and is found by a look-up, also after a restart";
const lostRequest = "submit: whose request is lost is unknown, and is not found, also after a restart";
const payoutTime = "submit: has its time by the bank's clock, in milliseconds";
const statementTime = "statement: has the same time of a payment as the look-up";
const notFound = { outcome: "not-found" } as const;
const rejected = { outcome: "refused", code: "PAYOUT_REJECTED" } as const;
const notRegistered = { outcome: "refused", code: "PROVIDER_ERROR" } as const;

function at({ submit, lookUp }: PayoutBank, change: (time: number) => number): Partial<PayoutBank> {
  const changed = <Value extends { readonly at: number }>(value: Value) => ({ ...value, at: change(value.at) });
  return { submit: changing(submit, changed), lookUp: changing(lookUp, changed) };
}

/** Wrong handling of broken connections and of times: a bug of a bank, and the contract test that detects it. */
export const wrongLostBankCalls: readonly (readonly [wrong: string, caughtBy: string, make: Wrong])[] = [
  [
    "reports a payout that timed out as refused",
    `submit: ${lostAnswer}`,
    ({ bank }) => ({ submit: insteadOfBreaking(bank.submit, () => rejected) }),
  ],
  [
    "reports a payout whose request was cut as accepted",
    lostRequest,
    ({ bank, now }) => ({
      submit: insteadOfBreaking(bank.submit, ({ key, amount }) => {
        return { outcome: "done", value: { key, amount, status: "ACCEPTED", at: now(), reason: null } } as const;
      }),
    }),
  ],
  [
    "remembers which slots it did not find",
    "submit: that takes effect late is found as soon as it has",
    ({ bank, seen }) => ({
      async lookUp(question) {
        const slot = JSON.stringify([question.payee, question.payoutDate]);
        const answer = await bank.lookUp(question);
        if (answer.outcome === "not-found") seen.add(slot);
        return seen.has(slot) ? notFound : answer;
      },
    }),
  ],
  [
    "reports a registration that timed out as refused",
    `registerSeller: ${lostAnswer}`,
    ({ bank }) => ({ registerSeller: insteadOfBreaking(bank.registerSeller, () => notRegistered) }),
  ],
  [
    "makes up a seller where its connection broke",
    "registerSeller: whose request is lost is unknown, is not found, and can be asked for again",
    ({ bank }) => ({
      registerSeller: insteadOfBreaking(bank.registerSeller, ({ key }) => {
        return { outcome: "done", value: { key, externalSellerId: key } } as const;
      }),
    }),
  ],
  [
    "reports a broken look-up of a seller as not found",
    "lookUpSeller: that breaks is unknown, of a seller that is known and of one that is not",
    ({ bank }) => ({ lookUpSeller: insteadOfBreaking(bank.lookUpSeller, () => notFound) }),
  ],
  [
    "reports a broken look-up of a payout as not found",
    "lookUp: that breaks is unknown, of a slot that is used and of one that is not",
    ({ bank }) => ({ lookUp: insteadOfBreaking(bank.lookUp, () => notFound) }),
  ],
  [
    "reports a broken look-up of a payout as refused",
    "lookUp: that breaks is unknown, of a slot that is used and of one that is not",
    ({ bank }) => ({ lookUp: insteadOfBreaking(bank.lookUp, () => rejected) }),
  ],
  [
    "reports a broken statement as empty",
    "statement: that breaks is unknown, and not empty",
    ({ bank }) => ({ statement: insteadOfBreaking(bank.statement, () => ({ outcome: "done", value: [] }) as const) }),
  ],
  ["returns times in seconds", payoutTime, ({ bank }) => at(bank, (time) => Math.floor(time / 1_000))],
  ["returns times nine hours ahead", payoutTime, ({ bank }) => at(bank, (time) => time + 9 * hour)],
  [
    "returns the time of a payment nine hours ahead",
    "lookUp: says in the end that it was paid, on the payout date, by the bank's clock",
    ({ bank }) => ({
      lookUp: changing(bank.lookUp, (value) =>
        value.status === "PAID" ? { ...value, at: value.at + 9 * hour } : value,
      ),
    }),
  ],
  [
    "has the times of its statement nine hours ahead",
    statementTime,
    ({ bank }) => ({
      statement: changing(bank.statement, (lines) => lines.map((line) => ({ ...line, at: line.at + 9 * hour }))),
    }),
  ],
  [
    "has the times of its statement in seconds",
    statementTime,
    ({ bank }) => ({
      statement: changing(bank.statement, (lines) =>
        lines.map((line) => ({ ...line, at: Math.floor(line.at / 1_000) })),
      ),
    }),
  ],
];
