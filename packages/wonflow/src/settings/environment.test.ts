import { expect, test } from "vitest";

import { nice } from "../gateways/nice.ts";
import { liveOf, publicUrlOf, readEnvironment, warningsAbout } from "./environment.ts";

test("without settings: this machine, port 4242, the folder .wonflow", () => {
  expect(readEnvironment({}, "development")).toEqual({
    mode: "development",
    port: 4242,
    host: "127.0.0.1",
    metricsPort: undefined,
    metricsHost: "127.0.0.1",
    dataDir: ".wonflow",
    databaseUrl: undefined,
    publicUrl: undefined,
    operatorName: undefined,
    cardLookUps: "anyone",
    rateLimits: "off",
    cashierLimits: {},
    retention: {},
    trustedProxies: [],
    live: [],
    sandbox: true,
    docs: true,
    console: true,
    platform: true,
    logFormat: "text",
    drainMs: 0,
    stopMs: 10_000,
    secrets: [],
  });
});

test("every setting", () => {
  const variables = {
    WONFLOW_MODE: "production",
    PORT: "80",
    HOST: "10.0.0.1",
    WONFLOW_METRICS_PORT: "9464",
    WONFLOW_METRICS_HOST: "10.0.0.2",
    WONFLOW_DATA: "/data",
    DATABASE_URL: "postgres://db/wonflow",
    WONFLOW_URL: "https://pay.example/",
    WONFLOW_WINDOW_URL: "https://window.example/",
    WONFLOW_SANDBOX_WINDOW_URL: "https://sandbox.example/pay/",
    WONFLOW_OPERATOR: " 페이먼츠 주식회사 ",
    WONFLOW_CARD_LOOKUPS: "key",
    WONFLOW_RATE_LIMITS:
      "live=200/s, test=50/s, opening-live=9/2s,authenticating-address=300/10m,keyless-address=7/24h",
    WONFLOW_RETENTION: "idempotency-keys=30d, delivered-webhooks=180d,paid-identity=never,unpaid-identity=1d",
    WONFLOW_CASHIER_LIMITS: "per-cancellation=50000, per-day=300000",
    WONFLOW_TRUSTED_PROXIES: "10.0.0.0/8, 192.0.2.7,2001:db8::/32",
    WONFLOW_NICE_URL: "https://gateway.example/",
    WONFLOW_NICE_CLIENT_KEY: "R2_new, R2_old",
    WONFLOW_NICE_SECRET_KEY: `${"1".repeat(32)},${"2".repeat(32)}`,
    WONFLOW_NICE_SETTLES_SECONDS: "600",
    WONFLOW_NICE_METHODS: "KAKAOPAY, CARD",
    WONFLOW_SANDBOX: "on",
    WONFLOW_DOCS: "on",
    WONFLOW_CONSOLE: "on",
    WONFLOW_PLATFORM_CONSOLE: "on",
    WONFLOW_LOG: "json",
    WONFLOW_DRAIN_SECONDS: "5",
    WONFLOW_STOP_SECONDS: "25",
    WONFLOW_SECRET: `${"n".repeat(32)}, ${"o".repeat(32)}`,
  };
  expect(readEnvironment(variables, "development")).toEqual({
    mode: "production",
    port: 80,
    host: "10.0.0.1",
    metricsPort: 9464,
    metricsHost: "10.0.0.2",
    dataDir: "/data",
    databaseUrl: "postgres://db/wonflow",
    publicUrl: "https://pay.example",
    windowUrl: "https://window.example",
    sandboxWindowUrl: "https://sandbox.example/pay",
    operatorName: "페이먼츠 주식회사",
    cardLookUps: "key",
    rateLimits: {
      merchant: { live: { count: 200, perMs: 1_000 }, test: { count: 50, perMs: 1_000 } },
      opening: { live: { count: 9, perMs: 2_000 } },
      authenticatingByAddress: { count: 300, perMs: 600_000 },
      keylessByAddress: { count: 7, perMs: 86_400_000 },
    },
    cashierLimits: { perCancellation: 50_000, perDay: 300_000 },
    retention: {
      idempotencyLifetimeMs: 30 * 86_400_000,
      deliveredWebhookLifetimeMs: 180 * 86_400_000,
      paidIdentityLifetimeMs: null,
      unpaidIdentityLifetimeMs: 86_400_000,
    },
    trustedProxies: ["10.0.0.0/8", "192.0.2.7", "2001:db8::/32"],
    live: [
      {
        definition: nice,
        url: "https://gateway.example",
        keys: [
          { name: "R2_new", secret: "1".repeat(32) },
          { name: "R2_old", secret: "2".repeat(32) },
        ],
        settlesWithinMs: 600_000,
        methods: ["KAKAOPAY", "CARD"],
      },
    ],
    sandbox: true,
    docs: true,
    console: true,
    platform: true,
    logFormat: "json",
    drainMs: 5_000,
    stopMs: 25_000,
    secrets: ["n".repeat(32), "o".repeat(32)],
  });
});

test.each([
  [{ WONFLOW_MODE: "staging" }, "WONFLOW_MODE must be development or production"],
  [{ PORT: "http" }, "PORT must be a number from 0 to 65535"],
  [{ PORT: "65536" }, "PORT must be a number from 0 to 65535"],
  [{ WONFLOW_METRICS_PORT: "on" }, "WONFLOW_METRICS_PORT must be a number from 0 to 65535"],
  [{ WONFLOW_METRICS_PORT: "70000" }, "WONFLOW_METRICS_PORT must be a number from 0 to 65535"],
  [{ WONFLOW_METRICS_HOST: "0.0.0.0" }, "WONFLOW_METRICS_HOST has no port: set WONFLOW_METRICS_PORT too"],
  [{ WONFLOW_URL: "pay.example" }, "WONFLOW_URL must be an http or https URL"],
  [{ WONFLOW_WINDOW_URL: "window.example" }, "WONFLOW_WINDOW_URL must be an http or https URL"],
  [
    { WONFLOW_URL: "https://pay.example", WONFLOW_WINDOW_URL: "https://pay.example:8443" },
    "WONFLOW_WINDOW_URL must be on another host than WONFLOW_URL",
  ],
  [{ WONFLOW_WINDOW_URL: "http://localhost:4343" }, "WONFLOW_WINDOW_URL must be on another host than WONFLOW_URL"],
  [{ WONFLOW_SANDBOX_WINDOW_URL: "window" }, "WONFLOW_SANDBOX_WINDOW_URL must be an http or https URL"],
  [{ WONFLOW_CARD_LOOKUPS: "yes" }, "WONFLOW_CARD_LOOKUPS must be anyone or key"],
  [{ WONFLOW_OPERATOR: "x".repeat(101) }, "WONFLOW_OPERATOR must be at most 100 characters"],
  [{ WONFLOW_SANDBOX: "yes" }, "WONFLOW_SANDBOX must be on or off"],
  [{ WONFLOW_DOCS: "true" }, "WONFLOW_DOCS must be on or off"],
  [{ WONFLOW_CONSOLE: "true" }, "WONFLOW_CONSOLE must be on or off"],
  [{ WONFLOW_DRAIN_SECONDS: "soon" }, "WONFLOW_DRAIN_SECONDS must be a number of seconds from 0 to 999"],
  [{ WONFLOW_STOP_SECONDS: "-1" }, "WONFLOW_STOP_SECONDS must be a number of seconds from 0 to 999"],
  [{ WONFLOW_SECRET: "short" }, "WONFLOW_SECRET must have at least 32 characters"],
  [{ WONFLOW_MODE: "production" }, "WONFLOW_SECRET must be set in production"],
])("%j", (variables, message) => {
  expect(() => readEnvironment(variables, "development")).toThrow(message);
});

const pair = "WONFLOW_NICE_CLIENT_KEY and WONFLOW_NICE_SECRET_KEY must name the same keys";
const key = { WONFLOW_NICE_CLIENT_KEY: "R2_a", WONFLOW_NICE_SECRET_KEY: "1".repeat(32) };

test.each([
  [{ WONFLOW_NICE_URL: "gateway.example" }, "WONFLOW_NICE_URL must be an https URL"],
  [{ WONFLOW_NICE_URL: "http://gateway.example" }, "WONFLOW_NICE_URL must be https"],
  [{ WONFLOW_NICE_CLIENT_KEY: "R2_a" }, pair],
  [{ WONFLOW_NICE_SECRET_KEY: "1".repeat(32) }, pair],
  [{ ...key, WONFLOW_NICE_CLIENT_KEY: "R2_a,R2_b" }, pair],
  [{ WONFLOW_NICE_CLIENT_KEY: "R2_a,R2_a", WONFLOW_NICE_SECRET_KEY: `${"1".repeat(32)},${"2".repeat(32)}` }, pair],
  [{ ...key, WONFLOW_NICE_SECRET_KEY: "1".repeat(31) }, "WONFLOW_NICE_SECRET_KEY must have 32 characters"],
  [{ ...key, WONFLOW_NICE_CLIENT_KEY: "S1_a" }, "must not be of NICE's sandbox (S1_, S2_)"],
  [
    { WONFLOW_NICE_URL: "https://sandbox-api.nicepay.co.kr" },
    "WONFLOW_NICE_URL must not be NICE's sandbox, which moves no money: use https://api.nicepay.co.kr",
  ],
  [{ ...key, WONFLOW_NICE_URL: "http://localhost:9000" }, "WONFLOW_NICE_CLIENT_KEY must not be a real key (R1_, R2_)"],
  [{ ...key, WONFLOW_NICE_METHODS: "CARD,KAKAO" }, "WONFLOW_NICE_METHODS must be methods of the window, each once"],
  [{ ...key, WONFLOW_NICE_METHODS: "CARD,CARD" }, "WONFLOW_NICE_METHODS must be methods of the window, each once"],
  [{ ...key, WONFLOW_NICE_SETTLES_SECONDS: "1800" }, "must be a number of seconds from 1 to 1799"],
  [{ ...key, WONFLOW_NICE_SETTLES_SECONDS: "0" }, "must be a number of seconds from 1 to 1799"],
  [{ ...key, WONFLOW_NICE_SETTLES_SECONDS: "15m" }, "must be a number of seconds from 1 to 1799"],
  [{ ...key, PORT: "http" }, "PORT must be a number"],
])("%j in production", (variables, message) => {
  const all = { WONFLOW_SECRET: "s".repeat(32), ...variables };
  expect(() => readEnvironment(all, "production")).toThrow(message);
  try {
    readEnvironment(all, "production");
  } catch (error) {
    expect(String(error)).not.toMatch(/1{31}/);
  }
});

test("live payments go to the provider's own address, and look-ups wait a quarter of an hour", () => {
  const { live } = readEnvironment({ WONFLOW_SECRET: "s".repeat(32), ...key }, "production");
  expect(live).toEqual([
    {
      definition: nice,
      url: "https://api.nicepay.co.kr",
      keys: [{ name: "R2_a", secret: "1".repeat(32) }],
      settlesWithinMs: 900_000,
      methods: [],
    },
  ]);
});

test("with the address alone merchants bring their own keys", () => {
  const variables = { WONFLOW_SECRET: "s".repeat(32), WONFLOW_NICE_URL: "https://api.nicepay.co.kr" };
  expect(readEnvironment(variables, "production").live[0]?.keys).toEqual([]);
});

test("a gateway's window in live mode needs a host of its own", () => {
  const given = {
    ...key,
    WONFLOW_SECRET: "s".repeat(32),
    WONFLOW_URL: "https://pay.example",
    WONFLOW_NICE_METHODS: "CARD",
  };
  expect(() => liveOf(readEnvironment(given, "production"))).toThrow(
    "WONFLOW_WINDOW_URL must be set with WONFLOW_NICE_METHODS",
  );
  const whole = { ...given, WONFLOW_WINDOW_URL: "https://window.example" };
  expect(liveOf(readEnvironment(whole, "production"))[0]?.methods).toEqual(["CARD"]);
});

test("development takes live payments from an emulator on this machine only", () => {
  const emulator = { ...key, WONFLOW_NICE_CLIENT_KEY: "S2_a", WONFLOW_NICE_URL: "http://127.0.0.1:9000" };
  expect(liveOf(readEnvironment(emulator, "development"))[0]?.url).toBe("http://127.0.0.1:9000");
  expect(() => liveOf(readEnvironment(key, "development"))).toThrow("live payments need WONFLOW_MODE=production");
  const production = readEnvironment({ ...key, WONFLOW_SECRET: "s".repeat(32) }, "production");
  expect(liveOf(production)).toBe(production.live);
});

test.each([
  "yes",
  "live",
  "live=0/s",
  "live=1/d",
  "live=1/25h",
  "live=999999/s",
  "all=1/s",
  "live=1/s,",
  "on,live=1/s",
])("WONFLOW_RATE_LIMITS=%s", (text) => {
  expect(() => readEnvironment({ WONFLOW_RATE_LIMITS: text }, "development")).toThrow(
    /^WONFLOW_RATE_LIMITS must be on, off, or what differs from the usual limits, such as live=200\/s[^\n]*$/,
  );
});

test.each([
  "never",
  "paid-identity",
  "paid-identity=0d",
  "paid-identity=5",
  "paid-identity=10000d",
  "delivered-webhooks=1.5d",
  "webhooks=1d",
  "toString=1d",
  "paid-identity=1d,",
  "paid-identity=1d,paid-identity=never",
  "idempotency-keys=never",
  "idempotency-keys=14d",
  "idempotency-keys=367d",
])("WONFLOW_RETENTION=%s", (text) => {
  expect(() => readEnvironment({ WONFLOW_RETENTION: text }, "development")).toThrow(
    /^WONFLOW_RETENTION must be what differs from the usual, such as delivered-webhooks=180d,paid-identity=never: [^\n]*$/,
  );
});

test.each([
  ["idempotency-keys=15d", { idempotencyLifetimeMs: 15 * 86_400_000 }],
  ["idempotency-keys=366d", { idempotencyLifetimeMs: 366 * 86_400_000 }],
  ["unpaid-identity=9999d", { unpaidIdentityLifetimeMs: 9999 * 86_400_000 }],
])("WONFLOW_RETENTION=%s is taken", (text, retention) => {
  expect(readEnvironment({ WONFLOW_RETENTION: text }, "development")).toMatchObject({ retention });
});

test.each([
  "50000",
  "per-day",
  "per-day=",
  "per-day=-1",
  "per-day=1.5",
  "per-day=5만",
  "per-week=5",
  "toString=5",
  "per-day=1,",
  "per-day=1,per-day=2",
])("WONFLOW_CASHIER_LIMITS=%s", (text) => {
  expect(() => readEnvironment({ WONFLOW_CASHIER_LIMITS: text }, "development")).toThrow(
    /^WONFLOW_CASHIER_LIMITS must be what a cashier may refund, in won, such as [^\n]*$/,
  );
});

test.each([
  [undefined, {}],
  ["per-day=0", { perDay: 0 }],
  ["per-cancellation=999999999999999", { perCancellation: 999_999_999_999_999 }],
])("WONFLOW_CASHIER_LIMITS=%s is taken", (text, cashierLimits) => {
  expect(readEnvironment({ WONFLOW_CASHIER_LIMITS: text }, "development")).toMatchObject({ cashierLimits });
});

test.each(["yes", "10.0.0.0/0", "none,10.0.0.1", "10.0.0.1,,", "proxy.example"])(
  "WONFLOW_TRUSTED_PROXIES=%s",
  (text) => {
    expect(() => readEnvironment({ WONFLOW_TRUSTED_PROXIES: text }, "development")).toThrow(
      /^WONFLOW_TRUSTED_PROXIES must be none, or addresses and ranges separated by commas, such as 10\.0\.0\.0\/8$/,
    );
  },
);

test("an empty setting counts as not set", () => {
  expect(readEnvironment({ PORT: "", DATABASE_URL: " " }, "development")).toMatchObject({
    port: 4242,
    databaseUrl: undefined,
  });
});

const production = { WONFLOW_MODE: "production", WONFLOW_SECRET: "s".repeat(32) };

test("production needs an address, and has the sandbox and the reference only where they are asked for", () => {
  const environment = readEnvironment(production, "development");
  expect([environment.sandbox, environment.docs]).toEqual([false, false]);
  expect(readEnvironment({ WONFLOW_DOCS: "off" }, "development").docs).toBe(false);
  expect(readEnvironment({ WONFLOW_CONSOLE: "off" }, "development").console).toBe(false);
  expect(readEnvironment({ WONFLOW_PLATFORM_CONSOLE: "off" }, "development").platform).toBe(false);
  expect(() => publicUrlOf(environment)).toThrow("WONFLOW_URL must be set in production");
  const asked = readEnvironment(
    { ...production, WONFLOW_URL: "https://pay.example", WONFLOW_SANDBOX: "on" },
    "development",
  );
  expect([asked.sandbox, publicUrlOf(asked)]).toEqual([true, "https://pay.example"]);
});

test.each([
  [{}, "development", "off", []],
  [{ WONFLOW_RATE_LIMITS: "on" }, "development", {}, []],
  [{ WONFLOW_TRUSTED_PROXIES: "10.0.0.1" }, "development", "off", ["10.0.0.1"]],
  [production, "production", {}, undefined],
  [{ ...production, WONFLOW_RATE_LIMITS: "off" }, "production", "off", undefined],
  [{ ...production, WONFLOW_TRUSTED_PROXIES: "none" }, "production", {}, []],
])("limits with %j in %s", (variables, mode, rateLimits, trustedProxies) => {
  expect(readEnvironment(variables, "development")).toMatchObject({ mode, rateLimits, trustedProxies });
});

const database = { ...production, WONFLOW_OPERATOR: "페이먼츠", DATABASE_URL: "postgres://db/wonflow" };

test.each([
  [{}, []],
  [
    production,
    [
      "The embedded database",
      "The payment page does not show who runs it",
      "No live payments",
      "No test payments",
      "Requests are not limited by",
    ],
  ],
  [database, ["No live payments", "No test payments", "Requests are not limited by"]],
  [{ ...database, WONFLOW_SANDBOX: "on" }, ["No live payments", "Requests are not limited by"]],
  [{ ...database, WONFLOW_SANDBOX: "on", WONFLOW_RATE_LIMITS: "off" }, ["No live payments"]],
  [{ ...database, WONFLOW_SANDBOX: "on", WONFLOW_TRUSTED_PROXIES: "none" }, ["No live payments"]],
  [{ ...database, ...key, WONFLOW_TRUSTED_PROXIES: "none" }, ["No test payments"]],
])("warnings about %j", (variables, warnings) => {
  const given = warningsAbout(readEnvironment(variables, "development"));
  expect(given).toEqual(warnings.map((beginning) => expect.stringContaining(beginning)));
});
