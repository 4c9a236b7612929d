import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyPrepared } from "@wonflow/testkit/prepared-folder";
import { expect, onTestFinished, test } from "vitest";
import { allPages, postgresStore } from "wonflow";

import { openMerchant } from "../src/merchant.ts";

const { PATH, NODE_COMPILE_CACHE } = process.env;
const program = join(import.meta.dirname, "../src/start.ts");

/** Runs the command until it ends, or kills it as soon as it has printed `killedAfter`. */
async function run(folder: string, killedAfter?: string) {
  const child = spawn(
    process.execPath,
    ["--conditions=source", "--liftoff-only", program, "--customers", "25", "--months", "1"],
    {
      env: { PATH, NODE_COMPILE_CACHE, WONFLOW_DATA: folder },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  child.stdout.on("data", (data) => {
    output += String(data);
    if (killedAfter !== undefined && output.includes(killedAfter)) child.kill("SIGKILL");
  });
  await once(child, "close");
  return { output, code: child.exitCode };
}

test("the command, killed amid the charges of a day and run again, charges each customer once", async () => {
  const folder = await mkdtemp(join(tmpdir(), "wonflow-subscription-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  await copyPrepared("embedded", {
    to: folder,
    make: async (made) => (await postgresStore({ dataDir: made })).close(),
  });
  const killed = await run(folder, ": 6 of 25");
  expect([killed.code, killed.output.includes("All months are charged")]).toEqual([null, false]);

  const { output, code } = await run(folder);
  expect([output, code]).toEqual([expect.stringContaining("The books and the gateway agree."), 0]);
  const merchant = await openMerchant({ dataDir: folder });
  onTestFinished(() => merchant.close());
  const all = await allPages((page) => merchant.payments.intents.list(merchant.tenant, page));
  const paid = all.filter(({ status }) => status === "DONE");
  expect([paid.length, new Set(paid.map(({ orderId }) => orderId)).size]).toEqual([24, 24]);
  const won = paid.reduce((sum, { totalAmount }) => sum + totalAmount, 0);
  expect(merchant.held()).toBe(won);
  expect(output).toContain(`${won.toLocaleString("en")} won charged`);
});
