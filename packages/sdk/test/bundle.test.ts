import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";

import { etag, integrity, released, script, version } from "@wonflow/sdk/script";
import { expect, test } from "vitest";

const dist = path.resolve(import.meta.dirname, "../dist");
const built = (file: string) => readFileSync(path.join(dist, file), "utf8");

/** Bytes as a server sends them, compressed. */
const weight = (text: string) => gzipSync(text, { level: 9 }).length;

test("the script weighs at most 6 KB", () => {
  expect(weight(script)).toBeLessThanOrEqual(6000);
});

test("the loader weighs at most 1.2 KB, with what it imports", () => {
  expect(weight(built("loader.js") + built("payments-error.js"))).toBeLessThanOrEqual(1200);
});

test("the module holds the script, its hash and its tag", () => {
  expect(script).toBe(built("payments-sdk.js"));
  const hash = createHash("sha384").update(script).digest("base64");
  expect(integrity).toBe(`sha384-${hash}`);
  expect(etag).toBe(`"${hash}"`);
});

test("a released version never changes", () => {
  const { script: before } = released[version] ?? { script };
  expect(script === before, `the script has changed since ${version}: raise the version of packages/sdk`).toBe(true);
  expect(version).toMatch(/^1\.\d+\.\d+$/);
});

test("no part of the card tables ships: no row, no company, no product, and no package that has them", () => {
  const files = readdirSync(dist).filter((file) => /\.(?:js|map)$/.test(file));
  expect(files).toContain("payments-sdk.js");
  const tables = /card-data|shippedBins|BinKo|bin-ko|card-catalogs|interest-free|40000033|시험카드|KB국민|하루 제로/;
  for (const file of files) expect([file, tables.exec(built(file))?.[0]]).toEqual([file, undefined]);
  const manifest = readFileSync(path.join(dist, "../package.json"), "utf8");
  const { dependencies = {} } = JSON.parse(manifest) as { dependencies?: Readonly<Record<string, string>> };
  expect(Object.keys(dependencies).filter((name) => name.startsWith("@wonflow/"))).toEqual([]);
});
