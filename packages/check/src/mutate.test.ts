import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

import { misplacedInStore } from "./mutate.ts";
import { changed } from "./mutation/marks.ts";
import { misplacedMutants, type StoreMutant } from "./mutation/store-mutants.ts";
import { compareSurvivors, misplacedSurvivors, survivorsFile } from "./mutation/survivors.ts";

describe("each wrong change of the store", () => {
  const source = "select id\n  where a < b -- @less\n  order by id // @order";
  const less: StoreMutant = { name: "less", file: "reads", mark: "less", change: ["<", "<="] };
  const order: StoreMutant = { name: "order", file: "reads", mark: "order", change: "" };

  test("has its mark, once", () => {
    expect(misplacedInStore()).toEqual([]);
    expect(misplacedMutants(source, [less, order])).toEqual([]);
    expect(misplacedMutants(source, [less])).toEqual(["@order: no mutant uses it"]);
    expect(misplacedMutants(source.replace("@order", "@less"), [less])).toEqual(["less: @less stands 2 times"]);
    expect(misplacedMutants(source.replace("-- @less", ""), [less, order])).toEqual(["less: @less stands 0 times"]);
    expect(misplacedMutants(source.replace("a < b", "a > b"), [less, order])).toHaveLength(1);
    expect(misplacedMutants(source, [{ ...less, change: ["<", "<"] }, order])).toHaveLength(1);
  });

  test("is made in its line alone", () => {
    expect(changed(source, less)).toBe("select id\n  where a <= b -- @less\n  order by id // @order");
    expect(changed(source, { ...less, change: "where false" })).toContain("\n  where false -- @less\n");
  });
});

describe("the changes that no test sees", () => {
  test("have their places in the sources, and reasons", () => {
    const table = readFileSync(path.resolve(import.meta.dirname, "../../..", survivorsFile), "utf8");
    expect(misplacedSurvivors(table)).toEqual([]);
    const row = "engine/request/validate.ts\tamountSchema\tz.int(\tz.bigint(";
    expect(misplacedSurvivors(`${row}\ta reason`)).toEqual([]);
    expect(misplacedSurvivors(`${row}\t`)).toEqual([row]);
    expect(misplacedSurvivors(`${row.replace("z.int", "z.number")}\ta reason`)).toHaveLength(1);
    expect(misplacedSurvivors(`${row.replace("amountSchema", "amountLimit")}\ta reason`)).toHaveLength(1);
  });

  const source = "const five = 5;\n\nexport function isOut(at: number) {\n  return at > five || at < 0;\n}\n";
  const place = (line: number, column: number) => ({ line, column });
  const first = { status: "Survived", replacement: "false", location: { start: place(4, 10), end: place(4, 19) } };
  const block = { status: "NoCoverage", replacement: "{}", location: { start: place(3, 35), end: place(5, 2) } };
  const compared = (table: string, ...mutants: readonly (typeof first)[]) =>
    compareSurvivors(
      { files: { "packages/core/src/money/out.ts": { source, mutants: [...mutants] } } },
      { folder: "money", table },
    );
  const firstRow = "money/out.ts\tisOut\tat > five\tfalse";
  const blockRow = "money/out.ts\tisOut\t{ return at > five || at < 0; }\t{}";

  test("are reported if they have no reason", () => {
    expect(compared("", first, block)).toEqual({ unexplained: [firstRow, blockRow], stale: [] });
    expect(compared(`${firstRow}\twhy\n${blockRow}\twhy`, first, block)).toEqual({ unexplained: [], stale: [] });
    expect(compared(`${firstRow}\t`, first)).toEqual({ unexplained: [firstRow], stale: [] });
    expect(compared(`${firstRow}\twhy`, first, first)).toEqual({ unexplained: [firstRow], stale: [] });
  });

  test("are reported if a test sees them by now, of the folder that was run", () => {
    const seen = { ...first, status: "Killed" };
    expect(compared(`${firstRow}\twhy`, seen)).toEqual({ unexplained: [], stale: [firstRow] });
    expect(compared(`${firstRow}\twhy\n${firstRow}\twhy`, first)).toEqual({ unexplained: [], stale: [firstRow] });
    expect(compared(`${firstRow.replace("money/", "payment/")}\twhy`)).toEqual({ unexplained: [], stale: [] });
    expect(compared(`${firstRow}\twhy`, { ...first, status: "Timeout" })).toEqual({ unexplained: [], stale: [] });
  });
});
