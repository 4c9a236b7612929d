/*
 * Starts a project that create-wonflow wrote, as its README says, and pays an order of it in Chromium:
 *
 *     node packages/create-wonflow/test/pay.ts <project> [<folder for screenshots>] [--postgres]
 *
 * With `--postgres` a PostgreSQL server is started for it, whose address the project gets in `.env`, as its README says.
 * Prints how many seconds the start and the payment took, as JSON.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync } from "node:fs";
import path from "node:path";

import { launchChromium } from "@wonflow/testkit/chromium";
import { freePort } from "@wonflow/testkit/free-port";
import { startPostgres } from "@wonflow/testkit/postgres";
import type { Page } from "playwright-core";

const card = { number: "4000000000110009", expiry: "1239", passwordFront2: "12", registNo: "900101" };
const button = "Buy green tea for ₩10,000";
const outcome = "Paid: ₩10,000. Thank you!";

interface Started {
  readonly url: string;
  printed(): string;
  stop(): Promise<void>;
}

async function startIn(project: string, tries = 3): Promise<Started> {
  const port = await freePort();
  // A group of its own, as in a terminal: npm does not pass a signal on to what it runs through a shell.
  const child = spawn("npm", ["start"], {
    cwd: project,
    env: { ...process.env, PORT: String(port), NEXT_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let printed = "";
  for (const output of [child.stdout, child.stderr]) output.on("data", (data) => (printed += String(data)));
  const ended = once(child, "close");
  async function stop(): Promise<void> {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGTERM");
    await ended;
  }
  while (!/Buy tea at|Ready in/.test(printed)) {
    await Promise.race([once(child.stdout, "data"), ended]);
    if (child.exitCode === null) continue;
    // Until the project listens, another program of this machine may take the port.
    if (tries > 1 && printed.includes("EADDRINUSE")) return startIn(project, tries - 1);
    throw new Error(`it ended: ${printed}`);
  }
  return { url: `http://localhost:${port}`, printed: () => printed, stop };
}

async function pay(page: Page, url: string, screenshot: (name: string) => Promise<void>): Promise<void> {
  await page.goto(url);
  await screenshot("1-shop");
  const frame = page.frameLocator("wonflow-checkout iframe");
  const number = frame.locator("#number");
  // A click before React has taken the page over does nothing, and once the window is open nothing behind it is clicked.
  for (let tries = 0; tries < 30 && !(await number.isVisible()); tries += 1) {
    await page
      .getByRole("button", { name: button })
      .click({ timeout: 1_000 })
      .catch(() => undefined);
    await number.waitFor({ timeout: 2_000 }).catch(() => undefined);
  }
  for (const [name, text] of Object.entries(card)) await frame.locator(`#${name}`).pressSequentially(text);
  await screenshot("2-checkout");
  await frame.locator("#pay").click();
  await page.getByText(outcome).waitFor();
  await screenshot("3-paid");
}

/** Afterwards a reload must not charge again, and an amount that was changed in the address must be refused. */
async function tryWrong(page: Page): Promise<void> {
  await page.reload();
  await page.getByText(outcome).waitFor();
  await page.goto(page.url().replace("amount=10000", "amount=1"));
  await page.getByText("Nothing was charged: REDIRECT_AMOUNT_MISMATCH").waitFor();
}

const isOnServer = process.argv.includes("--postgres");
const [project = "", screenshots] = process.argv.slice(2).filter((one) => one !== "--postgres");
const database = isOnServer ? await startPostgres() : undefined;
if (database !== undefined) appendFileSync(path.join(project, ".env"), `DATABASE_URL=${database.url}\n`);
const seconds = (from: number) => Number(((performance.now() - from) / 1_000).toFixed(1));
const began = performance.now();
const shop = await startIn(project);
const start = seconds(began);
const browser = await launchChromium();
try {
  const page = await browser.newPage({ locale: "en-US", viewport: { width: 1100, height: 800 } });
  page.setDefaultTimeout(30_000);
  const wrong: string[] = [];
  page.on("pageerror", (error) => wrong.push(String(error)));
  const from = performance.now();
  await pay(page, shop.url, async (name) => {
    if (screenshots !== undefined) await page.screenshot({ path: path.join(screenshots, `${name}.png`) });
  });
  const paid = seconds(from);
  await tryWrong(page);
  if (wrong.length > 0) throw new Error(wrong.join("\n"));
  console.log(JSON.stringify({ start, paid }));
} catch (error) {
  console.error(shop.printed());
  throw error;
} finally {
  await browser.close();
  await shop.stop();
  await database?.stop();
}
