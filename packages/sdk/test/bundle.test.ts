import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";

import { etag, integrity, script } from "@wonflow/sdk/script";
import { expect, test } from "vitest";

const dist = path.resolve(import.meta.dirname, "../dist");
const built = (file: string) => readFileSync(path.join(dist, file), "utf8");

/** Bytes as a server sends them, compressed. */
const weight = (text: string) => gzipSync(text, { level: 9 }).length;

test("the script weighs at most 5 KB", () => {
  expect(weight(script)).toBeLessThanOrEqual(5000);
});

test("the loader weighs at most 1.2 KB, with what it imports", () => {
  expect(weight(built("loader.js") + built("payments-error.js"))).toBeLessThanOrEqual(1200);
});

test("the module holds the script, its hash and its tag", () => {
  expect(script).toBe(built("payments-sdk.js"));
  const hash = createHash("sha256").update(script).digest("base64");
  expect(integrity).toBe(`sha256-${hash}`);
  expect(etag).toBe(`"${hash}"`);
});
