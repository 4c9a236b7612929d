import type { CitusState } from "@wonflow/store-postgres";
import { expect, test } from "vitest";
import { checkCitus, serverText, opensUnchanged } from "./database.ts";

const state: CitusState = { version: "13.2-1", workers: 2, isDistributed: true, platform: "on the coordinator" };
const pending = "look: the tables are not yet distributed over the 2 workers of Citus 13.2-1";

test.each<[what: string, state: CitusState | undefined, found: string]>([
  ["no Citus", undefined, ""],
  ["Citus without workers", { ...state, workers: 0, isDistributed: false, platform: null }, ""],
  ["workers, and tables in one place", { ...state, isDistributed: false, platform: null }, pending],
  ["a distribution that was not ended", { ...state, platform: "with merchants" }, pending],
  ["all in its place", state, "ok: merchants are stored on the 2 workers of Citus 13.2-1"],
  ["one worker", { ...state, workers: 1 }, "ok: merchants are stored on the 1 worker of Citus 13.2-1"],
  [
    "keys on a worker",
    { ...state, platform: "on a worker" },
    "look: merchants are stored on the 2 workers of Citus 13.2-1; the API keys are stored on one of them: if it is down, every request fails",
  ],
])("%s", (_, given, found) => {
  expect(
    checkCitus(given)
      .map((each) => `${each.status}: ${each.found}`)
      .join(),
  ).toBe(found);
});

const upToDate = { migrations: { done: ["0001"], pending: [] }, unknownMigrations: [] };

test.each<[what: string, state: CitusState | undefined, opens: boolean]>([
  ["no Citus", undefined, true],
  ["Citus without workers", { ...state, workers: 0, isDistributed: false, platform: null }, true],
  ["workers, and tables in one place", { ...state, isDistributed: false, platform: null }, false],
  ["a distribution that was not ended", { ...state, platform: "with merchants" }, false],
  ["all in its place", state, true],
  ["keys on a worker", { ...state, platform: "on a worker" }, true],
])("doctor looks inside only where that changes nothing: %s", (_, citus, opens) => {
  expect(opensUnchanged({ ...upToDate, citus })).toBe(opens);
  const pending = { done: ["0001"], pending: ["0002"] };
  expect(opensUnchanged({ ...upToDate, migrations: pending, citus })).toBe(false);
});

test("the service says at its start that its database is spread over workers", () => {
  expect(serverText(state)).toBe("the database of DATABASE_URL, on 2 workers of Citus 13.2-1");
  expect(serverText({ ...state, isDistributed: false })).toBe("the database of DATABASE_URL");
  expect(serverText(undefined)).toBe("the database of DATABASE_URL");
});
