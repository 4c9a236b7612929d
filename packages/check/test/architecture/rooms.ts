import type { Tree } from "../../src/tree.ts";
import { importsOf, isRelative, resolve } from "./imports.ts";
import { at, isProduction, sourcesOf } from "./source.ts";

const core = "packages/core/src/";

/** The rooms of core, as docs/architecture.md shows them: each may import those before it. */
const order = ["engine", "ledger", "merchant", "gateway", "payment", "payout", "oversight"];

function roomOf(path: string): number | undefined {
  const [room = "", ...rest] = path.startsWith(core) ? path.slice(core.length).split("/") : [];
  return rest.length === 0 ? undefined : order.indexOf(room);
}

/** Every folder of core is in a room, and a room imports only from rooms before it. */
export function rooms(tree: Tree): readonly string[] {
  return sourcesOf(tree).flatMap((source) => {
    const own = roomOf(source.path);
    if (own === undefined || !isProduction(source.path)) return [];
    if (own === -1) return [`${source.path}:1 is in no room of core`];
    return importsOf(source).flatMap(({ specifier, start }) => {
      if (specifier === undefined || !isRelative(specifier)) return [];
      const imported = resolve(source.path, specifier);
      const against = (roomOf(imported) ?? own) > own;
      return against ? [at(source, { start }, `imports ${imported.slice(core.length)}, which is in a later room`)] : [];
    });
  });
}
