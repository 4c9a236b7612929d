import { describe, expect, test } from "vitest";
import { openService, order, read, requestOf } from "../test/open-service.ts";
import { WrongMount } from "./index.ts";

const asked = (path: string) => requestOf("POST", path, { body: order });

describe("below a base path", () => {
  test.each([
    ["/pay", "/pay"],
    ["/pay/", "/pay"],
    ["/shop/pay", "/shop/pay"],
    ["/결제", "/%EA%B2%B0%EC%A0%9C"],
  ])("of %s a request is answered with it and without it", async (basePath, prefix) => {
    const { handler } = await openService({ basePath });
    for (const path of ["/px/payfront/sessions", `${prefix}/px/payfront/sessions`]) {
      const { status } = await read(await handler(asked(path)));
      expect([path, status]).toEqual([path, 201]);
    }
    for (const path of [`${prefix}x/px/payfront/sessions`, `${prefix}${prefix}/px/payfront/sessions`, prefix]) {
      expect((await read(await handler(asked(path)))).status).toBe(404);
    }
  });

  test("open parts are read as they are without it", async () => {
    const { handler, openSession } = await openService({ basePath: "/pay" });
    await openSession();
    const { status, json } = await read(await handler(requestOf("GET", `/pay/px/intents/orders/${order.orderId}`)));
    expect([status, json["orderId"]]).toEqual([200, order.orderId]);
  });
});

describe("a base path that can't be", () => {
  test.each(["pay", "/pay?x", "/pay#x", "//pay", "https://pay.example/pay"])("%s is no path", async (basePath) => {
    await expect(openService({ basePath })).rejects.toThrow(/basePath must be a path such as \/pay/);
  });

  test.each(["/checkout", "/px", "/px/intents", "/healthz"])("%s is the service's own", async (basePath) => {
    await expect(openService({ basePath })).rejects.toThrow(/can't be mounted at .*, because it serves \//);
  });
});

describe("a path that would be served but for the mount says what to do", () => {
  test.each([
    ["/px/intents/confirm/", "has a trailing slash: ask for https://pay.example/px/intents/confirm"],
    ["/healthz/", "has a trailing slash: ask for https://pay.example/healthz"],
    ["/pay/px/payfront/sessions", "is served as https://pay.example/px/payfront/sessions: ask for that, or if"],
    [
      "/shop/pay/px/intents/x/cancel/",
      "mounted at /shop/pay, set settings.checkoutUrl to https://pay.example/shop/pay/checkout",
    ],
  ])("%s", async (path, problem) => {
    const { call } = await openService();
    const { status, json } = await call("POST", path, { body: {} });
    expect([status, json.code]).toEqual([404, "NOT_FOUND_PATH"]);
    expect(json.details).toEqual([
      { field: "path", code: "NOT_FOUND_PATH", problem: expect.stringContaining(problem) },
    ]);
  });
});

describe("a framework that says where it has mounted the service", () => {
  const answerAt = async (basePath: string, mountedAt: string) => {
    const reports: unknown[] = [];
    const { handler } = await openService({ basePath, report: (error) => reports.push(error) });
    return { reports, ...(await read(await handler(asked("/px/payfront/sessions"), { mountedAt }))) };
  };

  test.each([
    ["/pay", "/pay"],
    ["/pay", "/PAY"],
    ["/shop/pay", "/pay"],
    ["/결제", "/%EA%B2%B0%EC%A0%9C"],
    ["/pay", ""],
  ])("at a mount path that fits %s is accepted: %s", async (basePath, mountedAt) => {
    expect(await answerAt(basePath, mountedAt)).toMatchObject({ status: 201, reports: [] });
  });

  test.each([
    ["", "/pay"],
    ["/pay", "/other"],
    ["/pay", "/shop/pay"],
  ])("elsewhere than at %j: at %s nothing is done, as links would lead nowhere", async (basePath, mountedAt) => {
    const { status, json, reports } = await answerAt(basePath, mountedAt);
    expect([status, json.code]).toEqual([500, "FAILED_INTERNAL_SYSTEM_PROCESSING"]);
    expect(json.details?.[0]?.problem).toContain(`let checkoutUrl end with ${mountedAt}/checkout`);
    expect(reports).toEqual([new WrongMount(`Wonflow ${json.details?.[0]?.problem}`)]);
  });
});
