import { expect, test } from "vitest";
import { JournalError } from "../journal/journal.ts";
import { readJournalEntry } from "./journal-entry.ts";

const call = { tenant: "1:test", key: "k", at: 0, amount: 1 };
const approve = {
  op: "approve",
  ...call,
  cardToken: "t",
  installmentPlanMonths: 0,
  orderName: "Tea",
  approvalNumber: "1",
};
const cancel = { op: "cancel", ...call, approvalKey: "a" };
const reverse = { op: "reverse", ...call, approvalKey: "a" };
const issueToken = { op: "issueToken", ...call, cardToken: "t" };
const releaseToken = { op: "releaseToken", ...call, tokenKey: "t" };

// the entry; what only such a call is refused with; what it is never refused with
const rows = [
  [approve, "REJECT_CARD_COMPANY", "REFUND_REJECTED"],
  [cancel, "REFUND_REJECTED", "REJECT_CARD_COMPANY"],
  [reverse, "NOT_CANCELABLE_PAYMENT", "REFUND_REJECTED"],
  [issueToken, "INVALID_CARD_PASSWORD", "REJECT_CARD_PAYMENT"],
  [releaseToken, "PROVIDER_ERROR", "NOT_CANCELABLE_PAYMENT"],
] as const;

test.each(rows)("an entry like %o may be refused with %s, and not with %s", (entry, own, foreign) => {
  const read = (refused: string | null) => () => readJournalEntry({ where: "journal:1", value: { ...entry, refused } });
  expect(read(null)()).toMatchObject({ op: entry.op, refused: null });
  expect(read(own)()).toMatchObject({ refused: own });
  for (const code of [foreign, "INVALID_AMOUNT", "toString"]) {
    expect(read(code)).toThrow(JournalError);
    expect(read(code)).toThrow(/^journal:1: .*at refused/s);
  }
});

test("a cancellation of an earlier version has no reference", () => {
  expect(readJournalEntry({ where: "journal:1", value: { ...cancel, refused: null } })).toMatchObject({
    reference: null,
  });
});

test("an issued token has a text", () => {
  const { cardToken: _, ...without } = issueToken;
  const read = (value: object) => () => readJournalEntry({ where: "journal:1", value });
  expect(read({ ...without, refused: null })).toThrow(/^journal:1: .*at cardToken/s);
  expect(read({ ...without, refused: "INVALID_CARD_PASSWORD" })()).not.toHaveProperty("cardToken");
});
