import { createHash } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { newDatabase, query } from "../../test/test-database.ts";
import { postgresStore } from "../postgres-store.ts";
import { migrations } from "./migrations.ts";

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

test("no migration was altered after it was published: add another", () => {
  const digests = Object.entries(migrations).map(([name, statements]) => [name, digest(statements.join(";\n"))]);
  expect(Object.fromEntries(digests)).toEqual({
    "0001-records-and-ledger": "245804fc957280c4",
    "0002-lists-and-versions": "3eeaaef8424d9edc",
    "0003-list-of-api-keys": "e20d857110993d5b",
    "0004-earnings": "ae2153a932761ff5",
    "0005-rates": "2f80bf9dff1bc0f0",
    "0006-group-commit": "c101b8af06b9732f",
    "0007-bodies-as-json": "c023b77a1d63ee93",
  });
});

test("no function was altered without a new name: older processes call it by the old one", async () => {
  const url = await newDatabase();
  const store = await postgresStore({ url });
  onTestFinished(() => store.close());
  const functions = await query(
    url,
    "select proname as name, prosrc as text from pg_proc where pronamespace = 'wonflow'::regnamespace",
  );
  const digests = functions.map((each) => [String(each["name"]), digest(String(each["text"]))]);
  expect(Object.fromEntries(digests)).toEqual({
    // Those of 6 answer what they did, of a column of another type.
    claim_due_6: "92928ad932f7f49f",
    commit_change_set: "599d787777209470",
    commit_change_set_2: "7a7e7463e87cd03a",
    commit_change_sets_6: "d096ac96f71bc284",
    commit_change_sets_7: "211c19ab516fc3f1",
    commit_in_doubt: "b93d8137bb325717",
    commit_in_doubt_2: "f35fbc185886e8e5",
    count_removal_2: "cf3ff2d71bd8ebdf",
    keep_posting_6: "4ddef8866f6be365",
    give_version_2: "58da82d72f9e1551",
    read_records_6: "8fd0a3d3c4544bce",
    read_records_7: "2f9f9163cbd7e1d2",
    refuse_alteration: "e01a298a3a8d8d83",
    take_rates: "819c565a1ad3a2f7",
  });
});
