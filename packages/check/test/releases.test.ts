import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { readTree } from "../src/tree.ts";
import { packagesOf, publishable } from "../src/workspace.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const packages = publishable(packagesOf(readTree(root)));
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

const configSchema = z.object({ fixed: z.array(z.array(z.string())) });

test("all packages are released together, but for the SDK, which has the number of its script", () => {
  const { fixed } = configSchema.parse(JSON.parse(read(".changeset/config.json")));
  const names = packages.map(({ manifest }) => manifest.name);
  expect(fixed.map((group) => group.toSorted())).toEqual([names.filter((name) => name !== "@wonflow/sdk").toSorted()]);
});

test("packages that are released together have one version", () => {
  const versions = packages
    .filter(({ manifest }) => manifest.name !== "@wonflow/sdk")
    .map(({ manifest }) => manifest.version);
  expect(new Set(versions).size).toBe(1);
});

describe.each(packages.map(({ folder, manifest }) => ({ folder, ...manifest })))(
  "$name",
  ({ folder, name, version }) => {
    test("has a changelog that begins with its version", () => {
      const changelog = read(`${folder}/CHANGELOG.md`);
      expect([/^# (.+)$/m.exec(changelog)?.[1], /^## (.+)$/m.exec(changelog)?.[1]]).toEqual([name, version]);
    });
  },
);
