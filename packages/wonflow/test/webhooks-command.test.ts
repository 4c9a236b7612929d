import { expect, test } from "vitest";

import { run } from "./command.ts";
import { newDatabase } from "./new-database.ts";

const secret = expect.stringMatching(/^whsec_[A-Za-z0-9+/]{32}$/);

test("wonflow webhooks sets, shows, rotates and removes an endpoint, and lists what was sent", async () => {
  const environment = { DATABASE_URL: await newDatabase(), WONFLOW_SECRET: "s".repeat(32) };
  const ask = async (...args: readonly string[]) => {
    const [exitCode, output] = await run([...args, "--mid", "7", "--mode", "live", "--json"], environment);
    return [exitCode, JSON.parse(output)];
  };
  const url = "https://shop.example/webhook";
  await ask("merchants", "set", "--name", "Corner Shop", "--fee-rate", "3.3", "--webhook", "on");
  expect(await ask("webhooks", "show")).toEqual([2, { error: "merchant 7 has no webhook endpoint in live mode" }]);
  const shown = {
    url,
    secretSince: expect.any(Number),
    formerSecretsUntil: [],
    events: ["settlement.completed"],
    contracted: true,
  };
  expect(await ask("webhooks", "set", "--url", url)).toEqual([0, { ...shown, secret }]);
  // Zero hours end the former secret at once: no slip may be read as that.
  for (const slip of ["x", "-1", "", "0x0", "1e1"]) {
    const error = "--overlap must be a number of hours, such as 48 or 1.5";
    expect(await ask("webhooks", "rotate", `--overlap=${slip}`)).toEqual([2, { error }]);
  }
  const overlapHours = async () => {
    const [, { secretSince, formerSecretsUntil }] = await ask("webhooks", "show");
    return (formerSecretsUntil[0] - secretSince) / (60 * 60 * 1000);
  };
  await ask("webhooks", "rotate");
  expect(await overlapHours()).toBe(24);
  const [exitCode, rotated] = await ask("webhooks", "rotate", "--overlap", "48");
  expect(await overlapHours()).toBe(48);
  expect([exitCode, rotated]).toEqual([0, { secret, formerSecretUntil: expect.any(Number) }]);
  const { formerSecretUntil } = rotated;
  const [, { formerSecretsUntil: all }] = await ask("webhooks", "show");
  expect(all).toEqual([formerSecretUntil, expect.any(Number)]);

  const events = ["settlement.completed", "payment.done", "payout.failed"];
  const subscribed = { ...shown, formerSecretsUntil: all, events };
  expect(await ask("webhooks", "set", "--events", "payout.failed, payment.done")).toEqual([
    0,
    { ...subscribed, secret: null },
  ]);
  const other = "https://shop.example/other";
  expect(await ask("webhooks", "set", "--url", other)).toEqual([0, { ...subscribed, url: other, secret: null }]);
  expect(await ask("webhooks", "set", "--events", "payment.paid")).toEqual([
    2,
    { error: expect.stringMatching(/^--events must be all, none, or of settlement.completed, payment.done/) },
  ]);
  const [, { events: every }] = await ask("webhooks", "set", "--events", "all");
  expect(every).toHaveLength(8);
  await ask("webhooks", "set", "--events", "none");

  for (let n = 0; n < 2; n += 1) await ask("webhooks", "rotate");
  expect(await ask("webhooks", "rotate")).toEqual([
    2,
    { error: expect.stringMatching(/overlapMs must be 0 until .*: 4 former secrets still sign/) },
  ]);
  await ask("webhooks", "rotate", "--overlap", "0");
  expect(await ask("webhooks", "show")).toEqual([0, { ...shown, url: other }]);
  expect(await ask("webhooks", "list")).toEqual([0, { deliveries: [], hasMore: false }]);
  const none = { error: "merchant 7 has no such delivery in live mode" };
  expect(await ask("webhooks", "resend", "--id", "msg_1")).toEqual([2, none]);
  expect(await ask("webhooks", "remove")).toEqual([0, { removed: true }]);
});
