import path from "node:path";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { expect, onTestFinished, test } from "vitest";
import { isAllowed, shippedWith } from "./licenses.ts";
import { packagesOf, type WorkspacePackage } from "./workspace.ts";

/** A checkout with one package of its own, and manifests of what is installed, by their folder. */
function checkout(own: object, installed: Readonly<Record<string, object>>): readonly [string, WorkspacePackage[]] {
  const root = mkdtempSync(path.join(tmpdir(), "wonflow-licenses-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [folder, manifest] of Object.entries(installed)) {
    mkdirSync(path.join(root, folder), { recursive: true });
    const text = JSON.stringify({ name: path.basename(folder), version: "1.0.0", ...manifest });
    writeFileSync(path.join(root, folder, "package.json"), text);
  }
  const ours = JSON.stringify({ name: "ours", engines: {}, ...own });
  return [root, [...packagesOf(new Map([["packages/ours/package.json", ours]]))]];
}

const modules = "packages/ours/node_modules";

test("what we depend on is listed with what that depends on, each once; what is for development is not", () => {
  const [root, packages] = checkout(
    { dependencies: { tea: "1.0.0", leaf: "1.0.0" }, devDependencies: { kettle: "1.0.0" } },
    {
      [`${modules}/tea`]: { license: "MIT", dependencies: { leaf: "1.0.0" }, optionalDependencies: { arm: "1.0.0" } },
      [`${modules}/leaf`]: { license: "ISC" },
      [`${modules}/kettle`]: { license: "GPL-3.0" },
      [`${modules}/tea/node_modules/leaf`]: { version: "0.9.0", license: { type: "GPL-3.0" } },
    },
  );
  expect(shippedWith(root, packages)).toEqual([
    { name: "leaf", version: "0.9.0", license: "GPL-3.0" },
    { name: "leaf", version: "1.0.0", license: "ISC" },
    { name: "tea", version: "1.0.0", license: "MIT" },
  ]);
});

test("what should be installed and is not is no gap in the list", () => {
  const [root, packages] = checkout({ dependencies: { tea: "1.0.0" } }, {});
  expect(() => shippedWith(root, packages)).toThrow("tea, which");
});

test.each([
  ["MIT", true],
  ["(MIT OR GPL-3.0)", true],
  ["GPL-3.0 OR Apache-2.0", true],
  ["MIT AND ISC", true],
  ["MIT AND GPL-3.0", false],
  ["GPL-3.0", false],
  ["AGPL-3.0-only", false],
  ["SEE LICENSE IN LICENSE.txt", false],
  ["UNLICENSED", false],
  ["none is named", false],
  ["", false],
])("%j: %s", (license, allowed) => {
  expect(isAllowed(license)).toBe(allowed);
});
