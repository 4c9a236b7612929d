import path from "node:path";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fakeClock } from "@wonflow/testkit";
import { memoryStore } from "@wonflow/store-memory";
import { describe, expect, test } from "vitest";
import { createPayments, silentLogger } from "../index.ts";
import { publicSecrets } from "./secret-setting.ts";

const root = path.resolve(import.meta.dirname, "../../../..");
const shop = { mId: 7, mode: "test" } as const;
const newer = "a secret that this test alone has ever used";
const development = { documentationKeys: true };

describe.each([...publicSecrets])("“%s”", (former) => {
  const clock = fakeClock(Date.parse("2026-11-20T10:00:00+09:00"));
  const parts = { store: memoryStore(), clock, gateways: {}, logger: silentLogger };
  const open = (secret: string | readonly [string, ...string[]], settings = {}) =>
    createPayments({ ...parts, secret, settings });

  test("is refused as the present secret, in one line that says how to rotate it", () => {
    for (const secret of [former, [former, newer]] as const) {
      expect(() => open(secret)).toThrow(
        /^The secret of createPayments is printed in Wonflow's documentation.*openssl rand.*the present one behind it/,
      );
    }
    const live = { gateways: { live: {} }, settings: development };
    expect(() => createPayments({ ...parts, ...live, secret: former })).toThrow(/printed in Wonflow's documentation/);
  });

  test("is rotated away from, and not needed any more in the end", async () => {
    const before = open(former, development);
    await before.secret.check();
    await before.merchants.register({ ...shop, name: "Corner Shop", feeRate: "3.3", contracts: { webhook: true } });
    expect(await before.webhooks.set(shop, { url: "https://shop.example/webhook" })).toMatchObject({ ok: true });

    const between = open([newer, former]);
    await between.secret.check();
    await clock.advance(25 * 60 * 60 * 1000);
    await between.work.runDue(100);

    const after = open(newer);
    await after.secret.check();
    expect(await after.webhooks.rotate(shop, { overlapMs: 1_000 })).toMatchObject({ ok: true });
    await expect(open([former], development).secret.check()).rejects.toThrow(/is not the one that this database/);
  });
});

test("what ends a start is one line, without a stack", async () => {
  const shown = (error: unknown) => (error instanceof Error ? error.stack : undefined);
  const store = memoryStore();
  const opened = (secret: string | undefined) => createPayments({ store, gateways: {}, secret });
  for (const secret of [undefined, "", "short", ...publicSecrets]) {
    const problem = await Promise.resolve(secret).then(opened).catch(shown);
    expect(problem).toMatch(/^SettingError: The secret of createPayments [^\n]*openssl rand -base64 33[^\n]*$/);
  }
  await opened("a".repeat(32)).secret.check();
  expect(await opened("b".repeat(32)).secret.check().catch(shown)).toMatch(/^WrongSecret: The secret is not[^\n]*$/);
});

test("no page, template, example or test has a public secret, or another fallback of the setting", () => {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root });
  const files = String(listed)
    .split("\n")
    .filter((file) => /\.(md|ts|tsx|mjs|js|json|ya?ml|html|sh)$/.test(file) || /Dockerfile|\.env/.test(file))
    .filter((file) => file !== "packages/wonflow/src/settings/secret-setting.ts" && existsSync(path.join(root, file)));
  expect(files.length).toBeGreaterThan(1_000);
  const found = files.filter((file) => {
    const text = readFileSync(path.join(root, file), "utf8");
    return (
      [...publicSecrets].some((secret) => text.includes(`"${secret}"`)) ||
      /WONFLOW_SECRET(?:"\])? *(?:\?\?|\|\|) *["'`][^"'`]/.test(text)
    );
  });
  expect(found).toEqual([]);
});
