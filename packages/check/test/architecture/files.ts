import type { Tree } from "../../src/tree.ts";
import { isProduction } from "./source.ts";

/** Names that say nothing about what is inside. */
const sayNothing = /^(?:utils?|types?|helpers?|services?|common|misc)$/i;

/** Names of what a thing is made as, where core's folders are named after what it is about. */
const technical =
  /^(?:adapters?|application|constants|controllers?|core|domain|dtos?|entit(?:y|ies)|enums?|factor(?:y|ies)|handlers?|hooks|infrastructure|interfaces?|lib|managers?|mappers?|middlewares?|models?|ports?|providers?|repositor(?:y|ies)|schemas?|stores?|use-?cases?|validat(?:ors?|ion))$/i;

/** A stranger finds things by their business names, so no file or folder has a name that says nothing. */
export function names(tree: Tree): readonly string[] {
  return [...tree.keys()].flatMap((path) => {
    const inPackage = /^(?:packages|examples)\/(.+)$/.exec(path)?.[1];
    if (inPackage === undefined) return [];
    const folders = inPackage.split("/");
    const file = folders.pop() ?? "";
    const empty = [...folders, ...file.split(".").slice(0, -1)].filter((part) => sayNothing.test(part));
    const inCore = path.startsWith("packages/core/src/") ? folders.slice(2) : [];
    return [
      ...empty.map((part) => `${path}:1 “${part}” is a name that says nothing`),
      ...inCore.filter((part) => technical.test(part)).map((part) => `${path}:1 “${part}” is a technical kind`),
    ];
  });
}

const mostLines = 350;

/** A file that is too long to keep in mind is two files. Generated ones are not read. */
export function sizes(tree: Tree): readonly string[] {
  return [...tree]
    .filter(([path]) => isProduction(path) && !path.endsWith(".json") && !path.includes(".generated."))
    .map(([path, text]) => ({ path, lines: text.replace(/\n$/, "").split("\n").length }))
    .filter(({ lines }) => lines > mostLines)
    .map(({ path, lines }) => `${path}:1 has ${lines} lines; ${mostLines} are the most`);
}
