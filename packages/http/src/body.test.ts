import { describe, expect, test } from "vitest";
import { openService, order, read, requestOf, type Sent } from "../test/open-service.ts";

const path = "/px/payfront/sessions";
const limit = 64 * 1024;
const bytes = (text: string) => new TextEncoder().encode(text);

/** A good request of exactly this many bytes. */
function bodyOf(size: number): string {
  const text = JSON.stringify(order);
  return text + " ".repeat(size - bytes(text).length);
}

/**
 * A body in pieces without an announced length; records how many pieces were read, and whether the stream was canceled.
 */
function inPieces(pieces: readonly Uint8Array[], end: "close" | "error" | "never" = "close") {
  const seen = { taken: 0, canceled: false };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = pieces[seen.taken] ?? (end === "never" ? pieces[0] : undefined);
        seen.taken += 1;
        if (piece !== undefined) controller.enqueue(piece);
        else if (end === "error") controller.error(new Error("connection reset"));
        else controller.close();
      },
      cancel() {
        seen.canceled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, seen };
}

describe("a Content-Type of", () => {
  const good = [
    null,
    "application/json",
    "application/json; charset=utf-8",
    'application/json;charset="UTF-8"',
    "Application/JSON",
    "application/vnd.shop.order+json",
    "application/merge-patch+json; version=1",
  ];
  test.each(good)("%j is read as JSON", async (type) => {
    const { call } = await openService();
    expect((await call("POST", path, { body: order, headers: { "Content-Type": type } })).status).toBe(201);
  });

  const foreign = [
    "text/plain;charset=UTF-8",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonp",
    "application/json; charset=euc-kr",
    "json",
    "text/json+x",
  ];
  test.each(foreign)("%j is foreign", async (type) => {
    const { call } = await openService();
    const { status, json } = await call("POST", path, { body: order, headers: { "Content-Type": type } });
    expect([status, json.code, json.details?.[0]?.field]).toEqual([415, "UNSUPPORTED_MEDIA_TYPE", "Content-Type"]);
  });
});

test("a compressed body is foreign too", async () => {
  const { call } = await openService();
  const { status, json } = await call("POST", path, { body: order, headers: { "Content-Encoding": "gzip" } });
  expect([status, json.code, json.details?.[0]?.field]).toEqual([415, "UNSUPPORTED_MEDIA_TYPE", "Content-Encoding"]);
});

describe("the limit of 64 KiB", () => {
  test("lets a body of exactly so much in, whole or in pieces", async () => {
    const { call } = await openService();
    const text = bodyOf(limit);
    expect(bytes(text)).toHaveLength(limit);
    expect((await call("POST", path, { raw: text })).status).toBe(201);
    const { stream } = inPieces([bytes(text).slice(0, 1_000), bytes(text).slice(1_000)]);
    expect((await call("POST", path, { raw: stream })).status).toBe(201);
  });

  test("keeps one byte more out", async () => {
    const { call } = await openService();
    const { status, json } = await call("POST", path, { raw: bodyOf(limit + 1) });
    expect([status, json.code, json.details?.[0]?.field]).toEqual([413, "REQUEST_TOO_LARGE", "body"]);
  });

  test("holds for a body without a Content-Length, and the rest of it is not read", async () => {
    const { call } = await openService();
    const { stream, seen } = inPieces([new Uint8Array(1_024).fill(32)], "never");
    const { status, json } = await call("POST", path, { raw: stream });
    expect([status, json.code]).toEqual([413, "REQUEST_TOO_LARGE"]);
    expect(seen).toEqual({ taken: 65, canceled: true });
  });

  test("is refused by the announced length before anything is read", async () => {
    const { call } = await openService();
    const { stream, seen } = inPieces([bytes("{}")]);
    const headers = { "Content-Length": String(limit + 1) };
    expect((await call("POST", path, { raw: stream, headers })).status).toBe(413);
    expect(seen.taken).toBe(0);
  });
});

describe("a body is no JSON, and the answer says where, that", () => {
  const rows: readonly (readonly [what: string, sent: Sent, problem: string])[] = [
    ["is missing", {}, "is empty"],
    ["is empty", { raw: "" }, "is empty"],
    ["is blank", { raw: " \n" }, "is empty"],
    ["ends in an object", { raw: '{"orderId":"order-1"' }, "ends before the JSON is complete, after 20 characters"],
    ["ends in a text", { raw: '{"orderId":"ord' }, "ends before the JSON is complete, after 15 characters"],
    ["ends in a word", { raw: '{"kyc": nul' }, "ends before the JSON is complete, after 11 characters"],
    ["ends after an opening brace", { raw: "{" }, "ends before the JSON is complete, after 1 characters"],
    ["has text after its end", { raw: '{"a":1}}' }, "is not JSON at line 1, column 8"],
    ["has a comma too many", { raw: '{"a":1,\n "b":2,}' }, "is not JSON at line 2, column 8"],
    ["has names without quotes", { raw: "{orderId:1}" }, "is not JSON at line 1, column 2"],
    ["has a comma at the end of a list", { raw: "[1,]" }, "is not JSON"],
    ["is a form", { raw: "orderId=1" }, "is not JSON"],
    ["is half a character", { raw: new Uint8Array([0x22, 0xea, 0xb0, 0x22]) }, "is not valid UTF-8"],
    ["ends in half a character", { raw: new Uint8Array([0x22, 0xea, 0xb0]) }, "is not valid UTF-8"],
    ["is UTF-16", { raw: new Uint8Array([0xff, 0xfe, 0x7b, 0, 0x7d, 0]) }, "is not valid UTF-8"],
    ["breaks off", { raw: inPieces([bytes('{"a":1')], "error").stream }, "broke off before it was complete"],
  ];

  test.each(rows)("%s", async (_what, sent, problem) => {
    const { call } = await openService();
    const { status, json } = await call("POST", path, sent);
    expect([status, json.code, json.details?.[0]?.field]).toEqual([400, "INVALID_JSON", "body"]);
    expect(json.details?.[0]?.problem.slice(0, problem.length)).toBe(problem);
  });
});

test("a character may be cut in two by the pieces of a body, and a byte order mark is skipped", async () => {
  const { call } = await openService();
  const text = new Uint8Array([0xef, 0xbb, 0xbf, ...bytes(JSON.stringify(order))]);
  const { stream } = inPieces([...text].map((byte) => new Uint8Array([byte])));
  expect((await call("POST", path, { raw: stream })).status).toBe(201);
  expect((await call("GET", `/px/intents/orders/${order.orderId}`)).body).toMatchObject({ orderName: "녹차 100g" });
});

test.each(["null", "7", '"text"', "[]", "[{}]", "true"])("%s is JSON, but no request", async (raw) => {
  const { call } = await openService();
  const { status, json } = await call("POST", path, { raw });
  expect([status, json.code, json.details?.[0]?.field]).toEqual([400, "INVALID_REQUEST", "body"]);
});

test("lists nested as deep as the limit allows are no trouble", async () => {
  const { call } = await openService();
  const raw = "[".repeat(limit / 2) + "]".repeat(limit / 2);
  expect((await call("POST", path, { raw })).json.code).toBe("INVALID_REQUEST");
  const metadata = `{"metadata":${raw.slice(400, -400)},${JSON.stringify(order).slice(1)}`;
  expect((await call("POST", path, { raw: metadata })).json.code).toBe("INVALID_METADATA");
});

test("what was in a broken body is not in the answer", async () => {
  const { call, openSession } = await openService();
  const headers = { Authorization: `Bearer ${await openSession()}` };
  for (const raw of ['{"number":"4000000000110009', "4000000000110009x", '["4000000000110009",]']) {
    const { json, text } = await call("POST", "/checkout/session/authenticate", { headers, raw });
    expect(json.code).toBe("INVALID_JSON");
    expect(text).not.toContain("4000");
  }
});

test("a body that something read before us is named as what it is", async () => {
  const { handler } = await openService();
  const consumed = requestOf("POST", path, { body: order });
  await consumed.text();
  const locked = requestOf("POST", path, { body: order });
  const reader = locked.body?.getReader();
  for (const request of [consumed, locked]) {
    const { status, json } = await read(await handler(request));
    expect([status, json.code]).toEqual([500, "FAILED_INTERNAL_SYSTEM_PROCESSING"]);
    expect(json.details?.[0]?.problem).toMatch(/mount Wonflow before any body parser, such as express\.json\(\)/);
  }
  reader?.releaseLock();
});
