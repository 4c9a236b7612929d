import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

import { freePort } from "@wonflow/testkit/free-port";
import { afterAll, expect, test } from "vitest";

import { newFolder, nodeFlags, removeFolders, run } from "./run-example.ts";

afterAll(removeFolders);

const { PATH, NODE_COMPILE_CACHE } = process.env;

/** The shop's, which has a database from its first start on. */
const shopFolder = await newFolder();

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
    const reference = await fetch(new URL(/href="(\/docs(?:\?[^"]*)?)"/.exec(start)?.[1] ?? "", script));
    expect([reference.status, await reference.text()]).toEqual([200, expect.stringContaining("test_sk_docs")]);
    const docs = await fetch(new URL(/href="(\/docs\/ko\/errors\.md[^"]*)"/.exec(start)?.[1] ?? "", script));
    expect([docs.status, await docs.text()]).toEqual([200, expect.stringContaining("REJECT_CARD_PAYMENT")]);
  });
  expect(code).toBe(0);
});

test("npm start ends with the shell that npm puts in between, which passes no signal on", async () => {
  const [PORT, SHOP_PORT] = [String(await freePort()), String(await freePort())];
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
  // A process that is left over holds the output open.
  const allEnded = once(shell.stdout, "close");
  shell.kill("SIGTERM");
  await allEnded;
});

test("the embedding example prints a link that opens a checkout", async () => {
  await run("embed/src/server.ts", { folder: await newFolder(), until: "Pay at" }, async (output) => {
    const response = await fetch(/http:\S+/.exec(output)?.[0] ?? "");
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining("Corner Shop")]);
  });
});
