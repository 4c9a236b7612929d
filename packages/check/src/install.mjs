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

function install(options) {
  rmSync(mark, { force: true });
  const { status } = spawnSync("npx", ["--yes", "pnpm@12.21.0", "install", "--frozen-lockfile", ...options], {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status !== 0) process.exit(status ?? 1);
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
  // What somebody has who runs the tests is not taken away again.
  install(existsSync(path.join(modules, "vitest")) ? options : [...toRun, ...options]);
}
