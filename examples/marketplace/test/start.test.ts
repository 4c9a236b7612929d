import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyPrepared } from "@wonflow/testkit/prepared-folder";
import { expect, onTestFinished, test } from "vitest";
import { postgresStore } from "wonflow";

const { PATH, NODE_COMPILE_CACHE } = process.env;
const program = join(import.meta.dirname, "../src/start.ts");

/** Runs the command on a port that is free, until it is ended by a signal. */
async function start(folder: string) {
  const child = spawn(process.execPath, ["--conditions=source", "--liftoff-only", program], {
    env: { PATH, NODE_COMPILE_CACHE, PORT: "0", WONFLOW_DATA: folder },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  child.stdout.on("data", (data) => (output += String(data)));
  while (!output.includes("Ctrl-C")) {
    await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
    if (child.exitCode !== null) throw new Error(`it ended: ${output}`);
  }
  const end = async (signal: "SIGTERM" | "SIGKILL") => {
    child.kill(signal);
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    return child.exitCode;
  };
  return { url: /http:\S+/.exec(output)?.[0] ?? "", end };
}

test("the command shows a marketplace, which is the same after it was killed while days passed", async () => {
  const folder = await mkdtemp(join(tmpdir(), "wonflow-marketplace-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  await copyPrepared("embedded", {
    to: folder,
    make: async (made) => (await postgresStore({ dataDir: made })).close(),
  });
  const first = await start(folder);
  const page = await fetch(`${first.url}/days`, { method: "POST", body: new URLSearchParams({ days: "7" }) });
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("한 달 뒤로")]);
  const live = async (url: string) => (await fetch(`${url}/live`)).text();
  await expect.poll(() => live(first.url), { interval: 300 }).toContain('class="line pending"');
  const pending = /id="pending">([^<]+)/;
  await first.end("SIGKILL");

  const second = await start(folder);
  expect(pending.exec(await live(second.url))?.[1]).toMatch(/^[1-9]/);
  const csv = await fetch(`${second.url}/sellers/potter.csv`);
  expect([csv.headers.get("content-disposition"), await csv.text()]).toEqual([
    'attachment; filename="potter.csv"',
    expect.stringContaining('"때","구분"'),
  ]);
  expect(await second.end("SIGTERM")).toBe(0);
});
