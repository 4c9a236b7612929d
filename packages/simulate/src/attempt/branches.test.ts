import { expect, test } from "vitest";
import { rareCells } from "../engine/coverage.ts";
import { branchName, branchTable, leastBranches } from "./branches.ts";

test("branches that are reached too rarely are named, by how many seeds there were", () => {
  const name = branchName("reversal other, open", "due work");
  const enough = `${name}: 0 times, not 3`;
  expect(rareCells({}, leastBranches, 1000)).toContain(enough);
  expect(rareCells({ [name]: 2 }, leastBranches, 1000)).toContain(`${name}: 2 times, not 3`);
  expect(rareCells({ [name]: 3 }, leastBranches, 1000)).not.toContainEqual(expect.stringContaining(name));
  expect(rareCells({}, leastBranches, 1)).not.toContainEqual(expect.stringContaining(name));
});

test("fewer than a thousand seeds may reach a branch two standard deviations less often", () => {
  const ofHundred = (times: number) => rareCells({ branch: times }, { branch: 160 }, 100);
  expect(ofHundred(7)).toEqual(["branch: 7 times, not 8"]);
  expect(ofHundred(8)).toEqual([]);
  expect(rareCells({ branch: 159 }, { branch: 160 }, 1000)).toEqual(["branch: 159 times, not 160"]);
});

test("a move counts under whatever fault it was reached", () => {
  const cells = { "webhook PENDING fail none": 1, "webhook PENDING fail late": 2, "webhook PENDING failed": 4 };
  expect(rareCells(cells, { "webhook PENDING fail": 3 }, 1000)).toEqual([]);
  expect(rareCells(cells, { "webhook PENDING fail": 4 }, 1000)).toEqual(["webhook PENDING fail: 3 times, not 4"]);
});

test("the table has a column for each way to learn an outcome, and also rows for outcomes that were never reached", () => {
  const { columns, rows } = branchTable({ "approval done, open by due work": 7, "intent READY expire none": 3 });
  expect(columns).toEqual(["the request", "a repeat", "due work", "late"]);
  expect(rows.find(({ move }) => move === "approval done, open")?.times).toEqual([0, 0, 7, 0]);
  expect(rows.find(({ move }) => move === "reversal refused, open")?.times).toEqual([0, 0, 0, 0]);
  expect(rows.some(({ move }) => move.startsWith("intent"))).toBe(false);
});
