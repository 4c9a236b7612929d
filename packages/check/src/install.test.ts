import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, expect, test } from "vitest";

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A checkout in which nothing is installed, and commands `npx` and `npm` that write down what they are asked. */
function newCheckout() {
  const root = mkdtempSync(path.join(tmpdir(), "wonflow-install-"));
  folders.push(root);
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  write("pnpm-lock.yaml", "lock: 1\n");
  write("pnpm-workspace.yaml", "packages: []\n");
  write("node_modules/.bin/node", "");
  for (const command of ["npx", "npm"]) {
    write(`bin/${command}`, `#!/bin/sh\necho "$@" >> "$(dirname "$0")/asked"\nexit "$(cat "$0.code")"\n`);
    write(`bin/${command}.code`, "0");
    chmodSync(path.join(root, "bin", command), 0o755);
  }
  mkdirSync(path.join(root, "packages/check/src"), { recursive: true });
  cpSync(path.join(import.meta.dirname, "install.mjs"), path.join(root, "packages/check/src/install.mjs"));

  /** The requests of one run to npx and npm, a line each, its words of what went wrong, and the code that it ended with. */
  function run(...args: readonly string[]) {
    const asked = path.join(root, "bin/asked");
    rmSync(asked, { force: true });
    const env = { PATH: `${path.join(root, "bin")}:${process.env["PATH"] ?? ""}` };
    const { status, stderr } = spawnSync(
      process.execPath,
      [path.join(root, "packages/check/src/install.mjs"), ...args],
      {
        env,
        encoding: "utf8",
      },
    );
    return { status, said: stderr, asked: existsSync(asked) ? readFileSync(asked, "utf8") : "" };
  }
  return { write, run };
}

test("to run, only what running needs is installed, and once; a changed lockfile installs again", () => {
  const { write, run } = newCheckout();
  const first = run("to-run", "--reporter=append-only");
  expect(first.status).toBe(0);
  expect(first.asked).toMatch(/^--yes pnpm@[\d.]+ install --frozen-lockfile --prod .*--reporter=append-only\n$/);
  expect(run("to-run")).toMatchObject({ status: 0, asked: "" });
  write("pnpm-lock.yaml", "lock: 2\n");
  expect(run("to-run").asked).toContain("--prod");
});

test("a full installation is kept", () => {
  const { write, run } = newCheckout();
  expect(run().asked).toMatch(/^--yes pnpm@[\d.]+ install --frozen-lockfile\nrun --silent print:client\n$/);
  write("node_modules/vitest/package.json", "{}");
  expect(run("to-run")).toMatchObject({ status: 0, asked: "" });
  write("pnpm-lock.yaml", "lock: 2\n");
  expect(run("to-run").asked).not.toContain("--prod");
});

test("the rest is installed where only what running needs is there", () => {
  const { run } = newCheckout();
  run("to-run");
  expect(run().asked).not.toContain("--prod");
});

test("an installation that failed is tried three times, then says so; the next run installs", () => {
  const { write, run } = newCheckout();
  run("to-run");
  write("bin/npx.code", "7");
  const failed = run();
  expect(failed.status).toBe(7);
  expect(failed.asked.match(/install --frozen-lockfile\n/g)).toHaveLength(3);
  expect(failed.said).toContain("pnpm could not install (code 7); tried 3 times");
  write("bin/npx.code", "0");
  expect(run("to-run").asked).toContain("--prod");
});

test("npm gives up on a registry after a minute, and says what is wrong", () => {
  const { write, run } = newCheckout();
  write("bin/npx", '#!/bin/sh\necho "$npm_config_fetch_timeout $npm_config_loglevel" >> "$(dirname "$0")/asked"\n');
  expect(run("to-run").asked).toBe("60000 error\n");
});

test("one failure does not end an installation", () => {
  const { write, run } = newCheckout();
  write("bin/npx", '#!/bin/sh\necho "$@" >> "$(dirname "$0")/asked"\n[ "$(wc -l < "$(dirname "$0")/asked")" -gt 1 ]\n');
  const { status, asked } = run("to-run");
  expect(status).toBe(0);
  expect(asked.match(/--prod/g)).toHaveLength(2);
});

test("types that could not be printed fail a whole installation, and starting a program does not wait for them", () => {
  const { write, run } = newCheckout();
  write("bin/npm.code", "3");
  expect(run().status).toBe(3);
  expect(run("to-run")).toMatchObject({ status: 0, asked: "" });
});
