import { fakeClock } from "@wonflow/testkit";
import { expect, test } from "vitest";

import { basic, openService, read, requestOf } from "../test/open-service.ts";
import { createHttpHandler } from "./index.ts";

const file = "/merchants/1/payments.csv";
const search = "/merchants/1/payments?status=DONE";

/** A service of two merchants whose files each have two pages, of which a test reads as much as it likes. */
async function openReads() {
  const clock = fakeClock(0);
  const failing = { is: false };
  const service = await openService({ clock, rateLimits: {}, trustedProxies: [] }, (payments) => ({
    ...payments,
    intents: {
      ...payments.intents,
      async list(tenant, input = {}) {
        if (failing.is) throw new Error("the database is gone");
        return payments.intents.list(tenant, { ...input, limit: 1 });
      },
    },
  }));
  for (const n of [1, 2]) await service.openSession({ orderId: `order-20261120-000${n}` });
  const other = { mId: 2, mode: "test" } as const;
  await service.payments.merchants.register({ ...other, name: "상점", feeRate: "3" });
  const key = await service.payments.keys.issue(other, "secret");
  const otherKey = key.ok ? key.value.key : "";
  const begin = (path = file, method = "GET") => service.handler(requestOf(method, path), {});
  const statusOf = async (path: string) => (await service.call("GET", path)).status;
  return { ...service, clock, failing, begin, statusOf, otherKey };
}

test("of a merchant two heavy reads are under way at once; one more is refused until one of them has ended", async () => {
  const { begin, call, statusOf, otherKey } = await openReads();
  const [first, second] = [await begin(), await begin("/px/settlements?from=2026-11-20&to=2026-11-20")];
  expect([first.status, second.status]).toEqual([200, 200]);
  await second.text();
  const third = await begin();
  for (const path of [file, search, "/merchants/1/payments?limit=101", "/merchants/1/sellers"]) {
    const refused = await call("GET", path);
    expect([path, refused.status, refused.json.code]).toEqual([path, 429, "TOO_MANY_REQUESTS"]);
    expect(refused.headers.get("Retry-After")).toBe("1");
  }
  // Light reads, and all reads of others, pass.
  expect(await statusOf("/merchants/1/payments?limit=100&from=2026-11-20")).toBe(200);
  expect(await statusOf(`${search}&orderId=order-20261120-0001`)).toBe(200);
  const ofOther = await call("GET", "/merchants/2/payments.csv", { headers: { Authorization: basic(otherKey) } });
  expect(ofOther.status).toBe(200);
  expect((await read(first)).status).toBe(200);
  expect(await statusOf(search)).toBe(200);
  await third.body?.cancel();
});

test("a read ends when its client disconnects, also before it has taken anything", async () => {
  const { begin, statusOf } = await openReads();
  for (let n = 0; n < 5; n += 1) {
    const reader = (await begin()).body?.getReader();
    await reader?.read();
    await reader?.cancel();
  }
  for (let n = 0; n < 5; n += 1) await (await begin()).body?.cancel();
  expect(await statusOf(search)).toBe(200);
});

test("a read ends when it fails, is refused, or has no body to send", async () => {
  const { begin, failing, statusOf } = await openReads();
  for (let n = 0; n < 3; n += 1) {
    const broken = await begin();
    failing.is = true;
    await expect(broken.text()).rejects.toThrow("the database is gone");
    expect(await statusOf(search)).toBe(500);
    failing.is = false;
    expect(await statusOf("/merchants/1/payments?status=PAID")).toBe(400);
    expect((await begin(file, "HEAD")).status).toBe(200);
  }
  const both = [await begin(), await begin()];
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
});

test("a client that reads nothing for 30 seconds is cut off, and its read ends", async () => {
  const { begin, clock, statusOf } = await openReads();
  const [first] = [await begin(), await begin()];
  await clock.advance(29_999);
  expect(await statusOf(search)).toBe(429);
  await clock.advance(1);
  expect(await statusOf(search)).toBe(200);
  await expect(first.text()).rejects.toThrow("read nothing");
});

test.each([0, 1.5, 1_001, NaN])("%d heavy reads at once are refused at the start", async (heavyReads) => {
  const { payments } = await openService();
  expect(() => createHttpHandler(payments, { rateLimits: { heavyReads } })).toThrow("rateLimits.heavyReads");
});
