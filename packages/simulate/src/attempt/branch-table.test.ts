import { expect, test } from "vitest";
import { branchName, branchTable, rareBranches } from "./branch-table.ts";

test("branches that are reached too rarely are named, by how many seeds there were", () => {
  const name = branchName("approval done, reversal open", "late");
  const enough = `${name}: 0 times, not 2`;
  expect(rareBranches({}, 1000)).toContain(enough);
  expect(rareBranches({ [name]: 1 }, 1000)).toContain(`${name}: 1 times, not 2`);
  expect(rareBranches({ [name]: 2 }, 1000)).not.toContainEqual(expect.stringContaining(name));
  expect(rareBranches({}, 1)).not.toContainEqual(expect.stringContaining(name));
});

test("the table has a column for whoever learned the outcome, and rows also for what was never reached", () => {
  const { columns, rows } = branchTable({ "approval done, open by due work": 7, "intent READY expire none": 3 });
  expect(columns).toEqual(["the request", "a repeat", "due work", "late"]);
  expect(rows.find(({ move }) => move === "approval done, open")?.times).toEqual([0, 0, 7, 0]);
  expect(rows.find(({ move }) => move === "reversal refused, open")?.times).toEqual([0, 0, 0, 0]);
  expect(rows.some(({ move }) => move.startsWith("intent"))).toBe(false);
});
