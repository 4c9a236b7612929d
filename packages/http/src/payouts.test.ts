import { expect, test } from "vitest";
import { z } from "zod";
import { basic, openService, order } from "../test/open-service.ts";

const seller = {
  refSellerId: "kim-001",
  name: "Kim's Ceramics",
  businessType: "INDIVIDUAL",
  account: { bankCode: "004", accountNumber: "110-123-456789", holderName: "김상인" },
};

const item = (refPayoutId: string, destination: string, value = 1_000) => ({
  refPayoutId,
  destination,
  amount: { currency: "KRW", value },
});

const idSchema = z.looseObject({ id: z.string() });
const listSchema = z.looseObject({
  hasMore: z.boolean(),
  size: z.number(),
  nextCursor: z.string().nullable(),
  items: z.array(z.looseObject({ id: z.string(), status: z.string().optional() })),
});

/** A service whose merchant has so many won to pay out, on 25 November 2026 at 10:00 in Seoul, and sellers. */
async function withBalance(paid = 100_000) {
  const service = await openService();
  const { call, clock, payments } = service;
  await service.paid({ ...order, amount: { value: paid } });
  await clock.advance(Date.parse("2026-11-25T10:00:00+09:00") - clock.now());
  await payments.work.runDue();
  const newSeller = async (refSellerId: string) => {
    const { status, body } = await call("POST", "/merchants/1/sellers", { body: { ...seller, refSellerId } });
    expect(status).toBe(201);
    return idSchema.parse(body).id;
  };
  const payOut = (body: unknown, headers = {}) => call("POST", "/merchants/1/payouts", { body, headers });
  return { ...service, newSeller, payOut };
}

test("a seller: created, read, listed and deleted", async () => {
  const { call } = await openService();
  const created = await call("POST", "/merchants/1/sellers", { body: seller });
  expect(created.status).toBe(201);
  expect(created.body).toMatchObject({ ...seller, account: { ...seller.account, accountNumber: "********6789" } });
  expect(created.text).not.toContain("123456789");
  const { id } = idSchema.parse(created.body);
  expect((await call("GET", `/merchants/1/sellers/${id}`)).body).toEqual(created.body);
  expect((await call("GET", "/merchants/1/sellers")).body).toEqual({
    hasMore: false,
    size: 1,
    nextCursor: null,
    items: [created.body],
  });
  const again = await call("POST", "/merchants/1/sellers", { body: seller });
  expect([again.status, again.json.code]).toEqual([409, "ALREADY_EXIST_SELLER"]);
  const deleted = await call("DELETE", `/merchants/1/sellers/${id}`);
  expect([deleted.status, deleted.body]).toEqual([
    200,
    { ...idSchema.parse(created.body), deletedAt: expect.any(String) },
  ]);
  for (const method of ["GET", "DELETE"]) {
    const gone = await call(method, `/merchants/1/sellers/${id}`);
    expect([gone.status, gone.json.code]).toEqual([404, "NOT_FOUND_SELLER"]);
  }
  expect((await call("GET", "/merchants/1/sellers")).body).toMatchObject({ items: [] });
});

test("payouts: reserved with 201, the same again with 200, submitted, paid by the bank's half hour, and listed", async () => {
  const { call, clock, payments, newSeller, payOut } = await withBalance();
  const [a, b] = [await newSeller("a"), await newSeller("b")];
  const first = await payOut([item("r1", a), item("r2", b, 2_000)]);
  expect(first.status).toBe(201);
  const { items } = listSchema.parse(first.body);
  expect(items.map(({ status }) => status)).toEqual(["PENDING", "PENDING"]);
  const again = await payOut([item("r2", b, 2_000), item("r1", a)]);
  expect([again.status, again.body]).toEqual([200, first.body]);
  await payments.work.runDue();
  await clock.advance(31 * 60_000);
  await payments.work.runDue();
  const [one] = items;
  const paid = await call("GET", `/merchants/1/payouts/${one?.id}`);
  expect([paid.status, paid.body]).toEqual([
    200,
    {
      ...one,
      status: "COMPLETED",
      submittedAt: "2026-11-25T10:00:00+09:00",
      statusUpdatedAt: "2026-11-25T10:31:00+09:00",
      lastResultCheckedAt: "2026-11-25T10:31:00+09:00",
      completedAt: "2026-11-25T10:30:00+09:00",
    },
  ]);
  const page = listSchema.parse((await call("GET", "/merchants/1/payouts?limit=1")).body);
  expect(page).toMatchObject({ hasMore: true, size: 1 });
  const rest = await call("GET", `/merchants/1/payouts?limit=1&startingAfter=${page.nextCursor}`);
  expect(listSchema.parse(rest.body)).toMatchObject({ hasMore: false, size: 1, nextCursor: null });
  expect([...page.items, ...listSchema.parse(rest.body).items].map(({ id }) => id).toSorted()).toEqual(
    items.map(({ id }) => id).toSorted(),
  );
  const none = await call("GET", "/merchants/1/payouts?payoutDateGte=2026-11-26&payoutDateLte=2026-11-30");
  expect(none.body).toMatchObject({ items: [] });
});

test.each<[string, string, string]>([
  ["a limit of 0", "limit=0", "limit"],
  ["a limit other than a number", "limit=ten", "limit"],
  ["a limit with a sign", "limit=-1", "limit"],
  ["an empty limit", "limit=", "limit"],
  ["a limit above 10,000", "limit=10001", "limit"],
  ["a day that does not exist", "payoutDateGte=2026-02-30", "payoutDateGte"],
  ["days the wrong way round", "payoutDateGte=2026-11-26&payoutDateLte=2026-11-25", "payoutDateGte"],
  ["an invalid cursor", "startingAfter=x", "startingAfter"],
])("a list with %s", async (_what, query, field) => {
  const { call } = await openService();
  const { status, json } = await call("GET", `/merchants/1/payouts?${query}`);
  expect([status, json.code, json.details?.map((detail) => detail.field)]).toEqual([400, "INVALID_REQUEST", [field]]);
});

test("a problem in a batch is reported by item and field", async () => {
  const { newSeller, payOut } = await withBalance();
  const id = await newSeller("a");
  const shape = await payOut([item("r1", id), item("r 2", id, 0)]);
  expect(shape.json.details?.map(({ field }) => field)).toEqual(["1.refPayoutId", "1.amount.value"]);
  const cases: readonly (readonly [unknown, number, string])[] = [
    [{}, 400, "INVALID_REQUEST"],
    [[item("r1", "seller_none")], 404, "NOT_FOUND_SELLER"],
    [[item("r1", id), item("r1", id)], 409, "DUPLICATE_REF_PAYOUT_ID"],
    [[item("r1", id), item("r2", id)], 409, "PAYOUT_PROVIDER_SLOT_CONFLICT"],
    [[item("r1", id, 999_999_999)], 400, "NOT_ENOUGH_AMOUNT"],
  ];
  for (const [body, status, code] of cases) {
    const answer = await payOut(body);
    expect([answer.status, answer.json.code]).toEqual([status, code]);
  }
});

test("another merchant's paths are not found, with or without records", async () => {
  const { call } = await openService();
  const paths = ["sellers", "sellers/x", "payouts", "payouts/x", "balances"];
  for (const path of paths) {
    const { status, json } = await call("GET", `/merchants/2/${path}`);
    expect([path, status, json.code]).toEqual([path, 404, "NOT_FOUND_MERCHANT"]);
    const asked = await call("GET", `/merchants/1/${path}`, { headers: { Authorization: null } });
    expect([path, asked.status]).toEqual([path, 401]);
  }
});

test("a client key can't see or make payouts", async () => {
  const { call } = await openService();
  const headers = { Authorization: basic("test_ck_docs") };
  expect((await call("GET", "/merchants/1/payouts", { headers })).json.code).toBe("INVALID_API_KEY");
  expect((await call("POST", "/merchants/1/sellers", { headers, body: seller })).json.code).toBe("INVALID_API_KEY");
});

test("an idempotency key gives the first answer again, with its status", async () => {
  const { payments, newSeller, payOut } = await withBalance();
  const body = [item("r1", await newSeller("a"))];
  const first = await payOut(body, { "Idempotency-Key": "once" });
  await payments.work.runDue();
  const again = await payOut(body, { "Idempotency-Key": "once" });
  expect([again.status, again.body]).toEqual([first.status, first.body]);
});

test("the bank's failure is described in the language of the request, in our words", async () => {
  const { call, payments, newSeller, payOut } = await withBalance();
  // An amount that the sandbox bank refuses.
  const { body } = await payOut([item("r1", await newSeller("a"), 1_202)]);
  const [payout] = listSchema.parse(body).items;
  await payments.work.runDue();
  const error = async (language: string) => {
    const headers = { "Accept-Language": language };
    const one = await call("GET", `/merchants/1/payouts/${payout?.id}`, { headers });
    const all = await call("GET", "/merchants/1/payouts", { headers });
    expect(listSchema.parse(all.body).items).toEqual([one.body]);
    return z.looseObject({ error: z.unknown() }).parse(one.body).error;
  };
  expect(await error("ko")).toEqual({ code: "PAYOUT_ACCOUNT_UNUSABLE", message: "입금할 수 없는 계좌예요." });
  expect(await error("en")).toEqual({
    code: "PAYOUT_ACCOUNT_UNUSABLE",
    message: "The account cannot receive money; the reserved amount is available again.",
  });
});
