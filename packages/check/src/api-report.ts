import path from "node:path";
import ts from "typescript-5.9";
import { zodShape } from "./zod-shape.ts";
import { typedEntries, type WorkspacePackage, packagesOf, publishable } from "./workspace.ts";
import { readFileSync, writeFileSync } from "node:fs";
import { readTree } from "./tree.ts";

/** A declaration as a report shows it: without comments, which change nothing for a caller's compiler. */
interface Shown {
  readonly name: string;
  readonly text: string;
  /** The folder of its file: a concept of the package. Undefined for another package's. */
  readonly folder?: string;
  /** The package that declares it, where that is another one. */
  readonly from?: string;
}

function isNamed(node: ts.Node): node is ts.NamedDeclaration {
  return (
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isEnumDeclaration(node) ||
    (ts.isVariableDeclaration(node) && ts.isVariableStatement(node.parent.parent))
  );
}

const printer = ts.createPrinter({ removeComments: true });

function textOf(node: ts.Node): string {
  const shape = ts.isVariableDeclaration(node) && node.type !== undefined ? zodShape(node.type) : undefined;
  if (shape !== undefined && ts.isVariableDeclaration(node)) return `const ${node.name.getText()}: schema of ${shape};`;
  const text = printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile());
  const declared = ts.isVariableDeclaration(node) ? `const ${text};` : text.replace(/^(?:(?:export|declare) )+/, "");
  return declared.replaceAll(/\[\n(?:\s+"[^"]*",?\n)+\s*\]/g, listed);
}

/** A list of texts in as few lines as it needs. */
function listed(list: string): string {
  const line = list.replaceAll(/\s+/g, " ").replace(/^\[ /, "[").replace(/ \]$/, "]");
  return line.length <= 80 ? line : line.replaceAll(/(.{60,100}?,) /g, "$1\n    ");
}

/** By folder, then name; what other packages declare comes last. */
function inOrder(one: Shown, other: Shown): number {
  const [a, b] = [one, other].map(({ folder = "~", name }) => `${folder}/${name}`);
  return a !== undefined && b !== undefined && a < b ? -1 : 1;
}

function folderOf(node: ts.Node): string {
  const [, inPackage = ""] = node.getSourceFile().fileName.split("/dist/");
  return inPackage.includes("/") ? inPackage.replace(/\/[^/]*$/, "") : "";
}

interface Reading {
  readonly checker: ts.TypeChecker;
  readonly owner: WorkspacePackage;
  readonly ownerOf: (node: ts.Node) => WorkspacePackage | undefined;
  readonly declared: Set<ts.NamedDeclaration>;
}

function resolved(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  return (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
}

/** The exports of an entry's module, and the names that it puts on every page. */
function publicIn(source: ts.SourceFile, reading: Reading): readonly Shown[] {
  const { checker } = reading;
  const entry = checker.getSymbolAtLocation(source);
  const exported = entry === undefined ? [] : checker.getExportsOfModule(entry);
  const globals = source.statements.filter((one) => ts.isModuleDeclaration(one));
  return [
    ...globals.map((node) => ({ name: "global", text: textOf(node), folder: folderOf(node) })),
    ...exported.flatMap((symbol) => shownAs(symbol, reading)),
  ].toSorted(inOrder);
}

/** Of a declaration of another package, only the name: that package's report has the rest. */
function shownAs(symbol: ts.Symbol, { checker, owner, ownerOf, declared }: Reading): readonly Shown[] {
  const { name } = symbol;
  const { declarations = [], name: original } = resolved(symbol, checker);
  return declarations.map((node) => {
    const from = ownerOf(node);
    if (from !== owner || !isNamed(node)) return { name, text: name, from: from?.manifest.name ?? "elsewhere" };
    declared.add(node);
    const renamed = original === name ? "" : ` // as ${name}`;
    return { name, text: `export ${textOf(node)}${renamed}`, folder: folderOf(node) };
  });
}

/** Declarations that public ones name without being public: a change of them is a change of those. */
function reachedFrom({ checker, owner, ownerOf, declared }: Reading): readonly Shown[] {
  const reached = new Set(declared);
  const visit = (node: ts.Node): void => {
    const symbol = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node) : undefined;
    for (const one of symbol === undefined ? [] : (resolved(symbol, checker).declarations ?? [])) {
      if (isNamed(one) && ownerOf(one) === owner) reached.add(one);
    }
    ts.forEachChild(node, visit);
  };
  // A set is walked with what is added on the way.
  for (const node of reached) visit(node);
  return [...reached]
    .filter((node) => !declared.has(node))
    .map((node) => ({ name: node.name?.getText() ?? "", text: textOf(node), folder: folderOf(node) }))
    .toSorted(inOrder);
}

/** One block of code; a package of several folders has a line above the declarations of each. */
function section(title: string, shown: readonly Shown[]): string {
  const folders = new Set(shown.flatMap(({ folder }) => folder ?? []));
  let last = "";
  const lines = shown
    .filter(({ from }) => from === undefined)
    .map(({ text, folder = "" }) => {
      const heading = folders.size > 1 && folder !== last ? `\n// ${folder}\n` : "";
      last = folder;
      return heading + text;
    });
  const packages = [...new Set(shown.flatMap(({ from }) => from ?? []))].toSorted();
  const passedOn = packages.map((name) => {
    const names = new Set(shown.flatMap(({ from, text }) => (from === name ? text : [])));
    return `export { ${[...names].join(", ")} } from "${name}";`.replaceAll(/(.{80,110}?,) /g, "$1\n    ");
  });
  return [`## ${title}\n`, "```ts", ...lines, ...passedOn, "```\n"].join("\n");
}

export interface ApiReports {
  of(workspacePackage: WorkspacePackage): string;
}

/** Reads the declarations of these packages, which must have been built. */
export function apiReports(root: string, packages: readonly WorkspacePackage[]): ApiReports {
  const placeOf = ({ folder }: WorkspacePackage, file: string) => path.join(root, folder, file);
  const entries = packages.flatMap((one) => typedEntries(one.manifest).map(([, file]) => placeOf(one, file)));
  // Names are followed, types are not computed: what the language and Node.js declare is not needed.
  const program = ts.createProgram(entries, { module: ts.ModuleKind.NodeNext, noLib: true, types: [] });
  const checker = program.getTypeChecker();
  const ownerOf = (node: ts.Node) => {
    const { fileName } = node.getSourceFile();
    return packages.find((one) => fileName.startsWith(placeOf(one, "dist/")));
  };
  return {
    of: (owner) => {
      const reading: Reading = { checker, owner, ownerOf, declared: new Set() };
      const sections = typedEntries(owner.manifest).map(([specifier, file]) => {
        const source = program.getSourceFile(placeOf(owner, file));
        if (source === undefined) throw new Error(`${owner.folder}/${file} is not built`);
        return section(specifier, publicIn(source, reading));
      });
      const reached = reachedFrom(reading);
      const rest = reached.length === 0 ? [] : [section("Not exported, but part of it", reached)];
      const { name } = owner.manifest;
      const title = `# What ${name} makes public\n\n<!-- Printed from the declarations by \`pnpm print:api\`. -->\n`;
      return [title, ...sections, ...rest].join("\n");
    },
  };
}

function firstDifference(before: string, now: string): string {
  const [old, lines] = [before.split("\n"), now.split("\n")];
  const index = lines.findIndex((line, at) => line !== old[at]);
  return `line ${index + 1}: ${lines[index] ?? old[lines.length] ?? ""}`.slice(0, 200);
}

/**
 * `api-report.ts [--check]` writes what each published package makes public into its api.md, from the declarations that
 * `tsc -b` has made; with `--check` it only reports a difference, so that a change has to be committed and is reviewed.
 */
function printReports(root: string, onlyChecks: boolean): void {
  const packages = publishable(packagesOf(readTree(root)));
  const reports = apiReports(root, packages);
  for (const one of packages) {
    const file = path.join(root, one.folder, "api.md");
    const now = reports.of(one);
    if (!onlyChecks) {
      writeFileSync(file, now);
      continue;
    }
    const before = readFileSync(file, "utf8");
    if (before === now) continue;
    console.error(`${one.folder}/api.md: what is public has changed, at ${firstDifference(before, now)}`);
    console.error("Where that is meant, run `pnpm print:api` and commit what it writes.");
    process.exitCode = 1;
  }
}

if (import.meta.main) printReports(path.resolve(import.meta.dirname, "../../.."), process.argv.includes("--check"));
