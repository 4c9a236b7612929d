import { createReadStream } from "node:fs";
import { buffer } from "node:stream/consumers";

import { mostLogoBytes } from "@wonflow/core";

import { UsageError } from "./usage-error.ts";

const beginnings = [
  { type: "png", bytes: Buffer.from("89504e470d0a1a0a", "hex"), at: 0 },
  { type: "jpeg", bytes: Buffer.from("ffd8ff", "hex"), at: 0 },
  { type: "webp", bytes: Buffer.from("WEBP"), at: 8 },
];

/**
 * A picture in a file as a data URL. Its bytes tell its type, not its name. No more is read than a logo may hold, as a
 * file such as /dev/zero has no end.
 */
export async function readPicture(file: string): Promise<string> {
  const content = await buffer(createReadStream(file, { end: mostLogoBytes })).catch((error: unknown) => {
    throw new UsageError(`the logo can't be read: ${error instanceof Error ? error.message : String(error)}`);
  });
  const found = beginnings.find(({ bytes, at }) => content.subarray(at, at + bytes.length).equals(bytes));
  if (found === undefined) throw new UsageError(`the logo must be a PNG, JPEG or WebP picture; ${file} is not`);
  if (content.byteLength > mostLogoBytes) {
    throw new UsageError(`the logo must have at most ${mostLogoBytes.toLocaleString("en-US")} bytes; ${file} has more`);
  }
  return `data:image/${found.type};base64,${content.toString("base64")}`;
}
