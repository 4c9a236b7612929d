import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/*
 * Installs from npm: everything, or with `to-run` what the service and the examples need to run, and only where that
 * is not there yet. It runs before anything is installed, so it is JavaScript that Node.js 20 understands.
 */
const root = fileURLToPath(new URL("../../..", import.meta.url));
const modules = path.join(root, "node_modules");

/** Says what has been installed last, whole. */
const mark = path.join(modules, ".cache/installed");

/** Changes with what is to be installed. */
function wanted() {
  const hash = createHash("sha256");
  for (const file of ["pnpm-lock.yaml", "pnpm-workspace.yaml"]) hash.update(readFileSync(path.join(root, file)));
  return hash.digest("hex");
}

function isInstalled() {
  return existsSync(mark) && readFileSync(mark, "utf8") === wanted();
}

/**
 * A registry that does not answer holds up npm for five minutes, and the `--silent` of the script that runs this hides
 * npm's words: one minute is enough, and a failure is printed.
 */
const env = { ...process.env, npm_config_fetch_timeout: "60000", npm_config_loglevel: "error" };

const tries = 3;

/** The code that pnpm ended with, the last time where none ended well. */
function runPnpm(args) {
  let code = 1;
  for (let left = tries; left > 0; left -= 1) {
    const { status } = spawnSync("npx", ["--yes", "pnpm@12.21.0", ...args], {
      cwd: root,
      env,
      stdio: "inherit",
      shell: process.platform === "win32",
    });
    if (status === 0) return 0;
    code = status ?? 1;
    console.error(`pnpm could not install (code ${code}); ${left > 1 ? "trying again" : `tried ${tries} times`}`);
  }
  return code;
}

function install(options) {
  rmSync(mark, { force: true });
  const code = runPnpm(["install", "--frozen-lockfile", ...options]);
  if (code !== 0) process.exit(code);
  if (!existsSync(path.join(modules, ".bin/node")) && Number.parseInt(process.versions.node, 10) < 24) {
    console.error("npm has no Node.js 24 for this machine: install it, then try again");
    process.exit(1);
  }
  mkdirSync(path.dirname(mark), { recursive: true });
  writeFileSync(mark, wanted());
}

/** The client's types: the compiler needs them, and git does not keep them. npm runs the Node.js that it has installed. */
function printTypes() {
  const { status } = spawnSync("npm", ["run", "--silent", "print:client"], {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status !== 0) process.exit(status ?? 1);
}

/** No browser, database server, compiler or test runner; the lockfile is looked into when all of that is installed. */
const toRun = [
  "--prod",
  "--filter-prod",
  "wonflow-workspace...",
  "--filter-prod",
  "{./examples/*}...",
  "--trust-lockfile",
];

const [what, ...options] = process.argv.slice(2);
if (what !== "to-run") {
  install(process.argv.slice(2));
  printTypes();
} else if (!isInstalled()) {
  // Don't prune dev dependencies that are already installed.
  install(existsSync(path.join(modules, "vitest")) ? options : [...toRun, ...options]);
}
