import { readFileSync } from "node:fs";
import path from "node:path";
import type { Framework, Store } from "./choices.ts";
import type { Language } from "./words.ts";

/** The project to write. */
export interface Project {
  /** The name of its package. */
  readonly name: string;
  readonly framework: Framework;
  readonly store: Store;
  readonly language: Language;
  /** Of the service: random, and of this project alone. */
  readonly secret: string;
}

/** Files of a project: each one's text, by its path with `/` between folders. */
export type Files = Readonly<Record<string, string>>;

/** This package's own manifest: its development dependencies are the versions that templates were tested with. */
export interface Manifest {
  readonly devDependencies: Readonly<Record<string, string>>;
}

const template = path.resolve(import.meta.dirname, "../template");
const read = (file: string) => readFileSync(path.join(template, file), "utf8");

/** Packages that a framework's project needs beside Wonflow, to run and to be compiled. */
const packages: Readonly<Record<Framework, readonly [dependencies: string[], devDependencies: string[]]>> = {
  express: [["express"], ["@types/express"]],
  fastify: [["fastify"], []],
  hono: [["hono", "@hono/node-server"], []],
  http: [[], []],
  next: [
    ["@wonflow/sdk", "next", "react", "react-dom"],
    ["@types/react", "typescript"],
  ],
};

const nextFiles = [
  "next.config.ts",
  "tsconfig.json",
  "app/layout.tsx",
  "app/page.tsx",
  "app/pay-button.tsx",
  "app/payments.ts",
  "app/pay/[...path]/route.ts",
];
const nodeFiles = ["tsconfig.json", "src/page.html", "src/payments.ts", "src/shop.ts"];

/** The files of a framework's program, with an embedded store. */
function programOf(framework: Framework): Files {
  const kind = framework === "next" ? "next" : "node";
  const files = framework === "next" ? nextFiles : nodeFiles;
  const program = Object.fromEntries(files.map((file) => [file, read(`${kind}/${file}`)]));
  return framework === "next" ? program : { ...program, "src/server.ts": read(`node/src/server.${framework}.ts`) };
}

const embedded = 'const place = { dataDir: ".wonflow" };\n';
const server = `const databaseUrl = process.env["DATABASE_URL"];
if (databaseUrl === undefined) throw new Error("DATABASE_URL is missing: set it, or write it to .env");
const place = { url: databaseUrl };
`;

const scripts = (framework: Framework) =>
  framework === "next"
    ? { dev: "next dev --hostname localhost", prestart: "next build", start: "next start --hostname localhost" }
    : { start: "node src/server.ts" };

/** The file of settings that git ignores, for its owner alone. */
export const settingsFile = ".env";

/** A manifest with exact versions: a project gets what its template was tested with. */
function manifestOf({ name, framework }: Project, { devDependencies }: Manifest): string {
  const [dependencies, forTypes] = packages[framework];
  const versions = (names: readonly string[]) =>
    Object.fromEntries(names.toSorted().map((one) => [one, devDependencies[one]]));
  const manifest = {
    name,
    version: "0.0.0",
    private: true,
    type: "module",
    engines: { node: ">=22.18" },
    scripts: scripts(framework),
    dependencies: versions(["wonflow", "@wonflow/client", ...dependencies]),
    devDependencies: versions(["@types/node", ...forTypes]),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** A part of a text between `<!-- name -->` and `<!-- / -->` is for the framework or store of that name alone. */
function forProject(text: string, { name, framework, store }: Project): string {
  const kinds: readonly string[] = [framework === "next" ? "next" : "node", store];
  return text
    .replaceAll(/<!-- (\w+) -->\n([^]*?)<!-- \/ -->\n/g, (_, kind: string, part: string) =>
      kinds.includes(kind) ? part : "",
    )
    .replaceAll("{name}", name);
}

/**
 * The files of a project, at most eleven. `manifest` is this package's own.
 *
 * @example
 * const manifest = { devDependencies: { wonflow: "0.1.0", "@wonflow/client": "0.1.0", hono: "4.13.19" } };
 * const secret = crypto.randomUUID();
 * const files = filesOf({ name: "my-shop", framework: "hono", store: "embedded", language: "en", secret }, manifest);
 */
export function filesOf(project: Project, manifest: Manifest): Files {
  const program = Object.entries(programOf(project.framework)).map(([file, text]) => [
    file,
    project.store === "postgres" ? text.replace(embedded, server) : text,
  ]);
  return {
    "package.json": manifestOf(project, manifest),
    "README.md": forProject(read(project.language === "ko" ? "README.ko.md" : "README.md"), project),
    ".gitignore":
      "node_modules\n.wonflow\n.env\n" + (project.framework === "next" ? ".next\nnext-env.d.ts\n*.tsbuildinfo\n" : ""),
    [settingsFile]: `# Encrypts data that Wonflow must read again: keep a copy, and keep it secret.\nWONFLOW_SECRET=${project.secret}\n`,
    ...(Object.fromEntries(program) as Files),
  };
}
