import type { Browser } from "playwright-core";
import { gzipSync } from "node:zlib";
import { openBuyerPage, launchChromium } from "./buyer-page.ts";
import { startService } from "./checkout-service.ts";

// Prints what the checkout page weighs, and when a slow phone has painted it.

const runs = 7;

/** A slow phone: its processor, and its connection, which is "Slow 4G" as Chromium's own tools have it. */
const cpuRate = 4;
const slow4g = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };

interface Weight {
  readonly name: string;
  readonly bytes: number;
  readonly gzip: number;
}

async function weigh(name: string, url: string): Promise<Weight & { readonly text: string }> {
  const text = await (await fetch(url)).text();
  return { name, text, bytes: Buffer.byteLength(text), gzip: gzipSync(text).length };
}

interface Paints {
  readonly first: number;
  readonly largest: number;
  readonly loaded: number;
  readonly shift: number;
}

/** One first visit, with nothing in the cache. */
async function paint(browser: Browser, url: string): Promise<Paints> {
  const { page, context } = await openBuyerPage(browser);
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: cpuRate });
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", slow4g);
  await page.addInitScript(() => {
    const seen = { largest: 0, shift: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) seen.largest = startTime;
    }).observe({ type: "largest-contentful-paint", buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(url, { waitUntil: "load" });
  await page.waitForTimeout(600);
  const paints = await page.evaluate(() => {
    const { largest, shift } = (window as unknown as { seen: { largest: number; shift: number } }).seen;
    const first = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0;
    const [visit] = performance.getEntriesByType("navigation");
    return { first, largest, shift, loaded: (visit as PerformanceNavigationTiming | undefined)?.loadEventEnd ?? 0 };
  });
  await context.close();
  return paints;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

const service = await startService();
const browser = await launchChromium();
const link = await service.openLink();
const page = await weigh("page (HTML and CSS)", link.url);
const source = /<script src="([^"]+)"/.exec(page.text)?.[1] ?? "";
const script = await weigh("script", new URL(source, link.url).href);
const sum = { name: "together", bytes: page.bytes + script.bytes, gzip: page.gzip + script.gzip };
for (const { name, bytes, gzip } of [page, script, sum]) {
  process.stdout.write(`${name.padEnd(22)} ${String(bytes).padStart(7)} bytes  ${String(gzip).padStart(6)} gzip\n`);
}
const visits: Paints[] = [];
for (let run = 0; run < runs; run += 1) visits.push(await paint(browser, (await service.openLink()).url));
const ms = (of: keyof Paints) => `${median(visits.map((visit) => visit[of])).toFixed(0)} ms`;
process.stdout.write(`\nfirst visits on a phone, ${cpuRate}× slower processor, slow 4G; median of ${runs}\n`);
process.stdout.write(`first paint ${ms("first")}, largest paint ${ms("largest")}, loaded ${ms("loaded")}, `);
process.stdout.write(`layout shift ${Math.max(...visits.map(({ shift }) => shift)).toFixed(3)}\n`);
await browser.close();
await service.stop();
