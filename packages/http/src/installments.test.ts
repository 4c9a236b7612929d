import { sandboxInstallmentFeeds } from "@wonflow/sandbox";
import { fakeClock } from "@wonflow/testkit";
import { describe, expect, test } from "vitest";
import { shippedBins } from "@wonflow/card-data";
import { basic, openService } from "../test/open-service.ts";

const clock = fakeClock(Date.UTC(2026, 10, 20, 5, 3, 7, 250));
const cardData = { installmentFeeds: sandboxInstallmentFeeds({ clock }), bins: shippedBins };

async function open() {
  const service = await openService(undefined, undefined, cardData);
  await service.payments.work.runDue(10);
  return service;
}

const path = "/installments/interest-free-months";

describe(`GET ${path}`, () => {
  test.each([
    ["?pg=PG_A", "Basic test_ck_docs:", 200, undefined],
    ["?pg=PG_B", basic("test_ck_docs"), 200, undefined],
    ["?pg=PG_A", null, 401, "UNAUTHORIZED_KEY"],
    ["?pg=PG_A", basic("test_ck_unknown"), 401, "UNAUTHORIZED_KEY"],
    ["?pg=PG_A", basic("test_sk_docs"), 400, "INVALID_API_KEY"],
    ["?pg=PG_A", "Basic test_ck_docs", 403, "INCORRECT_BASIC_AUTH_FORMAT"],
    ["", basic("test_ck_docs"), 400, "INVALID_REQUEST"],
    ["?pg=", basic("test_ck_docs"), 400, "INVALID_REQUEST"],
    ["?pg=PG_C", basic("test_ck_docs"), 400, "INVALID_REQUEST"],
    ["?pg=PG_C", null, 401, "UNAUTHORIZED_KEY"],
  ])("%s with %s", async (query, authorization, status, code) => {
    const { call } = await open();
    const answer = await call("GET", path + query, { headers: { Authorization: authorization } });
    expect([answer.status, answer.json.code]).toEqual([status, code]);
  });

  test("403 for a gateway that is not in the contract", async () => {
    const { call, payments } = await open();
    const contracts = { installmentFeeds: ["PG_A" as const] };
    await payments.merchants.register({ mId: 7, mode: "test", name: "Shop", feeRate: "3", contracts });
    const issued = await payments.keys.issue({ mId: 7, mode: "test" }, "client");
    const headers = { Authorization: basic(issued.ok ? issued.value.key : "") };
    expect((await call("GET", `${path}?pg=PG_A`, { headers })).status).toBe(200);
    const { status, json } = await call("GET", `${path}?pg=PG_B`, { headers });
    expect([status, json.code, json.details?.[0]?.field]).toEqual([403, "FORBIDDEN_REQUEST", "pg"]);
  });

  test("500 in the stated shape while the data is not ready", async () => {
    const { call } = await openService();
    const { status, json } = await call("GET", `${path}?pg=PG_A`, {
      headers: { Authorization: basic("test_ck_docs") },
    });
    expect([status, json]).toEqual([500, expect.objectContaining({ statusCode: 500, message: expect.any(String) })]);
    expect(json.code).toBe("INSTALLMENTS_NOT_READY");
  });
});

describe("POST /checkout/session/card", () => {
  /** The sandbox takes 2 to 12 months; those named cost no interest. */
  const plans = (...free: readonly number[]) =>
    Array.from({ length: 11 }, (_, index) => ({ months: index + 2, interestFree: free.includes(index + 2) }));

  test.each([
    // first digits, amount, company, type, months
    ["400000", 50_000, "11", "CRD", plans(2, 3, 4, 5)],
    ["40000071", 50_000, "71", "CRD", plans(3)],
    ["40000033", 50_000, "33", "CRD", plans(2, 3, 4)],
    ["54000061", 50_000, "61", "CRD", plans()],
    ["54000061", 100_000, "61", "CRD", plans(2, 3)],
    ["400000", 49_999, "11", "CRD", []],
    ["54000015", 50_000, "15", "CHK", []],
    ["94000092", 50_000, "91", "CHK", []],
    ["340000", 50_000, "7A", "CRD", []],
    ["999999", 50_000, undefined, null, plans()],
    ["9999999", 50_000, undefined, null, plans()],
  ])("%s for %i won", async (firstDigits, value, code, type, installments) => {
    const { call, openSession } = await open();
    const headers = { Authorization: `Bearer ${await openSession({ amount: { value } })}` };
    const { status, body } = await call("POST", "/checkout/session/card", { headers, body: { firstDigits } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ company: code === undefined ? null : { code }, type, installments });
  });

  test("names the company in Korean and English", async () => {
    const { call, openSession } = await open();
    const headers = { Authorization: `Bearer ${await openSession()}` };
    const { body } = await call("POST", "/checkout/session/card", { headers, body: { firstDigits: "40000051" } });
    expect(body).toMatchObject({ company: { code: "51", ko: "삼성", en: "Samsung" } });
  });

  test.each(["", "40000", "400000001", "4000000000110009", "4000 00", 400_000])(
    "%j is refused",
    async (firstDigits) => {
      const { call, openSession } = await open();
      const headers = { Authorization: `Bearer ${await openSession()}` };
      const { status, json } = await call("POST", "/checkout/session/card", { headers, body: { firstDigits } });
      expect([status, json.code, json.details?.[0]?.field]).toEqual([400, "INVALID_REQUEST", "firstDigits"]);
    },
  );

  test("only a living link may ask", async () => {
    const { call, openSession, clock: serviceClock } = await open();
    const headers = { Authorization: `Bearer ${await openSession()}` };
    const ask = (with_: Readonly<Record<string, string | null>>) =>
      call("POST", "/checkout/session/card", { headers: with_, body: { firstDigits: "400000" } });
    expect((await ask({ Authorization: "Bearer cs_1_test_none" })).status).toBe(404);
    expect((await ask({ Authorization: null })).status).toBe(404);
    await serviceClock.advance(31 * 60_000);
    expect((await ask(headers)).status).toBe(410);
  });

  test("interest-free is only what every gateway of the merchant says", async () => {
    const { call, payments } = await open();
    const tenant = { mId: 8, mode: "test" as const };
    const ask = async (feeds: readonly ("PG_A" | "PG_B")[], orderId: string) => {
      await payments.merchants.register({
        ...tenant,
        name: "Shop",
        feeRate: "3",
        contracts: { installmentFeeds: [...feeds] },
      });
      const created = await payments.sessions.create(tenant, {
        customerId: "c0a8-11e9-buyer",
        orderId,
        orderName: "Tea",
        amount: { value: 50_000 },
        successUrl: "https://shop.example/ok",
        failUrl: "https://shop.example/fail",
      });
      const headers = { Authorization: `Bearer ${created.ok ? created.value.token : ""}` };
      const { body } = await call("POST", "/checkout/session/card", { headers, body: { firstDigits: "400000" } });
      const { installments } = body as { installments: readonly { months: number; interestFree: boolean }[] };
      return installments.filter(({ interestFree }) => interestFree).map(({ months }) => months);
    };
    expect(await ask(["PG_A", "PG_B"], "order-20261120-0001")).toEqual([2, 3, 4, 5]);
    expect(await ask(["PG_A"], "order-20261120-0002")).toEqual([2, 3, 4, 5]);
    expect(await ask([], "order-20261120-0003")).toEqual([]);
  });

  test("while one gateway of the merchant has said nothing yet, nothing is interest-free", async () => {
    const { PG_A } = cardData.installmentFeeds;
    const { call, openSession, payments } = await openService(undefined, undefined, {
      bins: shippedBins,
      installmentFeeds: { PG_A },
    });
    await payments.work.runDue(10);
    const headers = { Authorization: `Bearer ${await openSession({ amount: { value: 50_000 } })}` };
    const { body } = await call("POST", "/checkout/session/card", { headers, body: { firstDigits: "400000" } });
    expect(body).toMatchObject({ installments: plans() });
  });
});
