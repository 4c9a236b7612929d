import { describe, expect, test } from "vitest";
import { JournalError } from "../journal/journal.ts";
import { readJournalEntry } from "./journal-entry.ts";

const call = { tenant: "1:test", key: "k", at: 0, knownFrom: 0 };
const account = { bankCode: "004", accountNumber: "********6789", holderName: "김상인" };
const register = {
  op: "register",
  ...call,
  refused: null,
  name: "Tea House",
  businessType: "INDIVIDUAL",
  businessRegistrationNumber: null,
  account,
  externalSellerId: "sbx-000001-x",
};
const submit = {
  op: "submit",
  ...call,
  refused: null,
  payee: { type: "MERCHANT" },
  payoutDate: "2026-03-02",
  amount: 1,
  account,
  course: [{ status: "PAID", at: 1, reason: null }],
  toldAmount: 1,
};
const read = (value: object) => () => readJournalEntry({ where: "journal:1", value });

// the entry; what only such a call is refused with; what it is never refused with
test.each([
  [register, "PROVIDER_ERROR", "PAYOUT_REJECTED"],
  [submit, "PAYOUT_REJECTED", "PROVIDER_ERROR"],
])("an entry like %o may be refused with %s, and not with %s", (entry, own, foreign) => {
  expect(read(entry)()).toEqual(entry);
  expect(read({ ...entry, refused: own })()).toMatchObject({ refused: own });
  expect(read({ ...entry, refused: foreign })).toThrow(/^journal:1: .*at refused/s);
});

describe("not an entry of the bank", () => {
  test.each([
    [register, { op: "approve" }],
    [register, { tenant: "unknown" }],
    [register, { businessType: "ROBOT" }],
    [register, { knownFrom: undefined }],
    [submit, { payee: { type: "SELLER" } }],
    [submit, { payoutDate: "2026-02-31" }],
    [submit, { amount: 0 }],
    [submit, { course: [{ status: "ACCEPTED", at: 1, reason: null }] }],
    [submit, { course: undefined }],
  ])("%o with %o", (entry, change) => {
    expect(read({ ...entry, ...change })).toThrow(JournalError);
  });
});
