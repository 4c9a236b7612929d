import { readEnvironment } from "../src/settings/environment.ts";
import { silentLogger } from "../src/index.ts";
import { serve } from "../src/serve/serve.ts";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";

import { Command, createSession, quicklyOpened } from "./command.ts";

/** A command whose output is not read, as in `| true`. */
function unread(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Command {
  const command = new Command(args, environment);
  command.child.stdout?.destroy();
  command.child.stderr?.destroy();
  return command;
}

test.each<[number, ...string[]]>([
  [0, "--help"],
  [2, "keys", "list", "--json"],
])("ends with %i as it would have: %s %s %s", async (exitCode, ...args) => {
  expect(await unread(args).exitCode()).toBe(exitCode);
});

test("a command that refuses says so by its exit code", async () => {
  const environment = { ...(await quicklyOpened()), WONFLOW_SECRET: "s".repeat(32) };
  const args = ["webhooks", "show", "--mid", "7", "--mode", "test"];
  expect(await unread(args, environment).exitCode()).toBe(2);
});

test("a service keeps running without a reader of its log, and stops in order", async () => {
  const service = new Command(["dev"], await quicklyOpened());
  const url = await service.url();
  service.child.stdout?.destroy();
  service.child.stderr?.destroy();
  expect((await createSession(url, "order-20261120-0001")).status).toBe(201);
  service.child.kill("SIGTERM");
  expect(await service.exitCode()).toBe(0);
});

test("a command that follows events ends once its output is closed", async () => {
  const environment = { ...(await quicklyOpened()), PORT: "0" };
  const service = await serve(readEnvironment(environment, "development"), silentLogger);
  onTestFinished(() => service.stop());
  const listener = new Command(["webhooks", "listen", "--url", service.url, "--json"], {});
  await once(listener.child.stdout ?? listener.child, "data");
  listener.child.stdout?.destroy();
  await service.payments.webhooks.test({ mId: 1, mode: "test" });
  expect(await listener.exitCode()).toBe(0);
});
