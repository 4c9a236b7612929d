import type { Tree } from "../../src/tree.ts";
import { at, isTest, packageFolder, sourcesOf, visit, type Source } from "./source.ts";

const unfinished = /\b(?:TODO|FIXME|XXX)\b/;
const silencing = /@ts-(?:ignore|nocheck)|\b(?:(?:oxlint|eslint|tslint)-(?:disable|enable)|(?:c8|v8|istanbul) ignore)/;

function inComments(source: Source): readonly string[] {
  return source.comments.flatMap((comment) => {
    const { value } = comment;
    const problems: string[] = [];
    if (unfinished.test(value)) problems.push(at(source, comment, "is unfinished: put it on an issue"));
    if (silencing.test(value)) problems.push(at(source, comment, "silences a check: fix what it reports"));
    if (value.includes("@ts-expect-error") && !isTest(source.path)) {
      problems.push(at(source, comment, "expects a type error outside of a test"));
    }
    return problems;
  });
}

/** `let x!: T` and `class { x!: T }` claim what was not checked, as `x!` does, which lint forbids. */
function unshown(source: Source): readonly string[] {
  const found: string[] = [];
  const report = (node: { start: number; definite?: boolean }) => {
    if (node.definite === true) found.push(at(source, node, "is declared with `!`"));
  };
  visit(source, { VariableDeclarator: report, PropertyDefinition: report, AccessorProperty: report });
  return found;
}

/** A test that is left out or left alone makes a green run say less than it seems to. */
function leftOut(source: Source): readonly string[] {
  const found: string[] = [];
  visit(source, {
    MemberExpression: (node) => {
      const { object, property } = node;
      const called = property.type === "Identifier" ? property.name : "";
      if (!["only", "skip", "todo", "fails"].includes(called)) return;
      const root = /^(?:test|it|describe|suite|bench)\b/.exec(source.text.slice(object.start))?.[0];
      if (root !== undefined) found.push(at(source, node, `has a ${root}.${called}`));
    },
  });
  return found;
}

/** Nothing is left for later, silenced or left out. */
export function leftovers(tree: Tree): readonly string[] {
  const inCode = sourcesOf(tree).flatMap((source) => [
    ...inComments(source),
    ...unshown(source),
    ...(packageFolder(source.path) === undefined ? [] : leftOut(source)),
  ]);
  const inOthers = [...tree].flatMap(([path, text]) => {
    if (!/\.(?:css|html|sql|yaml)$/.test(path) || path === "pnpm-lock.yaml") return [];
    return text.split("\n").flatMap((line, index) => {
      return unfinished.test(line) ? [`${path}:${index + 1} is unfinished: put it on an issue`] : [];
    });
  });
  return [...inCode, ...inOthers];
}
