import { ok } from "@wonflow/core";
import { describe, expect, test } from "vitest";
import { basic, openService, order, orderId, type Service } from "../test/open-service.ts";

/** The service begins on Friday, 2026-11-20 at 14:03:07.250 in Seoul. */
async function until(service: Service, moment: string) {
  await service.clock.advance(Date.parse(moment) - service.clock.now());
  for (let runs = 0; runs < 3; runs += 1) await service.payments.work.runDue();
}

const nextOrder = (n: number) => ({ ...order, orderId: `order-20261120-${String(n).padStart(4, "0")}` });

async function settled(count = 1): Promise<Service> {
  const service = await openService();
  for (let n = 1; n <= count; n += 1) await service.paid(nextOrder(n));
  await until(service, "2026-11-25T00:00:00+09:00");
  return service;
}

const line = {
  orderId,
  transactionAmount: 10_000,
  feeRate: 3.3,
  feeAmount: 330,
  vatAmount: 33,
  settledAmount: 9637,
};

test("an order, its settlement and the balance, before and after", async () => {
  const service = await openService();
  const { call } = service;
  await service.paid();
  const expected = await call("GET", `/px/settlements/${orderId}`);
  expect([expected.status, expected.body]).toEqual([
    200,
    {
      settlementId: null,
      orderId,
      orderName: "녹차 100g",
      transactionAmount: 10_000,
      fee: 330,
      vat: 33,
      settlementAmount: 9637,
      approvedAt: "2026-11-20T05:03:07.250Z",
      scheduledAt: "2026-11-24T15:00:00.000Z",
      settledAt: null,
      status: "UNSETTLED",
    },
  ]);
  const balance = (pending: number, available: number) => ({
    pendingAmount: { currency: "KRW", value: pending },
    availableAmount: { currency: "KRW", value: available },
  });
  expect((await call("GET", "/merchants/1/balances")).body).toEqual(balance(9637, 0));

  await until(service, "2026-11-25T00:00:00+09:00");
  const list = await call("GET", "/px/settlements?from=2026-11-25&to=2026-11-25");
  const { body } = list;
  const settlementId = (body as readonly { readonly settlementId: string }[])[0]?.settlementId;
  const settlement = { settlementId, amount: 9637, settledAt: "2026-11-24T15:00:00.000Z", lines: [line] };
  expect([list.status, body]).toEqual([200, [settlement]]);
  expect((await call("GET", `/px/settlements/${settlementId}`)).body).toEqual(settlement);
  const now = { settlementId, settledAt: "2026-11-24T15:00:00.000Z", status: "SETTLED" };
  expect((await call("GET", `/px/settlements/${orderId}`)).body).toEqual({ ...(expected.body as object), ...now });
  expect((await call("GET", `/px/intents/orders/${orderId}`)).body).toMatchObject({ settlementId });
  expect((await call("GET", "/merchants/1/balances")).body).toEqual(balance(0, 9637));
});

describe("the days of a list are days in Seoul, both inclusive", async () => {
  const { call } = await settled();
  test.each([
    ["2026-11-25", "2026-11-25", 1],
    ["2026-11-01", "2026-11-30", 1],
    ["2026-11-24", "2026-11-24", 0],
    ["2026-11-26", "2026-12-31", 0],
  ])("from %s to %s: %s", async (from, to, found) => {
    const { status, body } = await call("GET", `/px/settlements?from=${from}&to=${to}`);
    expect([status, (body as readonly unknown[]).length]).toEqual([200, found]);
  });

  test.each([
    ["?to=2026-11-25", "from", "must be given"],
    ["?from=2026-11-25", "to", "must be given"],
    ["?from=2026-11-26&to=2026-11-25", "from", "must not be later than to"],
    ["?from=2026-02-30&to=2026-11-25", "from", "must be a day of the calendar, YYYY-MM-DD"],
    ["?from=2026-11-25&to=20261125", "to", "must be a day of the calendar, YYYY-MM-DD"],
    ["?from=2026-25-11&to=2026-11-25", "from", "must be a day of the calendar, YYYY-MM-DD"],
  ])("%s is refused and names %s", async (query, field, problem) => {
    const { status, json } = await call("GET", `/px/settlements${query}`);
    expect([status, json.details]).toEqual([400, [{ field, code: "INVALID_REQUEST", problem }]]);
  });
});

test("a list of more settlements than are read at once comes whole and in order", async () => {
  const service = await openService();
  const { payments } = service;
  for (let n = 1; n <= 23; n += 1) {
    await service.paid(nextOrder(n));
    await until(service, new Date(service.clock.now() + 24 * 60 * 60 * 1000).toISOString());
  }
  await until(service, "2027-02-01T00:00:00+09:00");
  const list = await service.call("GET", "/px/settlements?from=2026-11-01&to=2027-12-31");
  const settlements = list.body as readonly { readonly lines: readonly { readonly orderId: string }[] }[];
  expect(settlements.length).toBeGreaterThan(10);
  const orders = settlements.flatMap(({ lines }) => lines.map((each) => each.orderId));
  expect(orders).toEqual(Array.from({ length: 23 }, (_, index) => nextOrder(index + 1).orderId));
  const tenant = { mId: 1, mode: "test" } as const;
  const pages = await payments.settlements.list(tenant, { from: "2026-11-01", to: "2027-12-31", limit: 100 });
  expect(pages.ok && pages.value.items).toEqual(list.body);
});

/** A merchant with 2,000 settlements of a hundred lines, and how many of them were read from the store so far. */
async function manySettlements() {
  const total = 2_000;
  const size = 10;
  let made = 0;
  const lines = Array.from({ length: 100 }, (_, index) => ({ ...line, orderId: nextOrder(index + 1).orderId }));
  const { handler } = await openService(undefined, (whole) => ({
    ...whole,
    settlements: {
      ...whole.settlements,
      async list(_tenant, { startingAfter }) {
        const first = Number(startingAfter ?? 0);
        made += size;
        const items = Array.from({ length: size }, (_, index) => {
          return {
            settlementId: `stl.${first + index}`,
            amount: 963_700,
            settledAt: "2026-11-24T15:00:00.000Z",
            lines,
          };
        });
        const hasMore = first + size < total;
        return ok({ items, size, hasMore, nextCursor: hasMore ? String(first + size) : null });
      },
    },
  }));
  const headers = { Authorization: basic("test_sk_docs") };
  const url = "https://pay.example/px/settlements?from=2026-11-25&to=2026-11-25";
  const { body } = await handler(new Request(url, { headers }));
  if (body === null) throw new Error("the list has no body");
  return { total, made: () => made, reader: body.getReader() };
}

/** Lets all other pending work run until it waits. */
async function turnsOfOthers(): Promise<void> {
  for (let turns = 0; turns < 100; turns += 1) await new Promise(setImmediate);
}

test("a long list is read from the store as its reader takes it, ten settlements ahead at most", async () => {
  const { total, made, reader } = await manySettlements();
  await turnsOfOthers();
  expect(made()).toBe(10);
  let text = "";
  let taken = 0;
  const ahead: number[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const chunk = new TextDecoder().decode(value);
    taken += chunk.match(/"settlementId"/g)?.length ?? 0;
    ahead.push(made() - taken);
    text += chunk;
  }
  expect([made(), taken, Math.max(...ahead) <= 10, ahead[0]]).toEqual([total, total, true, 9]);
  const list = JSON.parse(text) as readonly { readonly settlementId: string }[];
  expect(list.map(({ settlementId }) => settlementId)).toEqual(Array.from({ length: total }, (_, n) => `stl.${n}`));
});

test("a list whose reader goes away is not read on", async () => {
  const { made, reader } = await manySettlements();
  for (let taken = 0; taken < 25; taken += 1) await reader.read();
  await reader.cancel();
  await turnsOfOthers();
  expect(made()).toBe(30);
});

test("a list that fails midway breaks off, so that it never looks complete, and is reported", async () => {
  const reports: unknown[] = [];
  const report = (error: unknown, traceId: string) => reports.push([error, traceId]);
  const failure = new Error("the database went away");
  const { handler } = await openService({ report, traceId: () => "trace-7" }, (whole) => ({
    ...whole,
    settlements: {
      ...whole.settlements,
      async list(tenant, input) {
        if (input.startingAfter !== undefined) throw failure;
        const page = await whole.settlements.list(tenant, input);
        return page.ok ? { ok: true, value: { ...page.value, hasMore: true, nextCursor: "more" } } : page;
      },
    },
  }));
  const headers = { Authorization: basic("test_sk_docs") };
  const url = "https://pay.example/px/settlements?from=2026-11-25&to=2026-11-25";
  const response = await handler(new Request(url, { headers }));
  await expect(response.text()).rejects.toThrow("the database went away");
  expect(reports).toEqual([[failure, "trace-7"]]);
});

describe("what is not there", () => {
  test("is 404, and reveals no data of other merchants", async () => {
    const service = await settled();
    const { call, payments } = service;
    await payments.merchants.register({ mId: 2, mode: "test", name: "Other", feeRate: "1" });
    const issued = await payments.keys.issue({ mId: 2, mode: "test" }, "secret");
    const other = { headers: { Authorization: basic(issued.ok ? issued.value.key : "") } };
    const { body } = await call("GET", "/px/settlements?from=2026-11-25&to=2026-11-25");
    const settlementId = (body as readonly { readonly settlementId: string }[])[0]?.settlementId ?? "";
    await service.openSession({ ...nextOrder(9) });
    for (const [path, sent] of [
      [`/px/settlements/${settlementId}`, other],
      [`/px/settlements/${orderId}`, other],
      ["/px/settlements/stl.nothing", {}],
      ["/px/settlements/stl.", {}],
      ["/px/settlements/no", {}],
      ["/px/settlements/order-20261120-0009", {}],
      ["/px/settlements/order-20991231-0001", {}],
    ] as const) {
      const { status, json } = await call("GET", path, sent);
      expect([path, status, json.code]).toEqual([path, 404, "NOT_FOUND_SETTLEMENT"]);
    }
    for (const mId of ["2", "01", "1.0", "x"]) {
      const { status, json } = await call("GET", `/merchants/${mId}/balances`);
      expect([mId, status, json.code]).toEqual([mId, 404, "NOT_FOUND_MERCHANT"]);
    }
    expect((await call("GET", "/merchants/2/balances", other)).status).toBe(200);
  });
});
