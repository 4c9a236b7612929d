import path from "node:path";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { mostLogoBytes } from "@wonflow/core";
import { expect, test } from "vitest";
import { readPicture } from "./merchants.ts";
import { UsageError } from "./command.ts";

const png = Buffer.from("89504e470d0a1a0a", "hex");

async function fileOf(content: Buffer): Promise<string> {
  const file = path.join(await mkdtemp(path.join(tmpdir(), "logo-")), "logo");
  await writeFile(file, content);
  return file;
}

test("a picture of the largest size is read, and one with a byte more is refused", async () => {
  const largest = Buffer.concat([png, Buffer.alloc(mostLogoBytes - png.byteLength)]);
  expect(await readPicture(await fileOf(largest))).toBe(`data:image/png;base64,${largest.toString("base64")}`);
  const larger = await fileOf(Buffer.concat([largest, Buffer.alloc(1)]));
  await expect(readPicture(larger)).rejects.toThrow(
    new UsageError(`the logo must have at most 8,000 bytes; ${larger} has more`),
  );
});

test("of a file without an end no more is read than a logo may hold", async () => {
  const before = process.memoryUsage().arrayBuffers;
  await expect(readPicture("/dev/zero")).rejects.toThrow(UsageError);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000);
});

test("a folder, and a file that is not there, can't be read", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "logo-"));
  await expect(readPicture(folder)).rejects.toThrow("the logo can't be read: EISDIR");
  await expect(readPicture(path.join(folder, "none"))).rejects.toThrow("the logo can't be read: ENOENT");
});
