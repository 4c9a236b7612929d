import { expect, test } from "vitest";

import { openService, order, type Sent } from "../test/open-service.ts";
import type { HttpSettings } from "./index.ts";

const head = "Payment key,Order id,Order name,";

async function paid(service: Awaited<ReturnType<typeof openService>>, changes: object) {
  const token = await service.openSession(changes);
  const { searchParams } = await service.authenticate(token);
  const confirmed = { intentKey: searchParams.get("intentKey"), orderId: searchParams.get("orderId") };
  const { body } = await service.call("POST", "/px/intents/confirm", {
    body: { ...confirmed, amount: Number(searchParams.get("amount")) },
  });
  return body as { readonly intentKey: string };
}

const number = (n: number) => `order-20261120-${String(n).padStart(4, "0")}`;

/** The lines of a file without its mark. */
async function linesOf({ call }: Pick<Awaited<ReturnType<typeof openService>>, "call">, path: string, sent: Sent = {}) {
  const { text, headers, status } = await call("GET", path, sent);
  expect([status, headers.get("Content-Type")]).toEqual([200, "text/csv; charset=utf-8"]);
  expect(text.startsWith("\uFEFF")).toBe(true);
  expect(text.endsWith("\r\n")).toBe(true);
  return text.slice(1, -2).split("\r\n");
}

test("a hostile order name stays a string, in a file that a browser saves", async () => {
  const service = await openService();
  await paid(service, { orderName: '=HYPERLINK("https://evil.example","녹차")' });
  const { headers, text } = await service.call("GET", "/merchants/1/payments.csv");
  expect(headers.get("Content-Disposition")).toBe('attachment; filename="payments.csv"');
  expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(headers.get("Cache-Control")).toBe("no-store");
  expect(text).toContain(`,"'=HYPERLINK(""https://evil.example"",""녹차"")",DONE,`);
});

test("the headings are in the language that is asked for, or that the browser prefers", async () => {
  const service = await openService();
  const first = async (query: string, language?: string) => {
    const headers = language === undefined ? {} : { "Accept-Language": language };
    return (await linesOf(service, `/merchants/1/payments.csv${query}`, { headers }))[0]?.split(",")[0];
  };
  expect(await first("")).toBe("결제 키");
  expect(await first("", "en-US,en;q=0.9")).toBe("Payment key");
  expect(await first("?language=ko", "en")).toBe("결제 키");
  expect(await first("?language=en", "ko")).toBe("Payment key");
});

test("the filters match the list's, and a canceled payment has its remaining amount", async () => {
  const service = await openService();
  const first = await paid(service, { orderId: number(1) });
  await paid(service, { orderId: number(2), amount: { value: 20_000 } });
  const cancel = { cancelReason: "품절", cancelAmount: 3_000 };
  await service.call("POST", `/px/intents/${first.intentKey}/cancel`, { body: cancel });
  const all = await linesOf(service, "/merchants/1/payments.csv?language=en");
  expect(all.map((line) => line.split(",")[1])).toEqual(["Order id", number(2), number(1)]);
  const [, line] = await linesOf(service, "/merchants/1/payments.csv?language=en&status=PARTIAL_CANCELED");
  expect(line?.split(",").slice(1)).toEqual([
    number(1),
    order.orderName,
    "PARTIAL_CANCELED",
    "2026-11-20 14:03:07",
    "2026-11-20 14:03:07",
    "10000",
    "3000",
    "7000",
    "2026-11-20 14:03:07",
    "KB Kookmin",
    expect.stringMatching(/^4{1}0{5}\*+0009$/),
    "0",
    "",
    "",
    "0",
  ]);
  expect(await linesOf(service, "/merchants/1/payments.csv?status=ABORTED")).toHaveLength(1);
});

/** Five orders, in a service whose pages have two of them; `before` runs before each page. */
async function fiveOrders(settings: HttpSettings = {}, before: (startingAfter: unknown) => void = () => {}) {
  const limits: unknown[] = [];
  const service = await openService(settings, (payments) => ({
    ...payments,
    intents: {
      ...payments.intents,
      list: async (tenant, input = {}) => {
        limits.push(input.limit);
        before(input.startingAfter);
        return payments.intents.list(tenant, { ...input, limit: 2 });
      },
    },
  }));
  for (let n = 1; n <= 5; n += 1) await service.openSession({ orderId: number(n) });
  return { ...service, limits };
}

test("a file continues after each page, and has each payment once", async () => {
  const service = await fiveOrders();
  const lines = await linesOf(service, "/merchants/1/payments.csv");
  expect(lines.slice(1).map((line) => line.split(",")[1])).toEqual([5, 4, 3, 2, 1].map(number));
  // Every read is of a bounded page.
  expect(service.limits).toEqual([500, 500, 500]);
});

test("a file that cannot be read on is reported, and breaks off", async () => {
  const reported: unknown[] = [];
  const lost = new Error("the database is gone");
  const service = await fiveOrders({ report: (error) => reported.push(error) }, (startingAfter) => {
    if (startingAfter !== undefined) throw lost;
  });
  await expect(service.call("GET", "/merchants/1/payments.csv")).rejects.toThrow("the database is gone");
  expect(reported).toEqual([lost]);
});

test("settlements have a line for each of their lines, cancellations below zero as numbers", async () => {
  const service = await openService();
  const { intentKey } = await paid(service, {});
  const until = async (moment: string) => {
    await service.clock.advance(Date.parse(moment) - service.clock.now());
    for (let runs = 0; runs < 3; runs += 1) await service.payments.work.runDue();
  };
  await service.payments.work.runDue();
  await until("2026-11-25T00:00:00+09:00");
  await service.call("POST", `/px/intents/${intentKey}/cancel`, {
    body: { cancelReason: "품절", cancelAmount: 3_000 },
  });
  await until("2026-11-26T00:00:00+09:00");
  const days = "from=2026-11-20&to=2026-11-26";
  const lines = await linesOf(service, `/merchants/1/settlements.csv?${days}`);
  expect(lines.map((line) => line.split(",").slice(1).join(","))).toEqual([
    "정산 시각,주문번호,거래 금액,수수료율(%),수수료,수수료 부가세,정산 금액",
    `2026-11-25 00:00:00,${order.orderId},10000,3.3,330,33,9637`,
    `2026-11-26 00:00:00,${order.orderId},-3000,3.3,-99,-10,-2891`,
  ]);
  const { headers } = await service.call("GET", `/merchants/1/settlements.csv?${days}`);
  expect(headers.get("Content-Disposition")).toBe('attachment; filename="settlements-2026-11-20-2026-11-26.csv"');
});

test.each([
  ["payments.csv?status=PAID", "status.0"],
  ["payments.csv?language=fr", "language"],
  ["payments.csv?amountGte=x", "amountGte"],
  ["settlements.csv", "from"],
  ["settlements.csv?from=2026-11-20", "to"],
  ['settlements.csv?from=2026-11-20&to="\r\nX-Evil: 1', "to"],
  ["settlements.csv?from=2026-11-21&to=2026-11-20", "from"],
])("%j is refused by its field before anything is sent", async (path, field) => {
  const { call } = await openService();
  const { status, json } = await call("GET", `/merchants/1/${encodeURI(path)}`);
  expect([status, json.code, json.details?.[0]?.field]).toEqual([400, "INVALID_REQUEST", field]);
});

test.each([
  ["payments.csv?language=fr", "must be ko or en"],
  ["settlements.csv?from=2026-11-20&to=2026-11-21&language=korean", "must be ko or en"],
  ["daily-totals?from=2026-11-20", "must be given"],
])("%s is refused with the service's own message: %s", async (path, problem) => {
  const { call } = await openService();
  expect((await call("GET", `/merchants/1/${path}`)).json.details?.[0]?.problem).toBe(problem);
});

test("another merchant's file is not found, and a file needs credentials", async () => {
  const { call } = await openService();
  expect((await call("GET", "/merchants/2/payments.csv")).json.code).toBe("NOT_FOUND_MERCHANT");
  const open = await call("GET", "/merchants/1/payments.csv", { headers: { Authorization: null } });
  expect([open.status, open.text.includes(head)]).toEqual([401, false]);
});
