import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

import { z } from "zod";

/** Items that are kept in a file, by their keys. A real shop has a database. */
export interface Kept<Item> {
  find(key: string): Item | undefined;
  /** The one that was kept last comes first. */
  all(): readonly Item[];
  /** Replaces one with the same key. */
  save(item: Item): void;
}

/** Opens a file of items, which need not be there yet. */
export function openFile<Item>(path: string, schema: z.ZodType<Item>, keyOf: (item: Item) => string): Kept<Item> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const kept = new Map(readItems(path, schema).map((item) => [keyOf(item), item]));
  return {
    find: (key) => kept.get(key),
    all: () => [...kept.values()].toReversed(),
    save(item) {
      kept.set(keyOf(item), item);
      // Written aside and renamed, so that the file is always whole.
      writeFileSync(`${path}.new`, JSON.stringify([...kept.values()], null, 2), { mode: 0o600 });
      renameSync(`${path}.new`, path);
    },
  };
}

function readItems<Item>(path: string, schema: z.ZodType<Item>): readonly Item[] {
  try {
    return z.array(schema).parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}
