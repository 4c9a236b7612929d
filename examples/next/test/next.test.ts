import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { mountContract } from "@wonflow/testkit";
import { launchChromium } from "@wonflow/testkit/chromium";
import { freePort } from "@wonflow/testkit/free-port";
import { afterAll, expect, onTestFinished, test } from "vitest";

const example = join(import.meta.dirname, "..");
const root = join(example, "../..");
const next = join(example, "node_modules/next/dist/bin/next");
const run = promisify(execFile);

const { PATH, NODE_COMPILE_CACHE } = process.env;
const env = { PATH, NODE_COMPILE_CACHE, NEXT_TELEMETRY_DISABLED: "1" };

const stops: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop();
});

/** The example as it is in production, and all that it has printed. */
async function start() {
  // Next.js takes a package as it is published: `pnpm check` builds it before the tests, a single test where it is not.
  if (!existsSync(join(root, "packages/wonflow/dist/index.js")))
    await run(process.execPath, ["packages/check/src/build.ts"], { cwd: root, env });
  await run(process.execPath, [next, "build"], { cwd: example, env });
  const folder = await mkdtemp(join(tmpdir(), "wonflow-next-"));
  stops.push(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  const PORT = String(await freePort());
  const printed: string[] = [];
  const child: ChildProcess = spawn(process.execPath, [next, "start", "--hostname", "127.0.0.1"], {
    cwd: example,
    // Without it Next.js ends before the example has closed its database.
    env: { ...env, PORT, WONFLOW_DATA: folder, NEXT_MANUAL_SIG_HANDLE: "true" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  /** Ends it as a host does, and answers with which code. */
  async function stop(): Promise<number | null> {
    child.kill("SIGTERM");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    return child.exitCode;
  }
  stops.push(stop);
  for (const output of [child.stdout, child.stderr]) output?.on("data", (data) => printed.push(String(data)));
  while (!printed.join("").includes("Ready")) {
    if (child.stdout === null) throw new Error("nothing is printed");
    await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
    if (child.exitCode !== null) throw new Error(`it ended: ${printed.join("")}`);
  }
  return { url: `http://localhost:${PORT}`, printed, stop };
}

let started: ReturnType<typeof start> | undefined;
const service = () => (started ??= start());

mountContract("Next.js 16, in a route handler", async () => {
  return { url: `${(await service()).url}/pay`, close: async () => {} };
});

test("a buyer pays above the React page, once, and the page that it comes back to confirms", async () => {
  const { url } = await service();
  const browser = await launchChromium();
  onTestFinished(() => browser.close());
  const page = await browser.newPage({ locale: "en-US" });
  const failed: string[] = [];
  page.on("pageerror", (error) => failed.push(String(error)));
  await page.goto(url);
  const frame = page.frameLocator("wonflow-checkout iframe");
  // A click before React has taken the page over does nothing.
  await expect
    .poll(async () => {
      if (await frame.locator("#number").isVisible()) return true;
      // Once the window is open nothing behind it can be clicked.
      const button = page.getByRole("button", { name: "Buy green tea for ₩10,000" });
      return button.click({ timeout: 1_000 }).then(
        () => false,
        () => false,
      );
    })
    .toBe(true);
  const card = { number: "4000000000110009", expiry: "1239", passwordFront2: "12", registNo: "900101" };
  for (const [name, text] of Object.entries(card)) await frame.locator(`#${name}`).pressSequentially(text);
  await frame.locator("#pay").click();
  await page.waitForURL(/\/ok\?/);
  for (let load = 0; load < 2; load += 1) {
    expect(await page.innerText("main, body")).toContain("Paid: ₩10,000. Thank you!");
    await page.reload();
  }
  await page.goto(page.url().replace("amount=10000", "amount=1"));
  expect(await page.innerText("body")).toContain("We know of no such order.");
  expect(failed).toEqual([]);
});

test("its check of the mount had nothing to say", async () => {
  const { printed } = await service();
  expect(printed.join("")).not.toMatch(/can't take payments|error/i);
});

test("on SIGTERM it closes its database first", async () => {
  const { stop } = await service();
  expect(await stop()).toBe(0);
});
