import path from "node:path";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import type { Package } from "@arethetypeswrong/core";
import { runStep } from "./step.ts";
import { readManifest, type Manifest } from "./workspace.ts";

export interface Packed {
  readonly folder: string;
  readonly tarball: Package;
}

/** The code of a project that has installed all packages, by file name: `.ts` and `.cts` are compiled, `.mjs` and `.cjs` run. */
export type ProjectCode = Readonly<Record<string, string>>;

function broughtAlong({ dependencies, peerDependencies, peerDependenciesMeta }: Manifest): readonly string[] {
  const isNeeded = (name: string) => peerDependenciesMeta[name]?.optional !== true;
  return [...Object.keys(dependencies), ...Object.keys(peerDependencies).filter(isNeeded)];
}

function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function link(at: string, to: string): void {
  mkdirSync(path.dirname(at), { recursive: true });
  symlinkSync(to, at);
}

/** Lays packages out as pnpm does: each sees its own dependencies only, which come from this repository. */
function install(project: string, { packed, root }: { readonly packed: readonly Packed[]; readonly root: string }) {
  const modules = path.join(project, "node_modules");
  const apart = (name: string) => path.join(modules, ".packed", name, "node_modules");
  const ours = new Set(packed.map(({ tarball }) => tarball.packageName));
  for (const { folder, tarball } of packed) {
    const name = tarball.packageName;
    const inside = `/node_modules/${name}/`;
    for (const file of tarball.listFiles()) {
      write(path.join(apart(name), name, file.slice(inside.length)), tarball.readFile(file));
    }
    for (const needed of broughtAlong(readManifest(tarball.readFile(`${inside}package.json`)))) {
      const elsewhere = () => realpathSync(path.join(root, folder, "node_modules", needed));
      link(path.join(apart(name), needed), ours.has(needed) ? path.join(apart(needed), needed) : elsewhere());
    }
    link(path.join(modules, name), path.join(apart(name), name));
  }
  link(path.join(modules, "@types/node"), realpathSync(path.join(root, "node_modules/@types/node")));
}

const compilers = {
  "TypeScript 5.9": ["node", "packages/check/node_modules/typescript-5.9/bin/tsc"],
  "TypeScript 7": ["tsc"],
} as const;
const resolutions = {
  nodenext: { module: "nodenext" },
  // Each declaration is checked above, which takes the most time.
  bundler: { module: "esnext", moduleResolution: "bundler", skipLibCheck: true },
} as const;

const strictly = { target: "es2022", lib: ["es2023", "dom"], types: ["node"], strict: true, noEmit: true };

type Check = readonly [title: string, command: readonly [string, ...string[]], cwd: string];

function checksOf(
  project: string,
  { code, root }: { readonly code: ProjectCode; readonly root: string },
): readonly Check[] {
  const files = Object.keys(code);
  const compiled = Object.entries(resolutions).flatMap(([resolution, options]) => {
    const config = path.join(project, `tsconfig.${resolution}.json`);
    // A bundler has no modules that are required.
    const some = files.filter((file) => file.endsWith(".ts") || (file.endsWith(".cts") && resolution === "nodenext"));
    if (some.length === 0) return [];
    writeFileSync(config, JSON.stringify({ compilerOptions: { ...strictly, ...options }, files: some }));
    return Object.entries(compilers).map(([compiler, [program, ...args]]): Check => {
      return [`${compiler}, ${resolution}`, [program, ...args, "-p", config, "--pretty", "false"], root];
    });
  });
  const run = files
    .filter((file) => /\.[mc]js$/.test(file))
    .map((file): Check => {
      // Each keeps its data in a folder of its own.
      const cwd = mkdtempSync(path.join(project, "run-"));
      return [`node ${file}`, ["node", path.join(project, file)], cwd];
    });
  return [...compiled, ...run];
}

export async function problemsInProject(
  packed: readonly Packed[],
  { code, root }: { readonly code: ProjectCode; readonly root: string },
): Promise<readonly string[]> {
  const project = realpathSync(mkdtempSync(path.join(tmpdir(), "wonflow-empty-")));
  try {
    install(project, { packed, root });
    write(path.join(project, "package.json"), JSON.stringify({ type: "module" }));
    for (const [file, text] of Object.entries(code)) write(path.join(project, file), text);
    const checks = checksOf(project, { code, root });
    const found = await Promise.all(
      checks.map(async ([title, command, cwd]) => {
        const { ok, output } = await runStep({ title, command }, cwd);
        return ok ? [] : [`${title}: ${output.trim()}`];
      }),
    );
    return found.flat();
  } finally {
    rmSync(project, { recursive: true });
  }
}

const answered = `async function answered() {
  for (const path of ["/readyz", "/openapi.json", "/payments-sdk/v1"]) {
    const { status } = await fetch("http://127.0.0.1:" + this.address().port + path);
    if (status !== 200) throw new Error(path + " was answered " + status);
  }
  process.exit();
}`;

export function embeddingCode(root: string): ProjectCode {
  const readme = readFileSync(path.join(root, "README.md"), "utf8");
  const [, lines = ""] = /^## Embed it\n+```ts\n([^]+?)^```/m.exec(readme) ?? [];
  const asked = (text: string) =>
    `${text.replace(".listen(4242)", `.listen(0, "127.0.0.1", answered)`)}\n${answered}\n`;
  if (!asked(lines).includes("0, ")) throw new Error("README embeds no server that listens at 4242");
  const imports = lines.match(/^import .+$/gm) ?? [];
  const required = imports.map((line) => line.replace(/^import (.+) from (".+");$/, "const $1 = require($2);"));
  const body = `void (async () => {\n${lines.replaceAll(/^import .+\n/gm, "")}})();`;
  return {
    "server.ts": lines,
    "required.cts": [...imports, body].join("\n"),
    "server.mjs": asked(lines),
    "required.cjs": asked([...required, body].join("\n")),
  };
}

/** Starts a project and pays an order of it in Chromium. */
export const payProgram = "packages/create-wonflow/test/pay.ts";

/** Lets the packed `create-wonflow` write a project, lays the packed packages out in it, and pays its first order. */
export async function problemsInCreatedProject(
  packed: readonly Packed[],
  { framework, root }: { readonly framework: string; readonly root: string },
): Promise<readonly string[]> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "wonflow-created-")));
  try {
    install(folder, { packed, root });
    const cli = path.join(folder, "node_modules/create-wonflow/dist/cli.js");
    const shop = path.join(folder, "shop");
    const args = ["shop", "--framework", framework, "--store", "embedded"];
    const written = await runStep({ title: "create-wonflow", command: ["node", cli, ...args] }, folder);
    if (!written.ok) return [`create-wonflow: ${written.output.trim()}`];
    install(shop, { packed, root });
    const { dependencies } = readManifest(readFileSync(path.join(shop, "package.json"), "utf8"));
    const ours = new Set(packed.map(({ tarball }) => tarball.packageName));
    for (const name of Object.keys(dependencies).filter((one) => !ours.has(one))) {
      const here = path.join(root, "packages/create-wonflow/node_modules", name);
      link(path.join(shop, "node_modules", name), realpathSync(here));
    }
    const paid = await runStep({ title: "pay", command: ["node", payProgram, shop], limitMs: 120_000 }, root);
    return paid.ok ? [] : [`${framework}: ${paid.output.trim()}`];
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}
