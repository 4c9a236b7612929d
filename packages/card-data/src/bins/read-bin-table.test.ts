import { createReadStream, readFileSync } from "node:fs";
import path from "node:path";

import { bindPayments, type BinRow } from "@wonflow/core";
import { memoryStore } from "@wonflow/store-memory";
import { fakeClock, sequentialIds, testVault } from "@wonflow/testkit";
import { describe, expect, test } from "vitest";

import { readBinTable, TableError } from "../index.ts";

const today = "2026-11-20";
const smallTable = path.join(import.meta.dirname, "../../test/small-table.csv");

/** Our own table, and a real one where WONFLOW_BIN_TABLE names it. */
const real = process.env["WONFLOW_BIN_TABLE"];
const tables = [smallTable, ...(real === undefined || real === "" ? [] : [real])];

async function* chunksOf(...parts: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield typeof part === "string" ? new TextEncoder().encode(part) : part;
}

const header = "발급사,BIN,전표인자명,신용/체크,등록/수정일자,변경사항,비고\n";

function read(text: string) {
  return readBinTable(chunksOf(header + text), today);
}

function service() {
  const clock = fakeClock(Date.UTC(2026, 10, 20));
  return bindPayments({ store: memoryStore(), gateways: {}, clock, ids: sequentialIds(), vault: testVault() });
}

/** The first eight digits of a number that begins with a BIN, and the rest made up. */
function numberFrom(bin: string, filling: string): string {
  return (bin + filling.repeat(16)).slice(0, 16);
}

/** The row that a number must lead to, found the slow way. */
function expectedRow(rows: readonly BinRow[], number: string): BinRow | undefined {
  const matching = rows.filter(({ bin }) => number.startsWith(bin));
  return matching.toSorted((a, b) => b.bin.length - a.bin.length)[0];
}

describe.each(tables)("a whole table, imported (%#)", (file) => {
  test("every row answers for its own digits, and for numbers that begin with them unless a longer row exists", async () => {
    const payments = service();
    const { rows, read: count, skipped, duplicates } = await readBinTable(createReadStream(file), today);
    expect(rows.length + skipped.length + duplicates.length).toBe(count);
    const imported = await payments.bins.import(rows);
    expect(imported).toMatchObject({ ok: true, value: { rows: rows.length } });
    let ownDigits = 0;
    let fullNumbers = 0;
    for (const { kind: _, providerCode, ...row } of rows) {
      expect(await payments.bins.lookUp(row.bin)).toEqual({ ok: true, value: { ...row, _ProviderCode: providerCode } });
      ownDigits += 1;
      for (const filling of ["0", "1", "5", "9"]) {
        const number = numberFrom(row.bin, filling);
        const answer = await payments.bins.lookUp(number);
        expect(answer.ok && answer.value.bin).toBe(expectedRow(rows, number)?.bin);
        fullNumbers += 1;
      }
    }
    expect([ownDigits, fullNumbers]).toEqual([rows.length, rows.length * 4]);
  });

  test("eight digits win over six also where they disagree, and other numbers of the six keep theirs", async () => {
    const payments = service();
    const { rows } = await readBinTable(createReadStream(file), today);
    await payments.bins.import(rows);
    const six = new Map(rows.filter(({ bin }) => bin.length === 6).map((row) => [row.bin, row]));
    const pairs = rows.flatMap((row) => {
      const parent = row.bin.length === 8 ? six.get(row.bin.slice(0, 6)) : undefined;
      return parent === undefined ? [] : [{ row, parent }];
    });
    const disagreeing = pairs.filter(({ row, parent }) => row.issuer !== parent.issuer || row.type !== parent.type);
    expect(disagreeing.length).toBeGreaterThan(0);
    for (const { row, parent } of pairs) {
      const child = await payments.bins.lookUp(numberFrom(row.bin, "7"));
      expect(child).toMatchObject({ value: { bin: row.bin, issuer: row.issuer, type: row.type } });
      const used = new Set(rows.map(({ bin }) => bin));
      const free = Array.from({ length: 100 }, (_, index) => parent.bin + String(index).padStart(2, "0"));
      const elsewhere = free.find((bin) => !used.has(bin)) ?? "";
      expect(await payments.bins.lookUp(numberFrom(elsewhere, "7"))).toMatchObject({ value: { bin: parent.bin } });
    }
  });
});

test("our own table, row by row", async () => {
  const { rows, ...report } = await readBinTable(createReadStream(smallTable), today);
  const short = rows.map(({ bin, type, acquirer, issuer, kind, updatedAt }) =>
    [bin, type, acquirer || "--", issuer || "--", kind, updatedAt].join(" "),
  );
  expect(short).toEqual([
    "400010 CRD 31 31 credit 2026-11-20",
    "400011 CRD 33 33 credit 2024-11-01",
    "400012 CRD W1 W1 credit 2024-11-05",
    "400013 CHK 11 15 debit 2026-04-30",
    "400014 CHK 21 24 debit 2026-11-20",
    "400015 CRD 31 3K credit 2026-11-20",
    "400016 CHK 41 41 gift 2026-11-20",
    "400020 CRD 51 51 credit 2026-11-20",
    "40002001 CRD 61 61 credit 2026-11-20",
    "40002002 CHK 51 51 debit 2026-11-20",
    "40002003 CRD 51 51 credit 2026-11-20",
    "400030 CRD -- -- credit 2026-11-20",
    "40004001 CRD 71 71 credit 2026-04-01",
    "940050 CHK 91 91 debit 2026-04-01",
    "40005001 CHK -- -- debit 2026-11-20",
    "400050 CRD 11 11 credit 2026-11-20",
  ]);
  expect(report).toEqual({
    read: 17,
    skipped: [],
    duplicates: [{ line: 15, bin: "940050", reason: "line 16 has the same BIN and replaces this one" }],
    unknownIssuers: new Map([
      ["가상카드", 1],
      ["지역카드", 1],
    ]),
    withdrawn: 1,
  });
});

describe("a row", () => {
  test.each([
    ["롯데카드,40001,이름,신용,,,", "BIN must have 6 or 8 digits"],
    ["롯데카드,4000100,이름,신용,,,", "BIN must have 6 or 8 digits"],
    ["롯데카드,40001a,이름,신용,,,", "BIN must have 6 or 8 digits"],
    ["롯데카드,,이름,신용,,,", "BIN must have 6 or 8 digits"],
    ["롯데카드,400010,이름,선불,,,", "신용/체크 must be one of 신용, 체크, 기프트, not 선불"],
    ["롯데카드,400010,이름,constructor,,,", "신용/체크 must be one of 신용, 체크, 기프트, not constructor"],
    ["롯데카드,400010,이름,신용,2024. 13,,", "등록/수정일자 must be a date, not 2024. 13"],
    ["롯데카드,400010,이름,신용,2024. 02. 30,,", "등록/수정일자 must be a date, not 2024. 02. 30"],
    ["롯데카드,400010,이름,신용,언젠가,,", "등록/수정일자 must be a date, not 언젠가"],
    [`롯데카드,400010,${"가".repeat(101)},신용,,,`, "전표인자명 must have at most 100 characters"],
  ])("that cannot be taken is skipped: %s", async (text, reason) => {
    const { rows, skipped } = await read(`${text}\n현대카드,400011,현대,신용,,,\n`);
    expect(rows.map(({ bin }) => bin)).toEqual(["400011"]);
    expect(skipped).toEqual([{ line: 2, bin: text.split(",")[1], reason }]);
  });

  test.each([
    ["", "2026-11-20"],
    ["2024. 11", "2024-11-01"],
    ["2024.1", "2024-01-01"],
    ["2024. 2. 29.", "2024-02-29"],
    ["2024-03-05", "2024-03-05"],
    ["20240306", "2024-03-06"],
  ])("has the date %s as %s", async (date, updatedAt) => {
    expect((await read(`롯데카드,400010,이름,신용,${date},,\n`)).rows[0]?.updatedAt).toBe(updatedAt);
  });

  test.each(["없는카드", "constructor", "__proto__", "BC", "비씨카드"])(
    "of an issuer without a code is taken without a guess: %s",
    async (name) => {
      const { rows, unknownIssuers } = await read(`${name},400010,이름,신용,,,\n`);
      expect(rows).toMatchObject([{ acquirer: "", issuer: "" }]);
      expect([...unknownIssuers]).toEqual([[name, 1]]);
    },
  );
});

describe("a file", () => {
  const row = "롯데카드,400010,이름,신용,,,\n";

  test("may begin with a byte order mark, have Windows line ends and come in any pieces", async () => {
    const bytes = new TextEncoder().encode(`\uFEFF${(header + row).replaceAll("\n", "\r\n")}`);
    const pieces = Array.from(bytes, (byte) => Uint8Array.of(byte));
    const { rows } = await readBinTable(chunksOf(...pieces), today);
    expect(rows).toMatchObject([{ bin: "400010", nickname: "이름" }]);
  });

  test.each([
    ["that is empty", "", /empty/],
    ["without a column", "발급사,BIN\n롯데카드,400010\n", /lacks these columns: 전표인자명/],
    ["that was cut off in a row", `${header}${row}롯데카드,4000`, /not valid CSV/],
    ["with a quote that never ends", `${header}"롯데카드,400010,이름,신용,,,\n${row}`, /not valid CSV/],
    ["with a cell too many", `${header}${row}롯데카드,400010,이름,신용,,,,덤\n`, /not valid CSV/],
  ])("%s is refused whole", async (_, text, problem) => {
    const refused = await readBinTable(chunksOf(text), today).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(TableError);
    expect(String(refused)).toMatch(problem);
  });

  test("in another encoding is refused whole", async () => {
    // The header's first word in EUC-KR.
    const euckr = Uint8Array.of(0xb9, 0xdf, 0xb1, 0xde, 0xbb, 0xe7);
    await expect(readBinTable(chunksOf(euckr, ",BIN\n"), today)).rejects.toThrow("not in UTF-8");
  });
});

test.each(tables.slice(1))("no row of a real table is in what ships (%#)", async (file) => {
  const { shippedBins } = await import("../index.ts");
  const text = readFileSync(file, "utf8");
  const { rows } = await readBinTable(chunksOf(text), today);
  const theirs = new Set(rows.map(({ bin }) => bin));
  expect(shippedBins.filter(({ bin }) => theirs.has(bin))).toEqual([]);
});
