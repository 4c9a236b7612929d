import { testVault } from "@wonflow/testkit";
import { expect, test } from "vitest";

import type { Vault } from "../../index.ts";
import { createWorld, shop, valueOf } from "../../../test/world.ts";
import { createWebhookWorld, fakeSender } from "../../../test/webhook-world.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** A vault that seals with the first of its secrets, and opens what one of them has sealed. */
function vaultOf(...secrets: readonly [string, ...string[]]): Vault {
  return {
    ...testVault(),
    seal: async (text) => `${secrets[0]} ${text}`,
    async open(envelope) {
      const [secret = "", text = ""] = envelope.split(" ");
      if (!secrets.includes(secret)) throw new Error(`unknown secret ${secret}`);
      return text;
    },
  };
}

const merchant = { contracts: { webhook: true } };

/** A day of a process that was started with these secrets; returns the secret that it signs with. */
async function dayWith(world: Awaited<ReturnType<typeof createWebhookWorld>>, vault: Vault) {
  const sender = fakeSender();
  const { payments, notices } = await createWorld({ sharing: world, merchant, vault, webhookSender: sender });
  const { id } = await world.delivery();
  valueOf(await payments.webhooks.resend(shop, id));
  await Promise.all(await payments.work.start("webhookDelivery", 100));
  await world.clock.advance(dayMs);
  await Promise.all(await payments.work.start("webhookEndpoint", 10));
  return { secrets: sender.sent.at(-1)?.secrets, notices, payments };
}

test("while the service's secret is rotated, an endpoint keeps its own", async () => {
  const world = await createWebhookWorld({ vault: vaultOf("a") });
  const { secret: earlier } = await world.setEndpoint();
  await world.settle();
  const { secret: former } = valueOf(await world.payments.webhooks.rotate(shop, { overlapMs: 8 * dayMs }));
  const { secret } = valueOf(await world.payments.webhooks.rotate(shop, { overlapMs: 10 * dayMs }));
  for (const vault of [vaultOf("a"), vaultOf("a", "b"), vaultOf("b", "a"), vaultOf("b")]) {
    expect((await dayWith(world, vault)).secrets).toEqual([secret, former, earlier]);
  }
  for (let days = 0; days < 7; days += 1) await dayWith(world, vaultOf("b"));
  expect((await dayWith(world, vaultOf("b"))).secrets).toEqual([secret]);
  const { records } = await world.memory.read("7:test", { keys: [{ kind: "webhookEndpoint", id: "self" }] });
  expect(records[0]?.body).toMatchObject({ secret: `b ${secret}`, formerSecret: null, earlierSecrets: [] });
});

test("with the service's secret lost nothing is tried and operators are notified; a rotation without overlap helps", async () => {
  const world = await createWebhookWorld({ vault: vaultOf("lost") });
  await world.setEndpoint();
  await world.settle();
  const { secrets, notices, payments } = await dayWith(world, vaultOf("b"));
  expect([secrets, (await world.delivery()).tries]).toEqual([undefined, 0]);
  expect(new Set(notices.map((notice) => notice.kind === "work-failed" && notice.work))).toEqual(
    new Set(["webhookDelivery", "webhookEndpoint"]),
  );
  const { secret } = valueOf(await payments.webhooks.rotate(shop, { overlapMs: 0 }));
  const after = await dayWith(world, vaultOf("b"));
  expect([after.secrets, after.notices]).toEqual([[secret], []]);
});

test("an outage of the vault fails the day's work once, for all secrets, and the next one succeeds", async () => {
  const world = await createWebhookWorld({ vault: vaultOf("a") });
  await world.setEndpoint();
  await world.settle();
  await world.payments.webhooks.rotate(shop, { overlapMs: 8 * dayMs });
  const away = async () => Promise.reject(new Error("the vault is away"));
  // A rejection that nothing handles fails the run of these tests, and would end the process of a service.
  const { notices } = await dayWith(world, { ...vaultOf("a"), seal: away });
  expect(notices).toMatchObject([{ kind: "work-failed", work: "webhookEndpoint" }]);
  expect((await dayWith(world, vaultOf("a"))).secrets).toHaveLength(2);
});
