import { expect, test } from "vitest";

import { createPayoutWorld, item, type PayoutWorld } from "../../test/payout-world.ts";
import { createWorld, shop, valueOf } from "../../test/world.ts";

test("a payout from its request to its end", async () => {
  const world = await createPayoutWorld();
  const seller = await world.seller();
  const { isNew, payouts } = valueOf(await world.batch(item("2026-11-kim", seller.id, 400_000)));
  const [payout] = payouts.items;
  expect(isNew).toBe(true);
  expect(payout).toMatchObject({
    refPayoutId: "2026-11-kim",
    destination: { type: "SELLER", sellerId: seller.id },
    payoutDate: "2026-11-25",
    amount: { currency: "KRW", value: 400_000 },
    requestedAt: "2026-11-25T10:00:00+09:00",
    status: "PENDING",
    submittedAt: null,
  });
  expect(await world.balances()).toMatchObject({ available: 600_000, reserved: 400_000, bank: 1_000_000 });

  await world.run("payout");
  const id = payout?.id ?? "";
  // The submission is not due any more.
  expect(await world.payments.work.start("payout", 100)).toEqual([]);
  expect(await world.payout(id)).toMatchObject({ status: "REQUESTED", submittedAt: "2026-11-25T10:00:00+09:00" });
  expect(world.bank.submissions).toMatchObject([
    { key: `payout.${id}`, payee: { type: "SELLER", externalSellerId: seller.externalSellerId }, amount: 400_000 },
  ]);

  const key = `payout.${id}`;
  world.bank.payouts.set(key, { key, amount: 400_000, status: "PAID", at: world.clock.now() + 30_000, reason: null });
  await world.clock.advance(60_000);
  await world.run("bankAttempt");
  expect(await world.payout(id)).toMatchObject({
    status: "COMPLETED",
    lastResultCheckedAt: "2026-11-25T10:01:00+09:00",
    completedAt: "2026-11-25T10:00:30+09:00",
    reconciliationRequired: false,
    error: null,
  });
  expect(await world.balances()).toMatchObject({ available: 600_000, reserved: 0, bank: 600_000 });
});

/** A world with `count` payouts to be submitted, each to a seller of its own, and their ids. */
async function pending(count: number, options: Parameters<typeof createPayoutWorld>[0] = {}) {
  const world = await createPayoutWorld(options);
  const items = [];
  for (let n = 0; n < count; n += 1) items.push(item(`r${n}`, (await world.seller({ refSellerId: `s${n}` })).id));
  const { payouts } = valueOf(await world.batch(...items));
  return { ...world, payoutIds: payouts.items.map(({ id }) => id) };
}

const statuses = async ({
  payout,
  payoutIds,
}: Pick<PayoutWorld, "payout"> & { readonly payoutIds: readonly string[] }) =>
  (await Promise.all(payoutIds.map((id) => payout(id)))).map(({ status }) => status);

test("a submission that hangs or breaks holds up no other", async () => {
  const world = await pending(4);
  const accept = world.bank.onSubmit;
  world.bank.onSubmit = async (request) => {
    if (request.key.endsWith(world.payoutIds[0] ?? "")) return new Promise(() => {});
    if (request.key.endsWith(world.payoutIds[1] ?? "")) throw new Error("connection reset");
    return accept(request);
  };
  const work = world.run("payout");
  await world.clock.advance(10);
  expect(await statuses(world)).toEqual(["SUBMITTING", "SUBMITTING", "REQUESTED", "REQUESTED"]);
  await world.clock.advance(30_000);
  await work;
  expect(await statuses(world)).toEqual(["SUBMITTING", "SUBMITTING", "REQUESTED", "REQUESTED"]);
  expect(await world.balances()).toMatchObject({ reserved: 40_000 });
});

test("the setting limits how many are submitted at the same time", async () => {
  const { payments } = await createPayoutWorld({ settings: { payoutSubmissions: 3 } });
  expect(payments.work.kinds.find(({ kind }) => kind === "payout")?.limit).toBe(3);
  const { payments: usual } = await createPayoutWorld();
  expect(usual.work.kinds.find(({ kind }) => kind === "payout")?.limit).toBe(20);
});

test("two processes at once submit a payout once", async () => {
  const world = await pending(1);
  const other = await createWorld({
    sharing: world,
    payoutBanks: { test: world.bank },
    merchant: { contracts: { payouts: true } },
  });
  // The first process slept beyond its lease, so that both have the record.
  const first = world.payments.work.start("payout", 10);
  await world.clock.advance(60_000);
  await Promise.all([...(await first), ...(await other.payments.work.start("payout", 10))]);
  expect(world.bank.submissions).toHaveLength(1);
  expect(await statuses(world)).toEqual(["REQUESTED"]);
});

test("after a process died between its commit and the call, no other process sends", async () => {
  const world = await pending(1);
  world.bank.onSubmit = () => new Promise(() => {});
  void world.run("payout");
  await world.clock.advance(1);
  world.bank.onLookUp = async () => ({ outcome: "not-found" });
  for (let hour = 0; hour < 30; hour += 1) {
    await world.clock.advance(3600_000);
    await world.payments.work.runDue();
  }
  expect(world.bank.submissions).toHaveLength(1);
  expect(await statuses(world)).toEqual(["SUBMITTING"]);
});

test.each([
  ["2026-11-25T15:59:59.999", "REQUESTED"],
  ["2026-11-25T16:00:00", "FAILED"],
  ["2026-11-26T09:00:00", "FAILED"],
])("submitted at %s, past our own cut-off: %s", async (time, status) => {
  const world = await pending(1);
  await world.moveTo(time);
  await world.run("payout");
  expect(await statuses(world)).toEqual([status]);
  if (status === "REQUESTED") return;
  expect(world.bank.submissions).toEqual([]);
  expect(await world.payout(world.payoutIds[0] ?? "")).toMatchObject({
    error: { code: "PAYOUT_DATE_PASSED" },
    submittedAt: null,
    reconciliationRequired: false,
  });
  expect(await world.balances()).toMatchObject({ available: 1_000_000, reserved: 0 });
});

/** A payout whose process is held up for `ms` between the commit of its submission and the call. */
async function heldUp() {
  let heldForMs = 0;
  const world = await pending(1, {
    store: (memory) => ({
      ...memory,
      async commit(changeSet) {
        const result = await memory.commit(changeSet);
        const sends = changeSet.writes.some(({ key }) => key.kind === "bankAttempt");
        if (!sends || heldForMs === 0) return result;
        const ms = heldForMs;
        heldForMs = 0;
        await world.clock.advance(ms);
        return result;
      },
    }),
  });
  return { ...world, holdFor: (ms: number) => (heldForMs = ms) };
}

test("a process that was held up after its commit does not send past the cut-off, and fails the payout", async () => {
  const world = await heldUp();
  await world.moveTo("2026-11-25T15:59:59");
  world.holdFor(1000);
  await world.run("payout");
  expect(world.bank.submissions).toEqual([]);
  expect(await world.payout(world.payoutIds[0] ?? "")).toMatchObject({
    status: "FAILED",
    error: { code: "PAYOUT_DATE_PASSED" },
  });
  expect(await world.balances()).toMatchObject({ available: 1_000_000, reserved: 0 });
});

test("a process that was held up for longer than a request's time still sends before the cut-off", async () => {
  const world = await heldUp();
  world.holdFor(31_000);
  await world.run("payout");
  expect(world.bank.submissions).toMatchObject([{ deadline: world.clock.now() + 30_000 }]);
  expect(await statuses(world)).toEqual(["REQUESTED"]);
});

test("a late answer is not waited for, and the look-up finds its content", async () => {
  const world = await pending(1);
  const accept = world.bank.onSubmit;
  world.bank.onSubmit = async (request) => {
    const answer = await accept(request);
    await world.clock.after(40_000).elapsed;
    return answer;
  };
  const work = world.run("payout");
  await world.clock.advance(30_000);
  await work;
  expect(await world.payout(world.payoutIds[0] ?? "")).toMatchObject({
    status: "SUBMITTING",
    error: { code: "PAYOUT_RESULT_UNKNOWN" },
  });
  await world.clock.advance(60_000);
  await world.run("bankAttempt");
  expect(await statuses(world)).toEqual(["REQUESTED"]);
});

test("without a bank a payout waits, and its money is available again when its day is over", async () => {
  const world = await pending(1);
  const without = await createWorld({ sharing: world, merchant: { contracts: { payouts: true } } });
  await Promise.all(await without.payments.work.start("payout", 10));
  expect(await statuses(world)).toEqual(["PENDING"]);
  await world.moveTo("2026-11-25T16:00:00");
  await Promise.all(await without.payments.work.start("payout", 10));
  expect(await statuses(world)).toEqual(["FAILED"]);
});

test("a bank may have paid at once, or refuse", async () => {
  const world = await pending(2);
  world.bank.onSubmit = async ({ key, amount }) =>
    key.endsWith(world.payoutIds[0] ?? "")
      ? { outcome: "done", value: { key, amount, status: "PAID", at: world.clock.now(), reason: null } }
      : { outcome: "refused", code: "PAYOUT_REJECTED" };
  await world.run("payout");
  expect(await statuses(world)).toEqual(["COMPLETED", "FAILED"]);
  expect(await world.balances()).toMatchObject({ available: 990_000, reserved: 0, bank: 990_000 });
});

test("operators are notified of a refusal of the whole account once for all payouts of an hour", async () => {
  const world = await pending(3);
  const provider = { code: "E-KEY", message: "인증서가 만료됐어요" };
  world.bank.onSubmit = async () => ({ outcome: "refused", code: "UNAUTHORIZED_PROVIDER_KEY", provider });
  await world.run("payout");
  expect(await statuses(world)).toEqual(["FAILED", "FAILED", "FAILED"]);
  const told = world.notices.filter(({ kind }) => kind === "provider-account-refused");
  const about = { tenant: "7:test", gateway: null, code: "UNAUTHORIZED_PROVIDER_KEY", count: 1, provider };
  expect(told).toMatchObject([about]);
  const payout = valueOf(await world.payments.payouts.lookUp(shop, world.payoutIds[0] ?? ""));
  expect(payout.error?.code).toBe("UNAUTHORIZED_PROVIDER_KEY");
  expect(JSON.stringify(payout)).not.toContain("E-KEY");
});

test("live mode refuses a sandbox bank", async () => {
  const { bank } = await createPayoutWorld({ available: 0 });
  await expect(createWorld({ payoutBanks: { live: { ...bank, sandbox: true } } })).rejects.toThrow(
    "live mode refuses a sandbox payout bank",
  );
  await expect(createWorld({ payoutBanks: { live: bank } })).resolves.toBeDefined();
});

test("test and live payouts meet neither bank nor records of the other mode", async () => {
  const world = await pending(1);
  const live = { ...shop, mode: "live" } as const;
  const answer = await world.payments.payouts.lookUp(live, world.payoutIds[0] ?? "");
  expect(answer).toMatchObject({ ok: false, error: { code: "NOT_FOUND_PAYOUT" } });
});
