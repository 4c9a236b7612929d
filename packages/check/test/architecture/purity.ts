import type { Tree } from "../../src/tree.ts";
import { at, isProduction, sourcesOf, visit, type Source } from "./source.ts";

/**
 * The machine's offers beside the language itself: time, chance, gateway, process, cryptography, output. A browser's
 * `window` is left to the compiler, which knows none in core: a gateway has a window of its own.
 */
const machine = new Set([
  "Buffer",
  "WebSocket",
  "XMLHttpRequest",
  "clearInterval",
  "clearTimeout",
  "console",
  "crypto",
  "document",
  "eval",
  "fetch",
  "global",
  "globalThis",
  "localStorage",
  "navigator",
  "performance",
  "process",
  "queueMicrotask",
  "require",
  "setImmediate",
  "setInterval",
  "setTimeout",
]);

/** Members of the language that ask the machine for the time, the zone, the language or chance. */
const machineMembers = new Set(["Date.now", "Math.random", "Intl.DateTimeFormat", "Temporal.Now"]);
const inMachineZone = /^(?:[gs]et(?:FullYear|Month|Date|Day|Hours|Minutes)|getTimezoneOffset|toLocale\w*String)$/;

function impurities(source: Source): readonly string[] {
  const found: string[] = [];
  const propertyNames = new Set<number>();
  const report = (node: { start: number }, what: string) => found.push(at(source, node, `core may not use ${what}`));
  const named = (key: { start: number }, computed: boolean) => {
    if (!computed) propertyNames.add(key.start);
  };
  visit(source, {
    Property: ({ key, computed, shorthand }) => named(key, computed || shorthand),
    MethodDefinition: ({ key, computed }) => named(key, computed),
    PropertyDefinition: ({ key, computed }) => named(key, computed),
    TSPropertySignature: ({ key, computed }) => named(key, computed),
    TSMethodSignature: ({ key, computed }) => named(key, computed),
    MemberExpression: ({ object, property, computed, start }) => {
      named(property, computed);
      if (property.type !== "Identifier") return;
      const member = object.type === "Identifier" ? `${object.name}.${property.name}` : "";
      if (machineMembers.has(member)) report({ start }, member);
      if (inMachineZone.test(property.name)) report(property, property.name);
    },
    NewExpression: (node) => {
      if (node.callee.type !== "Identifier") return;
      if (node.callee.name === "Function") report(node, "new Function");
      if (node.callee.name !== "Date" || node.arguments.length === 1) return;
      report(node, node.arguments.length === 0 ? "new Date() without a time" : "new Date() in the machine's zone");
    },
    CallExpression: (node) => {
      if (node.callee.type === "Identifier" && node.callee.name === "Date") report(node, "Date()");
    },
    Identifier: (node) => {
      if (machine.has(node.name) && !propertyNames.has(node.start)) report(node, node.name);
    },
  });
  // The key and the value of `{ name }` are one place.
  return [...new Set(found)];
}

/**
 * Core has no I/O, no clock, no randomness and no cryptography of its own. Its compiler settings leave
 * most of a machine out; what the language itself offers is left out here.
 */
export function purity(tree: Tree): readonly string[] {
  return sourcesOf(tree)
    .filter(({ path }) => path.startsWith("packages/core/") && isProduction(path))
    .flatMap(impurities);
}
