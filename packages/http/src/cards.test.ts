import { brotliCompressSync, brotliDecompressSync, gunzipSync } from "node:zlib";
import { binRecordOf, type BinRow, type ErrorCode } from "@wonflow/core";
import { afterEach, describe, expect, test, vi } from "vitest";
import { basic, openService, requestOf, type Sent } from "../test/open-service.ts";
import type { HttpSettings } from "./index.ts";
import { koreanCardSearch, shippedCatalog } from "@wonflow/card-data";

const row = (bin: string, more: Partial<BinRow> = {}): BinRow => ({
  bin,
  type: "CRD",
  acquirer: "11",
  issuer: "15",
  nickname: "시험카드",
  updatedAt: "2026-11-01",
  providerCode: "",
  kind: "credit",
  ...more,
});

const bins = [row("400000"), row("40000033", { type: "CHK", kind: "gift", providerCode: "K7" })];
const keyless = { headers: { Authorization: null } };

function openBins(settings?: HttpSettings) {
  return openService(settings, undefined, { bins });
}

describe("GET /bin-ko/bin/{bin}", () => {
  test.each([
    ["400000", 200, "400000"],
    ["4000003", 200, "400000"],
    ["40000033", 200, "40000033"],
    ["40000034", 200, "400000"],
    ["4000003399990000", 200, "40000033"],
    ["4000000000110009999999999", 200, "400000"],
    ["40000", 400, "INVALID_REQUEST"],
    ["0", 400, "INVALID_REQUEST"],
    ["40000a", 400, "INVALID_REQUEST"],
    ["4000-0000", 400, "INVALID_REQUEST"],
    ["400000%20", 400, "INVALID_REQUEST"],
    ["-400000", 400, "INVALID_REQUEST"],
    ["%EF%BC%94%EF%BC%90%EF%BC%90%EF%BC%90%EF%BC%90%EF%BC%90", 400, "INVALID_REQUEST"],
    ["400001", 404, "NOT_FOUND_BIN"],
    ["4000010000000000", 404, "NOT_FOUND_BIN"],
  ])("%s", async (digits, status, found) => {
    const { call } = await openBins();
    const answer = await call("GET", `/bin-ko/bin/${digits}`, keyless);
    expect([answer.status, answer.json.code ?? Object(answer.body).bin]).toEqual([status, found]);
    if (status !== 200) expect(answer.json.statusCode).toBe(status);
  });

  test("has the fields of the interface and no other", async () => {
    const { call } = await openBins();
    expect((await call("GET", "/bin-ko/bin/4000003312345678", keyless)).body).toEqual({
      bin: "40000033",
      type: "CHK",
      acquirer: "11",
      issuer: "15",
      nickname: "시험카드",
      updatedAt: "2026-11-01",
      _ProviderCode: "K7",
    });
  });
});

describe("the digits of a card", () => {
  afterEach(() => vi.restoreAllMocks());

  test("are in no answer but the record's BIN, in no report and in no log, also when the store fails", async () => {
    const told: unknown[] = [];
    const writes = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, "write"));
    const number = "4000019876543210";
    const { call } = await openService(
      {
        // A random id may hold any four digits.
        traceId: () => "trace-1",
        report: (error, traceId) => told.push(error instanceof Error ? error.stack : error, traceId),
      },
      (payments) => ({
        ...payments,
        bins: {
          ...payments.bins,
          lookUp: async (digits) => {
            if (digits.endsWith("0")) throw new Error("the store is unreachable");
            return payments.bins.lookUp(digits);
          },
        },
      }),
    );
    const failed = await call("GET", `/bin-ko/bin/${number}`, keyless);
    expect([failed.status, told.length]).toEqual([500, 2]);
    const refused = [
      await call("GET", `/bin-ko/bin/${number}1`, keyless),
      await call("GET", `/bin-ko/bin/${number}x`, keyless),
      await call("POST", `/bin-ko/bin/${number}`, keyless),
      await call("GET", `/bin-ko/bin/${number}/more`, keyless),
    ];
    expect(refused.map(({ status }) => status)).toEqual([404, 400, 405, 404]);
    const said = [failed, ...refused].map(({ text, headers }) => text + JSON.stringify([...headers]));
    const written = writes.flatMap(({ mock }) => mock.calls.map(([text]) => String(text)));
    expect([...said, ...told.map(String), ...written].join("\n")).not.toMatch(/40000198|7654/);
  });
});

describe("GET /bin-ko/json", () => {
  const withBrotli: HttpSettings = {
    compressions: { br: async (bytes) => new Uint8Array(brotliCompressSync(bytes)) },
  };

  async function list(settings: HttpSettings | undefined, headers: Sent["headers"]) {
    const { handler, payments } = await openBins(settings);
    const get = async (more: Sent["headers"] = headers) => {
      const response = await handler(requestOf("GET", "/bin-ko/json", { headers: { Authorization: null, ...more } }));
      return {
        status: response.status,
        headers: response.headers,
        bytes: new Uint8Array(await response.arrayBuffer()),
      };
    };
    return { get, payments };
  }

  const records = bins.map(binRecordOf);
  const parse = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes)) as unknown;

  test.each([
    [null, null],
    ["gzip", "gzip"],
    ["gzip, deflate, br", "gzip"],
    ["br", null],
    ["gzip;q=0", null],
    ["GZIP; Q=0.000", null],
    ["gzip;q=0, *", null],
    ["*;q=0", null],
    ["*", "gzip"],
    ["identity, gzip;q=0.5", null],
  ])("without a compressor of its host, for Accept-Encoding %s: %s", async (accepted, coding) => {
    const { get } = await list(undefined, { "Accept-Encoding": accepted });
    const { status, headers, bytes } = await get();
    expect([status, headers.get("Content-Encoding"), headers.get("Vary")]).toEqual([200, coding, "Accept-Encoding"]);
    expect(parse(coding === "gzip" ? gunzipSync(bytes) : bytes)).toEqual(records);
  });

  test("in brotli where the host compresses so", async () => {
    const { get } = await list(withBrotli, { "Accept-Encoding": "gzip, br" });
    const { headers, bytes } = await get();
    expect(headers.get("Content-Encoding")).toBe("br");
    expect(parse(brotliDecompressSync(bytes))).toEqual(records);
  });

  test("again after compressing failed once, and compressed once for all requests", async () => {
    let asked = 0;
    const gzip = async (bytes: Uint8Array<ArrayBuffer>) => {
      asked += 1;
      if (asked === 1) throw new Error("out of memory");
      return bytes;
    };
    const { get } = await list({ compressions: { gzip } }, { "Accept-Encoding": "gzip" });
    const statuses = [await get(), await get(), await get()].map(({ status }) => status);
    expect([statuses, asked]).toEqual([[500, 200, 200], 2]);
  });

  test("304 by its strong ETag, which differs by coding and changes with the table", async () => {
    const { get, payments } = await list(undefined, { "Accept-Encoding": "gzip" });
    const etag = (await get()).headers.get("ETag") ?? "";
    expect(etag).toMatch(/^"[^"]+"$/);
    const plain = (await get({ "Accept-Encoding": null })).headers.get("ETag") ?? "";
    expect(plain).not.toBe(etag);
    const asking = (tag: string) => get({ "Accept-Encoding": "gzip", "If-None-Match": tag });
    for (const same of [etag, `W/${etag}`, `"x", ${etag}`, "*"]) {
      const { status, bytes, headers } = await asking(same);
      expect([status, bytes.byteLength, headers.get("ETag"), headers.get("Content-Encoding")]).toEqual([
        304,
        0,
        etag,
        null,
      ]);
    }
    for (const other of ['"x"', plain, etag.replaceAll('"', "")]) expect((await asking(other)).status).toBe(200);
    await payments.bins.import([...bins, row("400001")]);
    const { status, bytes, headers } = await asking(etag);
    expect([status, headers.get("ETag") === etag]).toEqual([200, false]);
    expect(parse(gunzipSync(bytes))).toHaveLength(3);
  });
});

test("GET /bin-ko/enums has every code", async () => {
  const { call } = await openBins();
  const { status, body } = await call("GET", "/bin-ko/enums", keyless);
  const { CardCompany, CardCompanyExtended, CardCompanyGlobal } = body as Record<string, Record<string, string>>;
  expect(status).toBe(200);
  expect(
    Object.keys({ ...CardCompanyExtended, ...CardCompanyGlobal })
      .toSorted()
      .join(" "),
  ).toBe("11 15 21 24 30 31 33 34 35 36 37 38 39 3A 3C 3K 41 42 46 4J 4M 4V 51 61 62 6D 71 7A 91 W1");
  expect(Object.keys(CardCompanyExtended ?? {}).filter((code) => CardCompany?.[code] === undefined)).toEqual(["33"]);
  expect([CardCompany?.["W1"], CardCompanyExtended?.["33"], CardCompanyGlobal?.["4V"]]).toEqual([
    "우리",
    "우리BC",
    "Visa",
  ]);
});

describe.each(["/bin-ko/bin/400000", "/bin-ko/json", "/bin-ko/enums"])("where %s asks for a key", (path) => {
  test.each([
    [null, 401, "UNAUTHORIZED_KEY"],
    [basic("test_sk_docs"), 200, undefined],
    [basic("test_ck_docs"), 200, undefined],
    ["Basic test_ck_docs:", 200, undefined],
    [basic("test_sk_unknown"), 401, "UNAUTHORIZED_KEY"],
    ["Bearer x", 403, "INCORRECT_BASIC_AUTH_FORMAT"],
  ])("%s", async (authorization, status, code) => {
    const { handler } = await openBins({ cardLookUps: "key" });
    const response = await handler(requestOf("GET", path, { headers: { Authorization: authorization } }));
    const body = (await response.json()) as { code?: ErrorCode };
    expect([response.status, body.code]).toEqual([status, code]);
    if (path !== "/bin-ko/json" || status !== 200) return;
    expect(response.headers.get("Cache-Control")).toBe("private, max-age=60");
    expect(response.headers.get("Vary")).toBe("Authorization, Accept-Encoding");
  });
});

const cardData = { catalog: shippedCatalog, indexCatalog: koreanCardSearch };
const searchPath = "/card-catalogs/search";

function openCatalog(settings?: HttpSettings) {
  return openService(settings, undefined, cardData);
}

test.each([
  ["?name=%EB%85%B8%EC%9D%84%20%EB%A7%88", 200, 1],
  ["?name=zero&acquirer=61", 200, 1],
  ["?acquirer=41", 200, 6],
  ["?acquirer=99", 200, 0],
  ["?name=zzzzzzzz", 200, 0],
  ["?name=%00", 200, 0],
  ["", 400, undefined],
  ["?name=&acquirer=", 400, undefined],
  ["?name=&acquirer=41", 400, undefined],
  ["?name=zero&acquirer=", 400, undefined],
  ["?name=zero&acquirer=%20", 400, undefined],
  ["?title=zero", 400, undefined],
  [`?name=${"a".repeat(101)}`, 400, undefined],
])("GET /card-catalogs/search%s", async (query, status, found) => {
  const { call } = await openCatalog();
  const answer = await call("GET", searchPath + query, keyless);
  const { data } = answer.body as { data?: readonly unknown[] };
  expect([answer.status, data?.length]).toEqual([status, found]);
  if (status === 400) expect(answer.json).toMatchObject({ statusCode: 400, message: expect.any(String) });
});

test.each([
  ["name", "?name=&acquirer=41"],
  ["acquirer", "?name=zero&acquirer="],
])("an empty %s is refused by its name, and does not stand for none", async (field, query) => {
  const { call } = await openCatalog();
  const { json } = await call("GET", searchPath + query, keyless);
  expect([json.code, json.details]).toMatchObject(["INVALID_REQUEST", [{ field }]]);
});

test("an answer holds whole cards, the most similar first", async () => {
  const { call } = await openCatalog();
  const { body } = await call("GET", `${searchPath}?name=${encodeURIComponent("ㅁㅇㅍㅇㅌ")}`, keyless);
  expect((body as { data: readonly unknown[] }).data[0]).toEqual(
    shippedCatalog.find(({ name }) => name === "모아 포인트"),
  );
});

test("a setting asks for a key", async () => {
  const { call } = await openCatalog({ cardLookUps: "key" });
  expect((await call("GET", `${searchPath}?acquirer=41`, keyless)).status).toBe(401);
  expect(
    (await call("GET", `${searchPath}?acquirer=41`, { headers: { Authorization: basic("test_ck_docs") } })).status,
  ).toBe(200);
});
