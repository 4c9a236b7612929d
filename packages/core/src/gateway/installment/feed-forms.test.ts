import { describe, expect, test } from "vitest";
import { readJsonFeed, readTextFeed } from "./feed-forms.ts";
import { runsOf } from "./offers.ts";

type Read = ReturnType<typeof readTextFeed>;

/** Offers as short texts: `41 50000 2-3`, `41 50000..90000 10(1~4)`; `null` for a row that could not be read. */
function inShort(read: Read): readonly string[] | undefined {
  if (read === undefined) return undefined;
  const { free, partial } = read.offers;
  const amounts = (offer: { minimumAmount: number; maximumAmount: number | null }) =>
    `${offer.minimumAmount}${offer.maximumAmount === null ? "" : `..${offer.maximumAmount}`}`;
  return [
    ...free.map(
      (offer) =>
        offer && `${offer.issuer} ${amounts(offer)} ${offer.installmentMonth.min}-${offer.installmentMonth.max}`,
    ),
    ...partial.map((offer) => {
      const plans = offer?.plan.map(
        ({ month, customerInterestMonthRange: { start, end } }) => `${month}(${start}~${end})`,
      );
      return offer && `${offer.issuer} ${amounts(offer)} ${plans?.join(":")}`;
    }),
  ].map(String);
}

test.each([
  [[2, 3, 7, 8, 14], "2-3 7-8 14-14"],
  [[3, 2, 3], "2-3"],
  [[12, 6], "6-6 12-12"],
  [[], ""],
])("the runs of %j are %s", (months, runs) => {
  expect(
    runsOf(months)
      .map(({ min, max }) => `${min}-${max}`)
      .join(" "),
  ).toBe(runs);
});

describe("the text form", () => {
  const header = "period|20261101~20261130\n";

  test.each([
    [
      "41|5-2:3:7:8^20-2:3:7:8:14",
      ["41 50000 2-3", "41 50000 7-8", "41 200000 2-3", "41 200000 7-8", "41 200000 14-14"],
    ],
    ["41|5-2:3:^10-4:5", ["null", "41 100000 4-5"]],
    ["41|5-2:3:^10-4:…", undefined],
    ["11|5-2\n41|5-2:x", ["11 50000 2-2", "null"]],
    ["11|5-2|5-10(1~4):12(1~5)", ["11 50000 2-2", "11 50000 10(1~4):12(1~5)"]],
    ["11||5-10(1~4)", ["11 50000 10(1~4)"]],
    ["11|5-2|5-10(1~10)", ["11 50000 2-2", "null"]],
    ["11|5-2|5-10(4~1)", ["11 50000 2-2", "null"]],
    ["11|5-2|5-10(0~4)", ["11 50000 2-2", "null"]],
    ["11|5-2|5-10", ["11 50000 2-2", "null"]],
    ["11|5-2\n99|5-2", ["11 50000 2-2", "null"]],
    ["11|5-2\n11", ["11 50000 2-2", "null"]],
    ["11|5-2\nconstructor|5-2", ["11 50000 2-2", "null"]],
    ["11|5-2|5-10(1~4)|more", undefined],
    ["11|5-2^5-1^5-0^5-37^5-2.5^5-^-2^5^5-+2^5- 2", ["11 50000 2-2", ...Array.from({ length: 9 }, () => "null")]],
    [" 11 | 5-02:03 \r\n\r\n", ["11 50000 2-3"]],
    ["W1|100-6", ["W1 1000000 6-6"]],
    ["11|5-36|999999-36(1~35)", ["11 50000 36-36", "11 9999990000 36(1~35)"]],
    ["11|5-2\n41|1000000-2", ["11 50000 2-2", "null"]],
    ["", undefined],
    ["<html>503</html>", undefined],
  ])("%j", (lines, expected) => {
    expect(inShort(readTextFeed(`${header}${lines}\n`))).toEqual(expected);
  });

  test("without the end of its last line the feed was cut off", () => {
    expect(inShort(readTextFeed(`${header}11|5-2\n41|5-2:3`))).toBeUndefined();
  });

  test.each([
    ["period|20261101~20261130", "2026-11-01", "2026-11-30"],
    ["period|2026-11-01~2026-11-30", "2026-11-01", "2026-11-30"],
    ["period|20261131~20261230", "", ""],
    ["period|20261130~20261101", "", ""],
    ["period|2026. 11", "", ""],
    ["period", "", ""],
    ["", "", ""],
  ])("the period %j", (line, startDate, endDate) => {
    const read = readTextFeed(`${line}\n11|5-2\n`);
    expect(read?.offers.period).toEqual({ startDate, endDate });
    expect(read?.problems).toEqual(startDate === "" ? { "the period can't be read": 1 } : {});
  });

  test("counts each problem", () => {
    expect(readTextFeed(`${header}11|5-2:^5-3:^5-4|x\nZZ|5-2\n`)?.problems).toEqual({
      "a row of months can't be read": 2,
      "a row of partial plans can't be read": 1,
      "a line is not about a card company": 1,
    });
  });
});

describe("the JSON form", () => {
  const row = { minAmt: 50_000, maxAmt: 0, installment: "02:03:04", eventToDate: "20261130" };
  const feed = (cards: unknown, period: unknown = { startDate: "20261101", endDate: "20261130" }) =>
    readJsonFeed(JSON.stringify({ period, cards }));

  test.each([
    [{ "11": [row] }, ["11 50000 2-4"]],
    [{ "11": [{ ...row, installment: "02:03:07" }] }, ["11 50000 2-3", "11 50000 7-7"]],
    [{ "11": [{ ...row, minAmt: "50000", maxAmt: "90000" }] }, ["11 50000..90000 2-4"]],
    [{ "11": [{ ...row, maxAmt: null, eventToDate: null }] }, ["11 50000 2-4"]],
    [{ "11": [{ minAmt: 0, installment: "2" }] }, ["11 0 2-2"]],
    [{ "11": [{ ...row, partial: "10(1~4)" }] }, ["11 50000 2-4", "11 50000 10(1~4)"]],
    [{ "11": [{ minAmt: 1, partial: "10(1~4)" }] }, ["11 1 10(1~4)"]],
    [{ "11": [row, { ...row, installment: "02:03:" }] }, ["11 50000 2-4", "null"]],
    [{ "11": [row, { ...row, installment: 2 }] }, ["11 50000 2-4", "null"]],
    [{ "11": [row, { ...row, installment: "" }] }, ["11 50000 2-4", "null"]],
    [{ "11": [row, { ...row, minAmt: -1 }] }, ["11 50000 2-4", "null"]],
    [{ "11": [row, { ...row, minAmt: 0.5 }] }, ["11 50000 2-4", "null"]],
    [{ "11": [row, { ...row, minAmt: "5만" }] }, ["11 50000 2-4", "null"]],
    [{ "11": [row, { ...row, minAmt: "" }] }, ["11 50000 2-4", "null"]],
    [{ "11": [{ ...row, minAmt: "999999999999999" }] }, ["11 999999999999999 2-4"]],
    [{ "11": [row, { ...row, minAmt: "1000000000000000" }] }, ["11 50000 2-4", "null"]],
    [{ "11": [row, { ...row, maxAmt: 40_000 }] }, ["11 50000 2-4", "null"]],
    [{ "11": [row, { ...row, eventToDate: "20261131" }] }, ["11 50000 2-4", "null"]],
    [{ "11": [row, { ...row, partial: "10(1~12)" }] }, ["11 50000 2-4", "null"]],
    [{ "11": [row, null, 7, "row", []] }, ["11 50000 2-4", "null", "null", "null", "null"]],
    [{ "11": [row], "99": [row], "15": {}, toString: [row] }, ["11 50000 2-4", "null", "null", "null"]],
    [{ "11": [] }, undefined],
    [{}, undefined],
    [[row], undefined],
    [null, undefined],
  ])("%j", (cards, expected) => {
    expect(inShort(feed(cards))).toEqual(expected);
  });

  test.each([
    [{ startDate: "20261101", endDate: "2026-11-30" }, "2026-11-01", "2026-11-30"],
    [{ startDate: "20261101" }, "", ""],
    [{ startDate: 20_261_101, endDate: 20_261_130 }, "", ""],
    ["202611", "", ""],
    [null, "", ""],
  ])("the period %j", (period, startDate, endDate) => {
    expect(feed({ "11": [row] }, period)?.offers.period).toEqual({ startDate, endDate });
  });

  test.each(["", "{", "null", "[]", "<html>", '"', '{"cards":'])("%j is no feed", (text) => {
    expect(readJsonFeed(text)).toBeUndefined();
  });
});
