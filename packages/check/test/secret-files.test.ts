import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../../..");

/** Where pages and programs put secrets and data, and where users put their own. */
const secretFiles = [
  "deploy/secrets/wonflow-secret",
  "deploy/secrets/postgres-password",
  "deploy/secrets/database-url",
  "deploy/.env",
  "deploy/tls/server.key",
  "deploy/tls/server.pem",
  ".env",
  ".env.production",
  "examples/next/.env",
  "packages/create-wonflow/template/next/.env",
  ".wonflow/secret",
  ".wonflow/postgres/PG_VERSION",
  "examples/shop/.wonflow/orders.json",
  "wonflow.dump",
] as const;

/** A pattern of a file for docker's context, by its rules: from the root, `**` for any folders, and all below a folder. */
function ignores(pattern: string): (file: string) => boolean {
  const parts = pattern.replace(/\/$/, "").split("/");
  const source = parts.map((part, index) => {
    if (part === "**") return index === parts.length - 1 ? ".*" : "(?:[^/]+/)*";
    const name = part.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`).replaceAll("*", "[^/]*");
    return index === parts.length - 1 ? name : `${name}/`;
  });
  const matches = new RegExp(`^${source.join("")}(?:/|$)`);
  return (file) => matches.test(file);
}

const patterns = readFileSync(path.join(root, "deploy/Dockerfile.dockerignore"), "utf8")
  .split("\n")
  .map((line) => line.trim())
  .filter((line) => line !== "" && !line.startsWith("#"));

const isInContext = (file: string) => !patterns.some((pattern) => ignores(pattern)(file));

test.each(secretFiles)("git and the image's build know nothing of %s", (file) => {
  expect(spawnSync("git", ["check-ignore", "--quiet", "--no-index", file], { cwd: root }).status).toBe(0);
  expect(isInContext(file)).toBe(false);
});

test("no file that git keeps is ignored, and the build has what it needs", () => {
  const ignored = execFileSync("git", ["ls-files", "--cached", "--ignored", "--exclude-standard"], { cwd: root });
  expect(String(ignored)).toBe("");
  const needed = [
    "package.json",
    "pnpm-lock.yaml",
    "packages/wonflow/src/cli.ts",
    "packages/core/src/merchant/secret/check-secret.ts",
  ];
  expect(needed.filter((file) => !isInContext(file))).toEqual([]);
  // An exception would need its own rule here.
  expect(patterns.filter((pattern) => pattern.startsWith("!"))).toEqual([]);
});
