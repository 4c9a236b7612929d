import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

const { PATH, NODE_COMPILE_CACHE } = process.env;

/** From source, and with an embedded database that is quick to start rather than quick to run. */
const nodeFlags = ["--conditions=source", "--liftoff-only"];

async function freePort(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return String(port);
}

const folders: string[] = [];

afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "wonflow-example-"));
  folders.push(folder);
  return folder;
}

/** The shop's, which has a database from its first start on. */
const shopFolder = await newFolder();

interface Run {
  readonly folder: string;
  /** What it prints once it can be used. */
  readonly until: string;
}

/** Runs an example until it can be used, and ends it as Ctrl-C does. */
async function run(
  program: string,
  { folder, until }: Run,
  use: (output: string) => Promise<void>,
): Promise<number | null> {
  const [PORT, SHOP_PORT] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, [...nodeFlags, join(import.meta.dirname, "../..", program)], {
    env: { PATH, NODE_COMPILE_CACHE, PORT, SHOP_PORT, WONFLOW_DATA: folder },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (data) => (output += String(data)));
  try {
    while (!output.includes(until)) {
      await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
      if (child.exitCode !== null) throw new Error(`it ended: ${output}`);
    }
    await use(output);
  } finally {
    // By force, what it has started would be left over.
    child.kill("SIGTERM");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  }
  return child.exitCode;
}

test("npm start: the shop's address comes last, its page loads the SDK, and both end together", async () => {
  const code = await run("shop/src/start.ts", { folder: shopFolder, until: "pay in it: " }, async (output) => {
    expect(output).toMatch(/Ctrl-C[^]*pay in it: \S+\n$/);
    const shop = /http:\S+(?=\n$)/.exec(output)?.[0] ?? "";
    const page = await (await fetch(shop)).text();
    const script = /src="([^"]+payments-sdk\/v1)"/.exec(page)?.[1] ?? "";
    expect(await (await fetch(script)).text()).toContain("PaymentsSDK");
    const link = await fetch(`${shop}/links`, { method: "POST", body: new URLSearchParams({ quantity: "2" }) });
    const sent = await link.text();
    expect([link.status, sent]).toEqual([201, expect.stringContaining("/checkout?token=cs_1_test_")]);
    const checkout = await (await fetch(/href="([^"]+token=[^"]+)"/.exec(sent)?.[1] ?? "")).text();
    expect(checkout).toMatch(/id="merchant">찻집 다올</);
    const start = await (await fetch(`${new URL(script).origin}/`)).text();
    expect(start).toContain(`href="${shop}"`);
    const docs = await fetch(new URL(/href="(\/docs\/errors\.md)"/.exec(start)?.[1] ?? "", script));
    expect([docs.status, await docs.text()]).toEqual([200, expect.stringContaining("REJECT_CARD_PAYMENT")]);
  });
  expect(code).toBe(0);
});

test("npm start ends with the shell that npm puts in between, which passes no signal on", async () => {
  const [PORT, SHOP_PORT] = [await freePort(), await freePort()];
  const program = join(import.meta.dirname, "../src/start.ts");
  const shell = spawn("sh", ["-c", `"${process.execPath}" ${nodeFlags.join(" ")} "${program}"; true`], {
    env: { PATH, NODE_COMPILE_CACHE, PORT, SHOP_PORT, WONFLOW_DATA: shopFolder },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  shell.stdout.on("data", (data) => (output += String(data)));
  while (!output.includes("Ctrl-C")) {
    await Promise.race([once(shell.stdout, "data"), once(shell, "exit")]);
    if (shell.exitCode !== null) throw new Error(`it ended: ${output}`);
  }
  // Whoever is left over holds the output open.
  const everybodyEnded = once(shell.stdout, "close");
  shell.kill("SIGTERM");
  await everybodyEnded;
});

test("the embedding example prints a link that opens a checkout", async () => {
  await run("embed/src/server.ts", { folder: await newFolder(), until: "Pay at" }, async (output) => {
    const response = await fetch(/http:\S+/.exec(output)?.[0] ?? "");
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining("Corner Shop")]);
  });
});
