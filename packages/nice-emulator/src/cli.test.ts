import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";

const program = path.join(import.meta.dirname, "cli.ts");

function start(...args: readonly string[]) {
  const child = spawn(process.execPath, ["--conditions=source", program, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

test("the command prints its address, answers there, and ends at SIGTERM", async () => {
  const child = start("--account", "tea-house:secret-key-of-tea-house-32-chars", "--port", "0");
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  const [url = ""] = /http:\/\/127\.0\.0\.1:\d+$/.exec(line) ?? [];
  expect(await (await fetch(`${url}/emulator/book`)).json()).toEqual({
    approvals: [],
    bids: [],
    orders: [],
    notifications: [],
  });
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
});

test("without an account the command says how it is used", async () => {
  const child = start();
  expect(await once(child, "exit")).toEqual([2, null]);
});
