import { createHash } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { isOnCitus, newDatabase, query } from "../../test/test-database.ts";
import { postgresStore } from "../postgres-store.ts";
import { migrations } from "./migrations.ts";

/** Comments may change, and the marks of mutants may move: they decide nothing. */
function digest(text: string): string {
  const code = text.replaceAll(/\s*--.*$/gm, "");
  return createHash("sha256").update(code).digest("hex").slice(0, 16);
}

test("no migration was altered after it was published: add another", () => {
  const digests = Object.entries(migrations).map(([name, statements]) => [name, digest(statements.join(";\n"))]);
  expect(Object.fromEntries(digests)).toEqual({
    "0001-records-and-ledger": "f7b6f716e4e6f50a",
    "0002-entries-by-position": "668ca798077fb0b0",
    "0003-tallies": "96feec8dff54ee6c",
    "0004-billing-keys-by-customer": "450dbbf08566017a",
    "0005-keys-without-dots": "711cc7ea7376d051",
  });
});

test.skipIf(isOnCitus)(
  "no function was altered without a new name: older processes call it by the old one",
  async () => {
    const url = await newDatabase();
    const store = await postgresStore({ url });
    onTestFinished(() => store.close());
    const functions = await query(
      url,
      "select proname as name, prosrc as text from pg_proc where pronamespace = 'wonflow'::regnamespace",
    );
    const digests = functions.map((each) => [String(each["name"]), digest(String(each["text"]))]);
    expect(Object.fromEntries(digests)).toEqual({
      claim_due_5: "980fd9590501fc78",
      commit_change_sets_1: "33836fa6511ae88a",
      commit_change_sets_3: "173fea7d2539ccb1",
      count_removal_1: "cf3ff2d71bd8ebdf",
      read_records_5: "8c00987da10827c1",
      refuse_alteration_1: "e01a298a3a8d8d83",
      take_rates_1: "139163c8007754ed",
    });
  },
);
