import { catalogCardSchema, bindPayments, type CatalogCard } from "@wonflow/core";
import { memoryStore } from "@wonflow/store-memory";
import { fakeClock, sequentialIds, testVault } from "@wonflow/testkit";
import { describe, expect, test } from "vitest";

import { koreanCardSearch, readCatalog, shippedCatalog, TableError } from "../index.ts";

function service(catalog = shippedCatalog) {
  return bindPayments({
    store: memoryStore(),
    gateways: {},
    cardData: { catalog, indexCatalog: koreanCardSearch },
    clock: fakeClock(Date.UTC(2026, 10, 20)),
    ids: sequentialIds(),
    vault: testVault(),
  });
}

async function* chunksOf(...parts: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield typeof part === "string" ? new TextEncoder().encode(part) : part;
}

const [first, second] = shippedCatalog;
if (first === undefined || second === undefined) throw new Error("no cards ship");

describe("what ships", () => {
  test("is at least sixty cards with every field of the interface, each once", () => {
    expect(shippedCatalog.length).toBeGreaterThanOrEqual(60);
    for (const card of shippedCatalog) {
      expect(catalogCardSchema.strict().parse(card)).toEqual(card);
      expect(card.benefits.length).toBeGreaterThan(0);
      expect(card.thumbnails.length).toBeGreaterThan(0);
      expect(Object.keys(card.annualFeeInternational).length).toBeGreaterThan(0);
      for (const { details } of card.benefits) expect(details?.length).toBeGreaterThan(0);
    }
    for (const field of ["id", "name", "ref"] as const) {
      expect(new Set(shippedCatalog.map((card) => card[field])).size).toBe(shippedCatalog.length);
    }
  });

  test("no card is named after a company, and pictures are at an example domain", () => {
    const companies = /신한|국민|삼성|현대|롯데|하나|우리카드|농협|카카오|토스|비씨|\bKB\b|\bBC\b/i;
    expect(shippedCatalog.filter(({ name }) => companies.test(name))).toEqual([]);
    const pictures = shippedCatalog.flatMap(({ thumbnails }) => thumbnails);
    expect(pictures.filter((url) => !new URL(url).hostname.endsWith(".example"))).toEqual([]);
  });
});

describe("a search", () => {
  const names = async (query: { name?: string; acquirer?: string }, payments = service()) => {
    const found = await payments.catalog.search(query);
    return found.ok ? found.value.data.map(({ name }) => name) : found.error.code;
  };
  const ofCompany = (code: string) =>
    shippedCatalog.filter(({ acquirer }) => acquirer === code).map(({ name }) => name);

  test("by company alone has all of its cards, by name", async () => {
    expect(await names({ acquirer: "41" })).toEqual(ofCompany("41").toSorted());
  });

  test("by name and company has what fits both, in the order of the name alone", async () => {
    const both = await names({ name: "체크", acquirer: "11" });
    const all = await names({ name: "체크" });
    expect(both).toEqual((all as readonly string[]).filter((name) => ofCompany("11").includes(name)));
    expect(both).toEqual(["첫걸음 체크"]);
    expect(await names({ name: "노을", acquirer: "41" })).toEqual([]);
  });

  test.each([
    [{ acquirer: "99" }, []],
    [{ name: "없는카드이름" }, []],
    [{}, "INVALID_REQUEST"],
    [{ name: "  ", acquirer: " " }, "INVALID_REQUEST"],
    [{ name: "", acquirer: "41" }, "INVALID_REQUEST"],
    [{ name: "노을", acquirer: "" }, "INVALID_REQUEST"],
    [{ name: "가".repeat(101) }, "INVALID_REQUEST"],
  ])("%j", async (query, expected) => expect(await names(query)).toEqual(expected));

  test("by name has at most a hundred, and the company is looked for among all of them", async () => {
    const many = Array.from({ length: 300 }, (_, at): CatalogCard => {
      return {
        ...first,
        id: `5f0c9a3e-7d1b-4c2a-9e60-${String(at).padStart(12, "0")}`,
        acquirer: at < 250 ? "11" : "41",
      };
    });
    expect(await names({ name: first.name }, service(many))).toHaveLength(100);
    expect(await names({ name: first.name, acquirer: "41" }, service(many))).toHaveLength(50);
  });
});

describe("an import", () => {
  test("says what it changed, and is searched at once", async () => {
    const payments = service([first, second]);
    const renamed = { ...second, name: "새 이름" };
    const added = { ...first, id: "5f0c9a3e-7d1b-4c2a-9e60-0000000000ff", name: "더해진 카드" };
    expect(await payments.catalog.import([renamed, added])).toMatchObject({
      value: { cards: 2, added: [added.id], changed: [second.id], removed: [first.id] },
    });
    expect(await payments.catalog.search({ name: "더해진" })).toEqual({ ok: true, value: { data: [added] } });
    expect(await payments.catalog.search({ name: first.name })).toEqual({ ok: true, value: { data: [] } });
  });

  test.each([
    ["nothing", []],
    ["an invalid card", [first, { ...second, acquirer: "99" }]],
  ])("of %s is refused whole", async (_, cards) => {
    const payments = service([first]);
    expect(await payments.catalog.import(cards)).toMatchObject({ error: { code: "INVALID_REQUEST" } });
    expect(await payments.catalog.search({ name: first.name })).toMatchObject({
      value: { data: [{ id: first.id }] },
    });
  });
});

describe("a file", () => {
  test.each([
    ["a list", JSON.stringify(shippedCatalog)],
    ["the answer of a search, with a byte order mark", `\uFEFF${JSON.stringify({ data: shippedCatalog })}`],
  ])("of %s comes back as it is", async (_, text) => {
    const bytes = new TextEncoder().encode(text);
    const { cards, skipped, duplicates } = await readCatalog(chunksOf(bytes.slice(0, 1_001), bytes.slice(1_001)));
    expect([cards, skipped, duplicates]).toEqual([shippedCatalog, [], []]);
  });

  test("with invalid entries and ids that come twice", async () => {
    const later = { ...first, name: "나중" };
    const entries = [first, { ...second, acquirer: "??" }, 7, later];
    const { cards, read, skipped, duplicates } = await readCatalog(chunksOf(JSON.stringify(entries)));
    expect([cards, read, duplicates]).toEqual([[later], 4, [first.id]]);
    expect(skipped).toEqual([
      { place: 2, reason: expect.stringContaining("acquirer: must be a card company code") },
      { place: 3, reason: expect.stringContaining("entry:") },
    ]);
  });

  test.each([
    ["", /not valid JSON/],
    ["[{", /not valid JSON/],
    ["{}", /must be a JSON list of cards/],
    ['"cards"', /must be a JSON list of cards/],
    [Uint8Array.of(0xff, 0xfe), /UTF-8/],
  ])("%j is refused whole", async (text, problem) => {
    const refused = await readCatalog(chunksOf(text)).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(TableError);
    expect(String(refused)).toMatch(problem);
  });
});
