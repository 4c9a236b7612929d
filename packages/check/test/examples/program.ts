import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { runStep } from "../../src/step.ts";
import type { Tree } from "../../src/tree.ts";
import { entriesOf, packagesOf } from "../../src/workspace.ts";
import { packageFolder, sourcesOf } from "../architecture/source.ts";
import type { Block } from "./blocks.ts";

/** A folder below `packages/check/dist` in which every example is a module, and every package can be imported. */
const folder = "packages/check/dist/examples";

/** Where an example may import a name from. */
interface Offer {
  readonly specifier: string;
  readonly names: readonly string[];
}

/** The names that an example must not be given, as it has them already: what it imports or declares itself. */
function ownNames(code: string): ReadonlySet<string> {
  const bindings = code.matchAll(/\b(?:import|const|let|function|class)\s+(?:type\s+)?(?:\{([^}]*)\}|(\w+))/g);
  return new Set([...bindings].flatMap(([, several, one]) => several?.split(/\W+/) ?? [one ?? ""]));
}

function namesExportedBy(tree: Tree, file: string): readonly string[] {
  const source = sourcesOf(tree).find(({ path: one }) => one === file);
  const entries = source?.module.staticExports.flatMap((statement) => statement.entries) ?? [];
  return entries.flatMap(({ exportName: { name }, moduleRequest }) => {
    if (name !== null || moduleRequest === null) return name ?? [];
    const { value } = moduleRequest;
    // Everything that another file or package exports is passed on.
    if (value.startsWith(".")) return namesExportedBy(tree, path.posix.join(path.posix.dirname(file), value));
    const other = packagesOf(tree).find(({ manifest }) => manifest.name === value);
    return offersOf(tree, other?.folder).flatMap(({ specifier, names }) => (specifier === value ? names : []));
  });
}

/** The packages that a reader of a page has installed. */
const forReaders = ["packages/wonflow", "packages/client", "packages/testkit"];

/** The frameworks that pages have lines for, which are installed beside the tests of their mounts. */
const frameworks = ["express", "@types/express", "fastify", "hono", "@hono/node-server"];

/**
 * The public entries of a file's package, and after them the file itself, for what the package keeps to itself. A page
 * has those of the packages for its readers, and what blocks of the same page export.
 */
function offersFor(tree: Tree, block: Block, blocks: readonly Block[]): readonly Offer[] {
  const { path: file } = block;
  if (!file.endsWith(".md")) {
    return [
      ...offersOf(tree, packageFolder(file)),
      { specifier: path.relative(folder, file), names: namesExportedBy(tree, file) },
    ];
  }
  const ofPage = blocks.flatMap((other, index): Offer[] => {
    if (other === block || other.path !== file) return [];
    const names = [...other.code.matchAll(/^export (?:async )?(?:function|const) (\w+)/gm)].map(
      ([, name = ""]) => name,
    );
    return [{ specifier: `./example-${index}.ts`, names }];
  });
  return [...forReaders.flatMap((one) => offersOf(tree, one)), ...ofPage];
}

function offersOf(tree: Tree, ofFolder: string | undefined): readonly Offer[] {
  const own = packagesOf(tree).find((one) => one.folder === ofFolder);
  return Object.entries(own?.manifest.exports ?? {}).flatMap(([subpath, target]): Offer[] => {
    const [source] = entriesOf({ exports: target, imports: undefined, bin: undefined, scripts: {} });
    const specifier = `${own?.manifest.name}${subpath.slice(1)}`;
    return source === undefined ? [] : [{ specifier, names: namesExportedBy(tree, `${own?.folder}/${source}`) }];
  });
}

/** One line of imports for what the example uses of its package. */
function importsFor(block: Block, offers: readonly Offer[]): string {
  const given = new Set(ownNames(block.code));
  const used = new Set(block.code.match(/[A-Za-z_$][\w$]*/g));
  const statements = offers.flatMap(({ specifier, names }) => {
    const wanted = [...new Set(names)].filter((name) => used.has(name) && !given.has(name));
    wanted.forEach((name) => given.add(name));
    return wanted.length === 0 ? [] : [`import { ${wanted.join(", ")} } from "${specifier}";`];
  });
  return [...statements, "export {};"].join(" ");
}

const compilerOptions = {
  lib: ["es2023", "dom", "dom.iterable"],
  types: ["node"],
  customConditions: ["source"],
  noEmit: true,
  composite: false,
  declaration: false,
  emitDeclarationOnly: false,
  allowImportingTsExtensions: true,
  rewriteRelativeImportExtensions: false,
  verbatimModuleSyntax: false,
  noPropertyAccessFromIndexSignature: false,
  noUnusedLocals: false,
  noUnusedParameters: false,
};

function writeProgram(root: string, modules: Readonly<Record<string, string>>, tree: Tree): void {
  const at = (...parts: string[]) => path.join(root, folder, ...parts);
  rmSync(at(), { recursive: true, force: true });
  const installed = [
    ...packagesOf(tree).map(({ manifest: { name }, folder: target }) => [name, target] as const),
    ...frameworks.map((name) => [name, `packages/wonflow/node_modules/${name}`] as const),
  ];
  for (const [name, target] of installed) {
    const link = at("node_modules", name);
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(path.join(root, target), link);
  }
  const tsconfig = { extends: path.join(root, "tsconfig.base.json"), compilerOptions, include: ["*.ts"] };
  writeFileSync(at("tsconfig.json"), JSON.stringify(tsconfig));
  for (const [name, text] of Object.entries(modules)) writeFileSync(at(name), text);
}

/**
 * Type-checks blocks of code, each as a module of its own that has its package's exports at hand, in one run
 * of the compiler. Every error that is in them, as `path:line what is wrong`.
 */
export async function compile(
  blocks: readonly Block[],
  { root, tree, prelude }: { readonly root: string; readonly tree: Tree; readonly prelude: string },
): Promise<readonly string[]> {
  const modules = blocks.map((block, index) => {
    const text = `${importsFor(block, offersFor(tree, block, blocks))}\n${block.code}\n`;
    return [`example-${index}.ts`, text] as const;
  });
  writeProgram(root, { ...Object.fromEntries(modules), "prelude.ts": prelude }, tree);
  const { output } = await runStep(
    { title: "examples", command: ["tsc", "-p", folder, "--pretty", "false", "--checkers", "1"] },
    root,
  );
  const errors = output.matchAll(/^(?:.*\/)?((?:example-(\d+)|prelude)\.ts)\((\d+),\d+\): error \w+: (.+)$/gm);
  return [...errors].map(([, name, index, line, problem]) => {
    const block = blocks[Number(index)];
    if (block === undefined) return `${name}:${line} ${problem}`;
    return `${block.path}:${block.line + Number(line) - 2} ${problem}`;
  });
}
