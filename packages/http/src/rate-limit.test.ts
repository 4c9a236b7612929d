import type { RateLimiter } from "@wonflow/core";
import { fakeClock } from "@wonflow/testkit";
import { describe, expect, test } from "vitest";
import { basic, card, openService, order, stillClock, type Received, type Sent, signIn } from "../test/open-service.ts";
import { createHttpHandler, openApiDocument, type HttpSettings } from "./index.ts";
import { routes } from "./routes.ts";

const second = 1_000;
const minute = 60 * second;
const day = 24 * 60 * minute;

const password = "four words are better";

/** A service with limits on a stopped clock, and the requests that tests send to it. */
async function openLimited(settings: HttpSettings = {}) {
  const clock = fakeClock(0);
  const reports: unknown[] = [];
  const report = (error: unknown) => reports.push(error);
  const service = await openService({ clock, trustedProxies: [], rateLimits: {}, report, ...settings });
  const { payments, call } = service;
  const keysOf = async (mId: number, mode: "test" | "live") => {
    const tenant = { mId, mode };
    await payments.merchants.register({ ...tenant, name: "상점", feeRate: "3", origins: ["https://shop.example"] });
    const issue = async (type: "secret" | "client") => {
      const issued = await payments.keys.issue(tenant, type);
      if (!issued.ok) throw new Error(issued.error.code);
      return issued.value.key;
    };
    return { secret: await issue("secret"), otherSecret: await issue("secret"), client: await issue("client") };
  };
  let opened = 0;
  const asks = {
    balance: (key = "test_sk_docs", mId = 1) =>
      call("GET", `/merchants/${mId}/balances`, { headers: { Authorization: basic(key) } }),
    open(from: string, key = "test_ck_docs") {
      opened += 1;
      const body = { ...order, orderId: `order-${String(opened).padStart(12, "0")}` };
      const headers = { Authorization: basic(key), Origin: "https://shop.example" };
      return call("POST", "/checkout/sessions", { from, headers, body });
    },
    months: (key = "test_ck_docs") =>
      call("GET", "/installments/interest-free-months?pg=PG_A", { headers: { Authorization: basic(key) } }),
    authenticate: (from: string, token = "cs_1_test_none") =>
      call("POST", "/checkout/session/authenticate", {
        from,
        headers: { Authorization: `Bearer ${token}` },
        body: card,
      }),
    signIn(from: string, name: string) {
      const body = { mId: 1, mode: "test", name, password };
      return call("POST", "/operator/session", { from, headers: { Authorization: null }, body });
    },
    bin: (from: string) => call("GET", "/bin-ko/enums", { from, headers: { Authorization: null } }),
    readSession: (from: string) =>
      call("GET", "/checkout/session", { from, headers: { Authorization: "Bearer cs_1_test_none" } }),
  };
  return { ...service, clock, reports, keysOf, asks };
}

type Ask = () => Promise<Received>;

function isRefused({ status }: Received): boolean {
  return status === 429;
}

/** Sends the request so many times, and returns how many were accepted. */
async function passed(times: number, ask: Ask): Promise<number> {
  let count = 0;
  for (let n = 0; n < times; n += 1) if (!isRefused(await ask())) count += 1;
  return count;
}

type Limited = Awaited<ReturnType<typeof openLimited>>;

describe("both sides of each limit", () => {
  // what is asked; how often at once, and how long for as many again
  const rows: readonly (readonly [
    what: string,
    count: number,
    perMs: number,
    ask: (limited: Limited) => Promise<Ask>,
  ])[] = [
    ["a merchant's test mode", 25, second, async ({ asks }) => asks.balance],
    [
      "a merchant's live mode",
      100,
      second,
      async ({ asks, keysOf }) => {
        const { secret } = await keysOf(1, "live");
        return () => asks.balance(secret);
      },
    ],
    ["a merchant's pages", 25, second, async ({ asks }) => asks.months],
    ["opening with a client key in test mode", 10, second, async ({ asks }) => opensFromManyAddresses(asks)],
    [
      "opening with a client key in live mode",
      50,
      second,
      async ({ asks, keysOf }) => opensFromManyAddresses(asks, (await keysOf(1, "live")).client),
    ],
    [
      "authenticating from an address",
      100,
      10 * minute,
      async ({ asks }) =>
        () =>
          asks.authenticate("192.0.2.1"),
    ],
    [
      "looking cards up from an address",
      50,
      second,
      async ({ asks }) =>
        () =>
          asks.bin("192.0.2.1"),
    ],
    [
      "the checkout page's other calls",
      50,
      second,
      async ({ asks }) =>
        () =>
          asks.readSession("192.0.2.1"),
    ],
  ];

  function opensFromManyAddresses({ open }: Limited["asks"], key?: string): Ask {
    let address = 0;
    return () => open(`198.51.${Math.floor(address / 250)}.${(address += 1) % 250}`, key);
  }

  test.each(rows)("%s: %i in %i ms", async (_what, count, perMs, prepare) => {
    const limited = await openLimited();
    const { clock } = limited;
    const ask = await prepare(limited);
    expect(await passed(count, ask)).toBe(count);
    const each = perMs / count;
    const { status, headers, json } = await ask();
    expect([status, json.code, headers.get("Retry-After")]).toEqual([
      429,
      "TOO_MANY_REQUESTS",
      String(Math.ceil(each / 1_000)),
    ]);
    await clock.advance(each - 1);
    expect(isRefused(await ask())).toBe(true);
    await clock.advance(1);
    expect(await passed(3, ask)).toBe(1);
    await clock.advance(day);
    expect(await passed(count + 3, ask)).toBe(count);
  });

  test("opening from an address: 200 in ten minutes, with any client keys", async () => {
    const { clock, asks, keysOf } = await openLimited();
    const { client } = await keysOf(1, "live");
    const ask = (n: number) => asks.open("192.0.2.1", n % 2 === 0 ? client : "test_ck_docs");
    for (let n = 0; n < 200; n += 1) {
      expect(isRefused(await ask(n))).toBe(false);
      await clock.advance(100);
    }
    // Twenty seconds have made room for six more.
    let n = 200;
    expect(await passed(10, () => ask((n += 1)))).toBe(6);
    const { headers } = await ask(0);
    expect(headers.get("Retry-After")).toBe("1");
  });
});

describe("counted apart", () => {
  const limits = { merchant: { test: { count: 2, perMs: day }, live: { count: 2, perMs: day } } };

  test("a merchant's burst leaves others alone, and its own other mode", async () => {
    const { asks, keysOf } = await openLimited({ rateLimits: limits });
    const [other, live] = [await keysOf(2, "test"), await keysOf(1, "live")];
    expect(await passed(5, () => asks.balance())).toBe(2);
    expect(await passed(5, () => asks.balance(other.secret, 2))).toBe(2);
    expect(await passed(5, () => asks.balance(live.secret))).toBe(2);
  });

  test("but not its keys, whichever it shows", async () => {
    const { asks, keysOf } = await openLimited({ rateLimits: limits });
    const { secret, otherSecret } = await keysOf(1, "live");
    expect(await passed(2, () => asks.balance(secret))).toBe(2);
    expect(await passed(5, () => asks.balance(otherSecret))).toBe(0);
  });

  test("nor its operators from its server", async () => {
    const { asks, payments, call } = await openLimited({ rateLimits: limits });
    await payments.operators.set({ mId: 1, mode: "test" }, { name: "kim", password });
    const { headers } = await asks.signIn("192.0.2.1", "kim");
    const Cookie = headers.get("Set-Cookie")?.split(";")[0] ?? "";
    const asOperator = () => call("GET", "/merchants/1/balances", { headers: { Authorization: null, Cookie } });
    expect(isRefused(await asOperator())).toBe(false);
    expect(await passed(5, () => asks.balance())).toBe(1);
    expect(isRefused(await asOperator())).toBe(true);
  });

  test("a client key read from a page can hold up pages only", async () => {
    const { asks } = await openLimited({ rateLimits: { ...limits, opening: { test: { count: 3, perMs: day } } } });
    expect(await passed(5, () => asks.months())).toBe(2);
    expect(await passed(5, () => asks.open("192.0.2.1"))).toBe(3);
    expect(await passed(5, () => asks.balance())).toBe(2);
  });

  test("an invalid key counts for no merchant", async () => {
    const { asks, call } = await openLimited({ rateLimits: limits });
    for (const key of ["test_sk_wrong", "test_ck_docs", "nonsense"]) {
      expect(await passed(5, () => asks.balance(key))).toBe(5);
    }
    const bearer = { headers: { Authorization: "Bearer test_sk_docs" } };
    expect(await passed(5, () => call("GET", "/merchants/1/balances", bearer))).toBe(5);
    expect(await passed(5, () => asks.balance())).toBe(2);
  });

  test("addresses from one another, and for opening, authenticating and all else", async () => {
    const slow = { count: 2, perMs: day };
    const rateLimits = { openingByAddress: slow, authenticatingByAddress: slow, keylessByAddress: slow };
    const { asks } = await openLimited({ rateLimits });
    for (const address of ["192.0.2.1", "192.0.2.2", "2001:db8:0:1::1", "2001:db8:0:2::1"]) {
      expect(await passed(5, () => asks.open(address))).toBe(2);
      expect(await passed(5, () => asks.authenticate(address))).toBe(2);
      expect(await passed(5, () => asks.bin(address))).toBe(2);
    }
    expect(await passed(5, () => asks.authenticate("2001:db8:0:1:ffff::2"))).toBe(0);
    expect(await passed(5, () => asks.authenticate("::ffff:192.0.2.1"))).toBe(0);
  });

  test("passwords of operators are counted with the cards of their address", async () => {
    const { asks } = await openLimited({ rateLimits: { authenticatingByAddress: { count: 6, perMs: day } } });
    let name = 0;
    expect(await passed(4, () => asks.signIn("192.0.2.1", `name${(name += 1)}`))).toBe(4);
    expect(await passed(9, () => asks.authenticate("192.0.2.1"))).toBe(2);
    expect(isRefused(await asks.signIn("192.0.2.1", "kim"))).toBe(true);
  });

  test("and so are passwords that are asked for again", async () => {
    const { payments, call } = await openLimited({ rateLimits: { authenticatingByAddress: { count: 3, perMs: day } } });
    await payments.operators.set({ mId: 1, mode: "test" }, { name: "kim", password });
    const from = "192.0.2.1";
    const callFrom: typeof call = (method, path, sent) => call(method, path, { ...sent, from });
    const { headers } = await signIn(callFrom, "/operator/session", { mId: 1, mode: "test", name: "kim", password });
    const again = () => callFrom("POST", "/operator/session/password", { headers, body: { password } });
    expect(await passed(5, again)).toBe(2);
  });
});

describe("an address", () => {
  const rateLimits = { authenticatingByAddress: { count: 2, perMs: day } };

  test("is the buyer's behind a trusted proxy, even with a forged header", async () => {
    const { call } = await openLimited({ rateLimits, trustedProxies: ["10.0.0.0/8"] });
    let forged = 0;
    const ask = (buyer: string, from = "10.0.0.1") => {
      const headers = {
        Authorization: "Bearer cs_1_test_none",
        "X-Forwarded-For": `203.0.113.${(forged += 1)}, ${"x".repeat(forged * 99)}, ${buyer}`,
      };
      return call("POST", "/checkout/session/authenticate", { from, headers, body: card });
    };
    expect(await passed(5, () => ask("192.0.2.1"))).toBe(2);
    expect(await passed(5, () => ask("192.0.2.2", "10.0.0.2"))).toBe(2);
    expect(await passed(5, () => ask("192.0.2.1", "10.0.0.2"))).toBe(0);
    // Any other address may send whatever it likes.
    expect(await passed(5, () => ask("192.0.2.9", "198.51.100.1"))).toBe(2);
  });

  test.each<readonly [what: string, settings: HttpSettings, from: string | undefined]>([
    ["is unknown", { trustedProxies: [] }, undefined],
    ["may be that of an undeclared proxy", {}, "192.0.2.1"],
    ["is invalid", { trustedProxies: [] }, "/run/wonflow.sock"],
  ])("an address that %s is not limited, and other limits hold", async (_what, settings, from) => {
    const { handler } = await openService({ clock: fakeClock(0), rateLimits, ...settings });
    const ask = async (path: string, init: RequestInit) =>
      (await handler(new Request(`https://pay.example${path}`, init), { remoteAddress: from })).status;
    const statuses = await Promise.all(
      Array.from({ length: 30 }, () => ask("/checkout/session/authenticate", { method: "POST" })),
    );
    expect(new Set(statuses)).toEqual(new Set([404]));
    const ofMerchant = await Promise.all(
      Array.from({ length: 30 }, () =>
        ask("/merchants/1/balances", { headers: { Authorization: basic("test_sk_docs") } }),
      ),
    );
    expect(ofMerchant.filter((status) => status === 429)).toHaveLength(5);
  });
});

describe("a request that is refused", () => {
  const rateLimits = {
    merchant: { test: { count: 1, perMs: minute } },
    authenticatingByAddress: { count: 1, perMs: minute },
    opening: { test: { count: 1, perMs: minute } },
  };

  test("uses no idempotency key up", async () => {
    const { call, clock } = await openLimited({ rateLimits });
    const create = (orderName: string) => {
      const headers = { "Idempotency-Key": "one" };
      return call("POST", "/px/payfront/sessions", { headers, body: { ...order, orderName } });
    };
    await call("GET", "/merchants/1/balances");
    expect((await create("홍차")).status).toBe(429);
    await clock.advance(minute);
    // Were the key used, other content under it would always be refused.
    expect((await create("녹차")).status).toBe(201);
  });

  test("by its address has not had its body read, and its link works on", async () => {
    const { handler, clock, asks } = await openLimited({ rateLimits });
    const { token } = (await asks.open("192.0.2.1")).json;
    expect((await asks.authenticate("192.0.2.1", "cs_1_test_none")).status).toBe(404);
    let isRead = false;
    const body = new ReadableStream({ pull: () => void (isRead = true) }, { highWaterMark: 0 });
    const headers = { Authorization: `Bearer ${token}` };
    const init: RequestInit = { method: "POST", headers, body, duplex: "half" };
    const request = new Request("https://pay.example/checkout/session/authenticate", init);
    const { status } = await handler(request, { remoteAddress: "192.0.2.1" });
    expect([status, request.bodyUsed, isRead]).toEqual([429, false, false]);
    await clock.advance(minute);
    expect((await asks.authenticate("192.0.2.1", token)).status).toBe(200);
  });

  test("by its merchant's limit has only had its key looked up", async () => {
    const calls: string[] = [];
    const service = await openService({ clock: fakeClock(0), rateLimits }, (payments) => ({
      ...payments,
      keys: {
        ...payments.keys,
        authenticate(...asked) {
          calls.push("key");
          return payments.keys.authenticate(...asked);
        },
      },
      sessions: {
        ...payments.sessions,
        create(...asked) {
          calls.push("session");
          return payments.sessions.create(...asked);
        },
      },
    }));
    const create = (sent: Sent) => service.call("POST", "/px/payfront/sessions", sent);
    expect((await create({ body: order })).status).toBe(201);
    expect((await create({ raw: "no JSON" })).status).toBe(429);
    expect(calls).toEqual(["key", "session", "key"]);
  });

  test("may be read by the page of another origin that sent it", async () => {
    const { asks } = await openLimited({ rateLimits });
    await asks.open("192.0.2.1");
    const { status, headers, json } = await asks.open("192.0.2.1");
    expect([status, headers.get("Access-Control-Allow-Origin")]).toEqual([429, "*"]);
    expect(headers.get("Access-Control-Expose-Headers")).toContain("Retry-After");
    expect(json.details).toBe(undefined);
  });
});

describe("without limits", () => {
  const one = { count: 1, perMs: day };
  const rateLimits = { merchant: { test: one }, keylessByAddress: one };

  test("are probes, the document, and what is no operation", async () => {
    const { call } = await openLimited({ rateLimits });
    const rows = [
      ["GET", "/healthz"],
      ["GET", "/readyz"],
      ["GET", "/openapi.json"],
      ["OPTIONS", "/bin-ko/enums"],
      ["DELETE", "/bin-ko/enums"],
      ["GET", "/nowhere"],
    ] as const;
    for (const [method, path] of rows) {
      expect(await passed(3, () => call(method, path, { from: "192.0.2.1" }))).toBe(3);
    }
  });

  test.each<readonly [what: string, settings: HttpSettings, letThrough: number]>([
    ["a service whose limits are off", { rateLimits: "off" }, 60],
    ["one in development", { developmentClock: stillClock(0).clock }, 60],
    ["unless they are asked for there", { developmentClock: stillClock(0).clock, rateLimits: {} }, 50],
    ["but no other", {}, 50],
  ])("is %s", async (_what, settings, letThrough) => {
    const { payments } = await openService();
    const handler = createHttpHandler(payments, { clock: fakeClock(0), trustedProxies: [], ...settings });
    let count = 0;
    for (let n = 0; n < 60; n += 1) {
      const { status } = await handler(new Request("https://pay.example/bin-ko/enums"), { remoteAddress: "192.0.2.1" });
      if (status === 200) count += 1;
    }
    expect(count).toBe(letThrough);
  });
});

describe("a limiter", () => {
  const held = new Promise<never>(() => {});
  const failing: readonly (readonly [what: string, take: RateLimiter["take"]])[] = [
    ["rejects", () => Promise.reject(new Error("its database is down"))],
    [
      "throws",
      () => {
        throw new Error("a bug");
      },
    ],
    ["answers nothing", () => held],
  ];

  test.each(failing)(
    "that %s admits everything, is not called for a while, and is reported once a minute",
    async (what, take) => {
      let asked = 0;
      const rateLimiter: RateLimiter = {
        take(...of) {
          asked += 1;
          return take(...of);
        },
      };
      const { clock, reports, asks } = await openLimited({ rateLimiter });
      const begun = clock.now();
      const first = asks.balance();
      // A limiter that does not answer is waited for, but not for long.
      if (what === "answers nothing") await clock.advance(200);
      expect((await first).status).toBe(200);
      expect(clock.now() - begun).toBeLessThanOrEqual(200);
      expect(await passed(50, () => asks.balance())).toBe(50);
      expect([asked, reports.length]).toEqual([1, 1]);
      expect(reports[0]).toMatchObject({ message: expect.stringMatching(/^The rate limiter failed \([^)]+\), so/) });
      expect((reports[0] as Error).cause).toBeInstanceOf(Error);

      for (const [ms, times, told] of [
        [4_999, 1, 1],
        [1, 2, 1],
        [60_000, 3, 2],
      ] as const) {
        await clock.advance(ms);
        const next = asks.balance();
        if (what === "answers nothing") await clock.advance(200);
        expect((await next).status).toBe(200);
        expect([asked, reports.length]).toEqual([times, told]);
      }
    },
  );

  test("that is well again limits again", async () => {
    let isAway = true;
    const rateLimiter: RateLimiter = {
      take: async (_key, { perMs }) => {
        if (isAway) throw new Error("away");
        return perMs / 2;
      },
    };
    const { clock, asks } = await openLimited({ rateLimiter });
    expect((await asks.balance()).status).toBe(200);
    isAway = false;
    await clock.advance(5_000);
    expect((await asks.balance()).status).toBe(429);
  });

  test.each([
    [1, "1"],
    [999.5, "1"],
    [1_000, "1"],
    [1_001, "2"],
    [59_000.001, "60"],
    [Infinity, "60"],
  ])("that answers %d ms: Retry-After %s", async (waitMs, retryAfter) => {
    const rateLimits = { merchant: { test: { count: 1, perMs: minute } } };
    const { asks } = await openLimited({ rateLimits, rateLimiter: { take: async () => waitMs } });
    expect((await asks.balance()).headers.get("Retry-After")).toBe(retryAfter);
  });

  test.each([0, -1, NaN, undefined, null, "soon"])("that answers %j lets pass", async (waitMs) => {
    const { asks } = await openLimited({ rateLimiter: { take: async () => waitMs as number } });
    expect((await asks.balance()).status).toBe(200);
  });

  test("is asked by whom, for what, and within which limit", async () => {
    const asked: unknown[] = [];
    const rateLimiter: RateLimiter = {
      async take(...of) {
        asked.push(of);
        return 0;
      },
    };
    const { asks, keysOf } = await openLimited({ rateLimiter });
    const { secret } = await keysOf(77, "live");
    await asks.balance(secret, 77);
    await asks.open("2001:db8::1");
    await asks.months();
    await asks.authenticate("192.0.2.1");
    await asks.bin("192.0.2.1");
    expect(asked).toEqual([
      ["merchant/77:live", { count: 100, perMs: 1_000 }],
      ["openingByAddress/2001:db8::/64", { count: 200, perMs: 600_000 }],
      ["opening/1:test", { count: 10, perMs: 1_000 }],
      ["pages/1:test", { count: 25, perMs: 1_000 }],
      ["authenticatingByAddress/192.0.2.1", { count: 100, perMs: 600_000 }],
      ["keylessByAddress/192.0.2.1", { count: 50, perMs: 1_000 }],
    ]);
  });
});

describe("settings", () => {
  const bad = [
    { count: 0, perMs: 1_000 },
    { count: -1, perMs: 1_000 },
    { count: 1.5, perMs: 1_000 },
    { count: NaN, perMs: 1_000 },
    { count: Infinity, perMs: 1_000 },
    { count: 101, perMs: 1 },
    { count: 1, perMs: 0 },
    { count: 1, perMs: 0.5 },
    { count: 1, perMs: day + 1 },
  ];
  test.each(bad)("%j is no limit", async (limit) => {
    await expect(openService({ rateLimits: { openingByAddress: limit } })).rejects.toThrow(
      /^rateLimits\.openingByAddress must be a whole count from 1 within perMs/,
    );
    await expect(openService({ rateLimits: { merchant: { live: limit } } })).rejects.toThrow(
      /^rateLimits\.merchant\.live must be/,
    );
  });

  test.each([
    { count: 1, perMs: 1 },
    { count: 100, perMs: 1 },
    { count: 1, perMs: day },
  ])("%j is one", async (limit) => {
    await openService({ rateLimits: { keylessByAddress: limit } });
  });

  test("invalid trusted proxies are refused at once", async () => {
    await expect(openService({ trustedProxies: ["0.0.0.0/0"] })).rejects.toThrow(/^trustedProxies must be addresses/);
  });
});

test("the document lists the refusal for every operation that has limits, and when to retry", () => {
  const unlimited = ["GET /healthz", "GET /readyz", "GET /openapi.json"];
  const { paths } = openApiDocument();
  for (const { method, path } of routes) {
    const operation = Object.entries(paths[path] ?? {}).find(([name]) => name.toUpperCase() === method)?.[1];
    const answer = operation?.responses["429"];
    if (unlimited.includes(`${method} ${path}`)) {
      expect([method, path, answer]).toEqual([method, path, undefined]);
      continue;
    }
    expect(answer).toMatchObject({
      description: expect.stringMatching(/^TOO_MANY_REQUESTS: /),
      headers: { "Retry-After": { $ref: "#/components/headers/RetryAfter" } },
    });
  }
});
