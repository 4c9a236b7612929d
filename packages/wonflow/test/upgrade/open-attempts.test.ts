import { bindPayments, type BankHolidays, type Gateway } from "@wonflow/core";
import { databaseJournal, sandboxGateway } from "@wonflow/sandbox";
import { fakeClock, sequentialIds } from "@wonflow/testkit";
import { expect, onTestFinished, test } from "vitest";

import { postgresStore } from "../../src/index.ts";
import { webCryptoVault } from "../../src/vault.ts";
import { keptDatabase, keptVersions } from "./kept-database.ts";

const tenant = { mId: 7, mode: "test" } as const;
const order = (name: string) => `upgraded-order-${name}`;
const minuteMs = 60_000;

/** Weekends only, in any year that this test may be run in. */
const holidays: BankHolidays = { firstDay: "2020-01-01", lastDay: "2099-12-31", has: () => false };

/** The payments of a kept database, at the sandbox that has approved them or at no gateway, with the keys that it gets. */
async function opened(version: string, { hasGateway }: { readonly hasGateway: boolean }) {
  const { databaseUrl = "", secret, madeAt } = await keptDatabase(version, "server");
  const store = await postgresStore({ url: databaseUrl });
  onTestFinished(() => store.close());
  const clock = fakeClock(madeAt);
  const journal = await databaseJournal({ url: databaseUrl });
  onTestFinished(() => journal.close());
  const sandbox = sandboxGateway({ clock, journal, promises: { dayList: true } });
  const asked: string[] = [];
  const gateway: Gateway = {
    ...sandbox,
    lookUpApproval: (question) => (asked.push(`look up ${question.key}`), sandbox.lookUpApproval(question)),
    lookUpCancellation: (question) => (asked.push(`look up ${question.key}`), sandbox.lookUpCancellation(question)),
    cancel: (request) => (asked.push(`${request.key} of ${request.approvalKey}`), sandbox.cancel(request)),
  };
  const vault = webCryptoVault([secret]);
  const gateways = hasGateway ? { test: gateway } : {};
  const payments = bindPayments({ store, gateways, clock, ids: sequentialIds(), vault, holidays });
  const intent = async (name: string) => {
    const found = await payments.intents.lookUp(tenant, { orderId: order(name) });
    if (!found.ok) throw new Error(found.error.code);
    return found.value;
  };
  return { payments, clock, asked, intent };
}

/** The character that joins the parts of the version's keys. */
const jointOf = (version: string) => (version === "0.1.0" ? "." : "-");

test.each(keptVersions)(
  "what %s left open is looked up under its keys, its payments keep their form of keys, and nothing differs",
  async (version) => {
    const { payments, clock, asked, intent } = await opened(version, { hasGateway: true });
    const keyOf = (...parts: readonly (string | number)[]) => parts.join(jointOf(version));
    await clock.advance(minuteMs);
    await payments.work.runDue();
    const approved = await intent("unknown");
    const canceled = await intent("cancellation-unknown");
    expect([approved.status, canceled.status]).toEqual(["DONE", "CANCELED"]);
    expect(asked.toSorted()).toEqual([
      `look up ${keyOf("approval", approved.intentKey)}`,
      `look up ${keyOf("cancellation", canceled.intentKey, 1)}`,
    ]);
    asked.length = 0;
    const input = { cancelReason: "out of stock", cancelAmount: 1_000 };
    for (const [name, number] of [
      ["unknown", 1],
      ["partly-canceled", 2],
    ] as const) {
      expect(await payments.intents.cancel(tenant, { orderId: order(name) }, input)).toMatchObject({ ok: true });
      const { intentKey } = await intent(name);
      const keys = `${keyOf("cancellation", intentKey, number)} of ${keyOf("approval", intentKey)}`;
      expect(asked.splice(0)).toEqual([keys]);
    }
    const { intentKey, orderId } = await intent("refused");
    const confirmed = await payments.intents.confirm(tenant, { intentKey, orderId, amount: 10_000 });
    expect(confirmed).toMatchObject({ ok: false, error: { code: "REJECT_CARD_PAYMENT" } });
    const day = new Date(clock.now() + 9 * 60 * minuteMs).toISOString().slice(0, 10);
    await clock.advance(24 * 60 * minuteMs);
    expect(await payments.reconcile(tenant, day)).toMatchObject({
      value: { payments: 8, differences: [], unanswered: [] },
    });
  },
);

test.each(keptVersions)("what %s left open is resolved under its keys", async (version) => {
  const { payments, clock, intent } = await opened(version, { hasGateway: false });
  for (let minutes = 0; minutes < 15; minutes += 1) {
    await clock.advance(minuteMs);
    await payments.work.runDue();
  }
  const flagged = await payments.attempts.flagged(tenant);
  const keys = flagged.ok ? flagged.value.items.map(({ key }) => key) : [];
  const [unknown, canceled] = [await intent("unknown"), await intent("cancellation-unknown")];
  const joint = jointOf(version);
  expect(keys.toSorted()).toEqual([
    ["approval", unknown.intentKey].join(joint),
    ["cancellation", canceled.intentKey, 1].join(joint),
  ]);
  const at = new Date(clock.now()).toISOString();
  for (const key of keys) {
    const evidence = { outcome: "done", at, note: "the gateway's list" } as const;
    expect(await payments.attempts.resolve(tenant, key, evidence)).toMatchObject({ value: { status: "DONE" } });
  }
  expect([(await intent("unknown")).status, (await intent("cancellation-unknown")).status]).toEqual([
    "DONE",
    "CANCELED",
  ]);
});
