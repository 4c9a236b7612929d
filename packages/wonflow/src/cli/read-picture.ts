import { readFile } from "node:fs/promises";

import { UsageError } from "./usage-error.ts";

const beginnings = [
  { type: "png", bytes: Buffer.from("89504e470d0a1a0a", "hex"), at: 0 },
  { type: "jpeg", bytes: Buffer.from("ffd8ff", "hex"), at: 0 },
  { type: "webp", bytes: Buffer.from("WEBP"), at: 8 },
];

/** A picture in a file as a data URL. Its bytes tell its type, not its name. */
export async function readPicture(file: string): Promise<string> {
  const content = await readFile(file).catch((error: unknown) => {
    throw new UsageError(`the logo can't be read: ${error instanceof Error ? error.message : String(error)}`);
  });
  const found = beginnings.find(({ bytes, at }) => content.subarray(at, at + bytes.length).equals(bytes));
  if (found === undefined) throw new UsageError(`the logo must be a PNG, JPEG or WebP picture; ${file} is none`);
  return `data:image/${found.type};base64,${content.toString("base64")}`;
}
