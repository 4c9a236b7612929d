import { describe, expect, test } from "vitest";
import { basic, openService } from "../test/open-service.ts";

const origin = "https://shop.example";

const order = {
  customerId: "2b7d1f0c-buyer",
  orderId: "order-20261120-0001",
  orderName: "Green tea",
  amount: { value: 10_000 },
  successUrl: "https://shop.example/ok",
  failUrl: "https://shop.example/fail",
};

describe("a page opens a checkout with the client key", () => {
  test.each([
    ["as it is", "Basic test_ck_docs:"],
    ["in Base64", basic("test_ck_docs")],
    ["with another case of the scheme", `basic ${btoa("test_ck_docs:")}`],
  ])("%s", async (_form, Authorization) => {
    const { call } = await openService();
    const opened = await call("POST", "/checkout/sessions", {
      body: order,
      headers: { Authorization, Origin: origin },
    });
    expect(opened.status).toBe(201);
    expect(opened.body).toEqual({
      token: expect.stringMatching(/^cs_1_test_/),
      checkoutUrl: expect.stringContaining("https://pay.example/checkout?token=cs_1_test_"),
      expiresAt: expect.any(String),
    });
  });

  test.each([
    ["no header", null, 401, "UNAUTHORIZED_KEY"],
    ["an unknown key", "Basic test_ck_unknown:", 401, "UNAUTHORIZED_KEY"],
    ["a secret key", "Basic test_sk_docs:", 400, "INVALID_API_KEY"],
    ["a secret key in Base64", basic("test_sk_docs"), 400, "INVALID_API_KEY"],
    ["no colon", `Basic ${btoa("test_ck_docs")}`, 403, "INCORRECT_BASIC_AUTH_FORMAT"],
    ["a password", "Basic test_ck_docs:word", 403, "INCORRECT_BASIC_AUTH_FORMAT"],
    ["another scheme", "Bearer test_ck_docs:", 403, "INCORRECT_BASIC_AUTH_FORMAT"],
  ])("%s", async (_what, Authorization, status, code) => {
    const { call } = await openService();
    const refused = await call("POST", "/checkout/sessions", { body: order, headers: { Authorization } });
    expect([refused.status, refused.json.code]).toEqual([status, code]);
    // The page must be able to read why.
    expect(refused.headers.get("Access-Control-Allow-Origin")).toBe("*");
  });

  test.each([
    [origin, 201, undefined],
    ["https://other.example", 403, "FORBIDDEN_REQUEST"],
    [null, 403, "FORBIDDEN_REQUEST"],
  ])("in live mode from %s: %i", async (Origin, status, code) => {
    const { call, payments } = await openService();
    const tenant = { mId: 7, mode: "live" } as const;
    await payments.merchants.register({ ...tenant, name: "Shop", feeRate: "3", origins: [origin] });
    const issued = await payments.keys.issue(tenant, "client");
    const headers = { Authorization: `Basic ${issued.ok ? issued.value.key : ""}:`, Origin };
    const opened = await call("POST", "/checkout/sessions", { body: order, headers });
    expect([opened.status, opened.json.code]).toEqual([status, code]);
  });

  test.each(["Referer", "Host", "X-Forwarded-Host", "X-Forwarded-Origin", "X-Origin", "Forwarded"])(
    "the origin is what the browser says in Origin, never that of %s",
    async (name) => {
      const { call, payments } = await openService();
      const tenant = { mId: 7, mode: "live" } as const;
      await payments.merchants.register({ ...tenant, name: "Shop", feeRate: "3", origins: [origin] });
      const issued = await payments.keys.issue(tenant, "client");
      const Authorization = `Basic ${issued.ok ? issued.value.key : ""}:`;
      for (const Origin of [null, "https://other.example"]) {
        const headers = { Authorization, Origin, [name]: origin };
        expect((await call("POST", "/checkout/sessions", { body: order, headers })).status).toBe(403);
      }
      const headers = { Authorization, Origin: origin, [name]: "https://other.example" };
      expect((await call("POST", "/checkout/sessions", { body: order, headers })).status).toBe(201);
    },
  );

  test("it never replaces the server's session", async () => {
    const { call } = await openService();
    await call("POST", "/px/payfront/sessions", { body: order });
    const headers = { Authorization: "Basic test_ck_docs:", Origin: origin };
    const refused = await call("POST", "/checkout/sessions", { body: order, headers });
    expect([refused.status, refused.json.code]).toEqual([403, "FORBIDDEN_REQUEST"]);
    expect(refused.json.details).toMatchObject([{ field: "orderId" }]);
  });
});

describe("other origins", () => {
  test.each(["/checkout/sessions", "/checkout/session/give-up"])("may call %s", async (path) => {
    const { call } = await openService();
    const preflight = await call("OPTIONS", path, {
      headers: { Origin: origin, "Access-Control-Request-Method": "POST" },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(preflight.headers.get("Access-Control-Allow-Methods")).toBe("POST");
    expect(preflight.headers.get("Access-Control-Allow-Headers")).toBe("Authorization, Content-Type");
    expect(preflight.headers.has("Access-Control-Allow-Credentials")).toBe(false);
  });

  test.each([
    "/px/payfront/sessions",
    "/px/intents/confirm",
    "/checkout/session",
    "/checkout/session/authenticate",
    "/openapi.json",
    "/nowhere",
  ])("may not call %s", async (path) => {
    const { call } = await openService();
    for (const method of ["OPTIONS", "GET", "POST"]) {
      const { headers } = await call(method, path, { headers: { Origin: origin } });
      expect(headers.has("Access-Control-Allow-Origin")).toBe(false);
    }
  });
});
