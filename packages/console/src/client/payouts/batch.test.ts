// @vitest-environment happy-dom
import type { Payout, Seller } from "@wonflow/client";
import { describe, expect, test } from "vitest";
import { checkBatch, checkRow, filled, newRef, rowsIn, totalOf, type Known, type Row } from "./batch.ts";

const seller = (id: string, name: string, externalSellerId: string | null = `bank-${id}`) =>
  ({ id, name, refSellerId: `ref-${id}`, externalSellerId }) as Seller;

const known: Known = {
  sellers: [seller("seller_1", "김밥집"), seller("seller_2", "국수, 만두"), seller("seller_3", "새 가게", null)],
  available: 100_000,
  payouts: [
    {
      refPayoutId: "used-1",
      payoutDate: "2026-11-24",
      destination: { type: "SELLER", sellerId: "seller_1" },
    } as Payout,
    {
      refPayoutId: "used-2",
      payoutDate: "2026-11-26",
      destination: { type: "SELLER", sellerId: "seller_2" },
    } as Payout,
  ],
  today: "2026-11-25",
};

const row = (more: Partial<Row> = {}): Row => {
  return { key: "k", sellerId: "seller_1", named: "", amount: "10,000", ref: "payout-1", ...more };
};

describe("a row", () => {
  test.each<readonly [what: string, more: Partial<Row>, before: readonly Row[], wrong: RegExp | undefined]>([
    ["that is right", {}, [], undefined],
    ["without a seller", { sellerId: "" }, [], /판매자를 골라/],
    ["whose pasted seller there is not", { sellerId: "", named: "없는 집" }, [], /‘없는 집’ 판매자가 없어요/],
    ["whose seller the bank does not know", { sellerId: "seller_3" }, [], /아직 등록되지 않은/],
    ["with the seller of a row before", {}, [row({ ref: "payout-2" })], /하루에 한 번만/],
    ["without an amount", { amount: "" }, [], /1원 이상/],
    ["of 0 won", { amount: "0" }, [], /1원 이상/],
    ["of a fraction", { amount: "1.5" }, [], /1원 이상/],
    ["of the most won", { amount: "999,999,999" }, [], undefined],
    ["of too many won", { amount: "1000000000" }, [], /10억원/],
    ["with a reference of a row before", {}, [row({ sellerId: "seller_2" })], /이미 쓴/],
    ["with a used reference", { ref: "used-1" }, [], /이미 쓴/],
    ["with a reserved reference", { ref: "wonflow.x" }, [], /wonflow\./],
    ["with a reference of other signs", { ref: "지급 1" }, [], /50자까지/],
    ["with a long reference", { ref: "x".repeat(51) }, [], /50자까지/],
  ])("%s", (_, more, before, wrong) => {
    const found = checkRow(row(more), before, known).wrong.map(({ text }) => text);
    if (wrong === undefined) expect(found).toEqual([]);
    else expect(found).toEqual([expect.stringMatching(wrong)]);
  });

  test("of a seller whose day may be taken is doubtful, not wrong", () => {
    expect(checkRow(row({ sellerId: "seller_2" }), [], known)).toEqual({
      wrong: [],
      doubtful: [expect.stringMatching(/^11월 26일 \(목\)에 이미 지급이 있어요/)],
    });
    expect(checkRow(row(), [], known).doubtful).toEqual([]);
  });
});

describe("a batch", () => {
  test("counts the rows with any input, and adds them up", () => {
    const rows = [row(), row({ sellerId: "", amount: " " }), row({ sellerId: "", named: "x", amount: "" })];
    expect([filled(rows).length, totalOf(filled(rows))]).toEqual([2, 10_000]);
  });

  test.each([
    ["100,000", undefined],
    ["100,001", /1원 많아요/],
  ])("of %s won in all", (amount, problem) => {
    const found = checkBatch([row({ amount })], known);
    if (problem === undefined) expect(found).toBe(undefined);
    else expect(found).toMatch(problem);
  });

  test("has a hundred rows at most", () => {
    const rows = (count: number) => Array.from({ length: count }, () => row({ amount: "1" }));
    expect([checkBatch(rows(100), known), checkBatch(rows(101), known)]).toEqual([
      undefined,
      expect.stringMatching(/100건까지/),
    ]);
  });
});

describe("a pasted text", () => {
  const read = (text: string) =>
    rowsIn(text, known.sellers, () => row({ sellerId: "", amount: "", ref: "made" })).map(
      ({ sellerId, named, amount, ref }) => [sellerId, named, amount, ref].join("|"),
    );

  test.each([
    [
      "of a spreadsheet",
      "김밥집\t10,000\tpayout-7\nref-seller_2\t5000",
      ["seller_1|김밥집|10,000|payout-7", "seller_2|ref-seller_2|5000|made"],
    ],
    [
      "of a CSV file",
      `\uFEFF판매자,금액\r\n"국수, 만두","1,000",a-1\r\nseller_1,200\r\n`,
      ["seller_2|국수, 만두|1,000|a-1", "seller_1|seller_1|200|made"],
    ],
    ["with an unknown seller", "없는 집,300", ["|없는 집|300|made"]],
    ["with a quote in a name", `"a ""b""",1`, [`|a "b"|1|made`]],
    ["of nothing", " \n", []],
  ])("%s becomes rows", (_, text, rows) => {
    expect(read(text)).toEqual(rows);
  });
});

test("a new reference can be used", () => {
  expect(checkRow(row({ ref: newRef("2026-11-25", "0a1b2c3d") }), [], known).wrong).toEqual([]);
});
