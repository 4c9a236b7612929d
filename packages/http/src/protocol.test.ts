import { ok, refuse, StoreUnavailable, type Payments } from "@wonflow/core";
import { describe, expect, test } from "vitest";
import { exchangeOf } from "../test/exchange.ts";
import { openService, order, orderId, read, requestOf } from "../test/open-service.ts";
import type { Endpoint } from "./route.ts";
import { createRouter } from "./router.ts";
import { routes } from "./routes.ts";

/** Payments whose look-up does this instead. */
const lookingUp = (lookUp: Payments["intents"]["lookUp"]) => (payments: Payments) => ({
  ...payments,
  intents: { ...payments.intents, lookUp },
});

describe("what is not there", () => {
  const paths = [
    "/",
    "/px",
    "/px/intents",
    "/px/intents/",
    "/px//intents/x",
    "/px/intents/x/y",
    "/PX/intents/x",
    "/px/intents/orders/a/b/cancel",
    "/%",
    "/%E0%A4%A",
    "/..%2f..%2fetc/passwd",
  ];
  test.each(paths)("%s is 404 in the one shape", async (path) => {
    const { call } = await openService();
    for (const method of ["GET", "POST", "DELETE", "OPTIONS"]) {
      const { status, body } = await call(method, path);
      expect(status).toBe(404);
      expect(body).toEqual({
        statusCode: 404,
        code: "NOT_FOUND_PATH",
        message: expect.any(String),
        traceId: "trace-1",
      });
    }
  });

  const names = ["%", "%zz", "%E0%A4%A", "%00", "a%2Fb", "..", "%ED%95%9C", "x".repeat(5_000), "k k", "%252F", "null"];
  test.each(names)("a payment or order called %s is not found", async (name) => {
    const { call } = await openService();
    for (const path of [`/px/intents/a${name}`, `/px/intents/orders/a${name}`]) {
      const { status, json } = await call("GET", path);
      expect([status, json.code]).toEqual([404, "NOT_FOUND_PAYMENT"]);
      const cancel = await call("POST", `${path}/cancel`, { body: { cancelReason: "-" } });
      expect([cancel.status, cancel.json.code]).toEqual([404, "NOT_FOUND_PAYMENT"]);
    }
  });

  test("a percent-encoded order id is the order id", async () => {
    const { call, openSession } = await openService();
    await openSession();
    expect((await call("GET", `/px/intents/orders/${orderId.replace("-", "%2D")}`)).status).toBe(200);
  });
});

describe("a method that a path does not take", () => {
  const rows: readonly (readonly [method: string, path: string, allow: string])[] = [
    ["GET", "/px/payfront/sessions", "POST, OPTIONS"],
    ["PUT", "/px/payfront/sessions", "POST, OPTIONS"],
    ["GET", "/px/intents/confirm", "POST, OPTIONS"],
    ["POST", "/px/intents/000000000000000000001", "GET, HEAD, OPTIONS"],
    ["DELETE", `/px/intents/orders/${orderId}`, "GET, HEAD, OPTIONS"],
    ["GET", `/px/intents/orders/${orderId}/cancel`, "POST, OPTIONS"],
    ["PATCH", "/px/intents/000000000000000000001/cancel", "POST, OPTIONS"],
    ["POST", "/checkout/session", "GET, HEAD, OPTIONS"],
    ["POST", "/healthz", "GET, HEAD, OPTIONS"],
    ["POST", "/openapi.json", "GET, HEAD, OPTIONS"],
  ];
  test.each(rows)("%s %s is 405, which names those that it takes", async (method, path, allow) => {
    const { call } = await openService();
    const { status, json, headers } = await call(method, path);
    expect([status, json.code, headers.get("Allow")]).toEqual([405, "METHOD_NOT_ALLOWED", allow]);
    const options = await call("OPTIONS", path, { headers: { Authorization: null } });
    expect([options.status, options.text, options.headers.get("Allow")]).toEqual([204, "", allow]);
  });
});

test("a path never matches the open part of another, in any order of the routes", async () => {
  const { payments } = await openService();
  for (const inOrder of [routes, routes.toReversed()]) {
    const router = createRouter(inOrder);
    const request = requestOf("POST", "/px/intents/confirm", { body: {} });
    const { json } = await read(await router(exchangeOf(payments, request)));
    expect(json.code).toBe("INVALID_REQUEST");
  }
});

test("HEAD is GET without the body, in success and failure", async () => {
  const { call, openSession } = await openService();
  await openSession();
  const good = await call("HEAD", `/px/intents/orders/${orderId}`);
  expect([good.status, good.text, good.headers.get("Content-Type")]).toEqual([200, "", "application/json"]);
  const rows = [
    ["/px/intents/none", {}, 404],
    ["/px/intents/none", { headers: { Authorization: null } }, 401],
    ["/px/intents/confirm", {}, 405],
    ["/nowhere", {}, 404],
    ["/healthz", {}, 200],
  ] as const;
  for (const [path, sent, status] of rows) {
    const answer = await call("HEAD", path, sent);
    expect([answer.status, answer.text]).toEqual([status, ""]);
  }
});

describe("an operation that throws", () => {
  const secret = new Error("connect to postgres://wonflow:hunter2@db failed");
  test.each([secret, "a text", undefined, Object.assign(new Error("not found"), { status: 404 })])(
    "%s is one 500, and is reported, never shown",
    async (thrown) => {
      const reports: unknown[] = [];
      const report = (error: unknown, traceId: string) => reports.push([error, traceId]);
      const wrap = lookingUp(() => Promise.reject(thrown as Error));
      const { call } = await openService({ report, traceId: () => "trace-7" }, wrap);
      const { status, body, text, headers } = await call("GET", "/px/intents/x");
      expect(status).toBe(500);
      expect(body).toEqual({
        statusCode: 500,
        code: "FAILED_INTERNAL_SYSTEM_PROCESSING",
        message:
          "시스템에 오류가 발생했어요. 보낸 요청이 처리되었는지 먼저 조회해 주세요. 문의할 때는 traceId를 알려 주세요.",
        traceId: "trace-7",
      });
      expect(headers.get("Trace-Id")).toBe("trace-7");
      expect(text).not.toContain("hunter2");
      expect(reports).toEqual([[thrown, "trace-7"]]);
    },
  );

  test("is answered also where reporting throws, and with HEAD has no body", async () => {
    const report = () => {
      throw new Error("the log is full");
    };
    const { call } = await openService(
      { report },
      lookingUp(() => Promise.reject(secret)),
    );
    expect((await call("GET", "/px/intents/x")).status).toBe(500);
    const head = await call("HEAD", "/px/intents/x");
    expect([head.status, head.text]).toEqual([500, ""]);
  });
});

test("every request has a traceId of its own unless a setting makes it", async () => {
  const { handler } = await openService({});
  const ids = await Promise.all(
    [1, 2].map(async () => {
      const { json, headers } = await read(await handler(requestOf("GET", "/nowhere")));
      expect(headers.get("Trace-Id")).toBe(json.traceId);
      return json.traceId;
    }),
  );
  expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(ids[0]).not.toBe(ids[1]);
});

describe("messages", () => {
  const ko = "결제를 찾을 수 없어요. intentKey나 주문번호가 맞는지, 같은 가맹점과 모드의 키인지 확인해 주세요.";
  const en =
    "There is no such payment for this merchant. " +
    "Check the intentKey or orderId, and that the key belongs to the same merchant and mode.";
  const rows: readonly (readonly [header: string | null, language: string])[] = [
    [null, "ko"],
    ["", "ko"],
    ["*", "ko"],
    ["ko-KR,ko;q=0.9,en-US;q=0.8,en;q=0.7", "ko"],
    ["en-US,en;q=0.9,ko;q=0.8", "en"],
    ["EN", "en"],
    ["fr-FR,fr;q=0.9,en;q=0.5", "en"],
    ["fr", "ko"],
    ["ko,en", "ko"],
    ["ko;q=0.5, en;q=0.6", "en"],
    ["en;q=0", "ko"],
    ["en;q=x", "ko"],
    ["eng", "ko"],
    [";;,,q=1", "ko"],
  ];
  test.each(rows)("with Accept-Language %j are in %s", async (header, language) => {
    const { call } = await openService();
    const { json, headers } = await call("GET", "/px/intents/x", { headers: { "Accept-Language": header } });
    expect(json.message).toBe(language === "ko" ? ko : en);
    expect(headers.get("Content-Language")).toBe(language);
  });
});

test("an error has exactly the fields of the one shape", async () => {
  const { call } = await openService();
  const plain = await call("GET", "/px/intents/x");
  expect(Object.keys(plain.json).filter((name) => !["token", "redirectUrl"].includes(name))).toEqual([
    "statusCode",
    "code",
    "message",
    "traceId",
  ]);
  const detailed = await call("POST", "/px/payfront/sessions", { body: { ...order, orderName: "" } });
  expect(detailed.body).toEqual({
    statusCode: 400,
    code: "INVALID_REQUEST",
    message: "요청에 잘못된 값이 있어요. details에 적힌 항목을 고쳐서 다시 보내 주세요.",
    traceId: "trace-1",
    details: [{ field: "orderName", code: "INVALID_REQUEST", problem: "must not be blank" }],
  });
});

test("Retry-After is sent where waiting helps, and nowhere else", async () => {
  const { call } = await openService({}, (payments) => ({
    ...payments,
    sessions: { create: () => Promise.resolve(refuse("CONCURRENT_REQUEST")) },
  }));
  const busy = await call("POST", "/px/payfront/sessions", { body: order });
  expect([busy.status, busy.headers.get("Retry-After")]).toEqual([409, "1"]);
  expect((await call("GET", "/px/intents/x")).headers.get("Retry-After")).toBe(null);
});

test("nothing may be kept or guessed at, and no page of another origin may read it", async () => {
  const { call, openSession, handler } = await openService();
  await openSession();
  const Origin = "https://evil.example";
  const answers = [
    await call("POST", "/px/payfront/sessions", { body: order, headers: { Origin } }),
    await call("GET", `/px/intents/orders/${orderId}`, { headers: { Origin } }),
    await call("POST", "/px/payfront/sessions", { raw: "{", headers: { Origin } }),
    await call("OPTIONS", "/px/payfront/sessions", { headers: { Origin, "Access-Control-Request-Method": "POST" } }),
    await call("GET", "/px/intents/x", { headers: { Authorization: null } }),
    await call("GET", "/healthz"),
    await read(await handler(requestOf("GET", "/nowhere"))),
  ];
  for (const { headers } of answers) {
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  }
});

describe("a probe of the service", () => {
  test("is answered that it is alive, without a key", async () => {
    const { call } = await openService({ ready: async () => false });
    const { status, body } = await call("GET", "/healthz", { headers: { Authorization: null } });
    expect([status, body]).toEqual([200, { status: "alive" }]);
  });

  test("is answered whether it is ready", async () => {
    const yes = await (await openService()).call("GET", "/readyz", { headers: { Authorization: null } });
    expect([yes.status, yes.body]).toEqual([200, { status: "ready" }]);
    const waiting = await (await openService({ workWaits: () => true })).call("GET", "/readyz");
    expect([waiting.status, waiting.body]).toEqual([200, { status: "ready", work: "waiting" }]);
    const no = await (await openService({ ready: async () => false })).call("GET", "/readyz");
    expect([no.status, no.body]).toEqual([503, { status: "not-ready" }]);
    const stopping = await (await openService({ ready: async () => "stopping" })).call("GET", "/readyz");
    expect([stopping.status, stopping.body]).toEqual([503, { status: "not-ready", process: "stopping" }]);
  });

  test.each(["unreachable", "refuses-writes"] as const)(
    "is answered that the store is %s, and the failure is reported",
    async (store) => {
      const reports: unknown[] = [];
      const error = new Error("No space left on device");
      const { call } = await openService({ report: (one) => reports.push(one) }, (payments) => ({
        ...payments,
        readiness: { check: async () => ({ store, error }) },
      }));
      const { status, body } = await call("GET", "/readyz");
      expect([status, body, reports]).toEqual([503, { status: "not-ready", store }, [error]]);
    },
  );

  test("is refused if the check fails, and the failure is reported", async () => {
    const reports: unknown[] = [];
    const ready = () => Promise.reject(new Error("the store is gone"));
    const { call } = await openService({ ready, report: (error) => reports.push(error) });
    const { status, body } = await call("GET", "/readyz");
    expect([status, body]).toEqual([503, { status: "not-ready" }]);
    expect(reports).toEqual([new Error("the store is gone")]);
    const lost = await openService({ ready: () => Promise.reject(new StoreUnavailable("gone")) });
    expect((await lost.call("GET", "/readyz")).body).toEqual({ status: "not-ready", store: "unreachable" });
  });
});

describe("what is served beside the interface", () => {
  const endpoint = (path: string, type: string): Endpoint => ({
    method: "GET",
    path,
    answer: async () => ok(new Response("a".repeat(100), { headers: { "Content-Type": type } })),
  });
  const beside = [
    endpoint("/logo.png", "image/png"),
    endpoint("/terms", "text/html"),
    endpoint("/terms/{part}", "x/y"),
  ];

  test.each([
    ["/terms", "gzip", "Accept-Encoding"],
    ["/logo.png", null, null],
  ])("%s, by its type, comes as %s", async (path, coding, vary) => {
    const { handler } = await openService({ beside });
    const { headers } = await handler(requestOf("GET", path, { headers: { "Accept-Encoding": "gzip" } }));
    expect([headers.get("Content-Encoding"), headers.get("Vary")]).toEqual([coding, vary]);
    expect(headers.get("Trace-Id")).toBeTruthy();
  });

  test("is found beside it, and is no part of its document", async () => {
    const { call, handler } = await openService({ beside });
    expect((await handler(requestOf("GET", "/terms/7"))).headers.get("Content-Type")).toBe("x/y");
    expect((await call("POST", "/terms/7")).headers.get("Allow")).toBe("GET, HEAD, OPTIONS");
    expect((await call("GET", "/openapi.json")).text).not.toContain("/terms");
  });
});
