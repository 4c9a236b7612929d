import path from "node:path";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { payProgram } from "./empty-project.ts";
import { pack, type PackedFile } from "./pack.ts";
import { runStep, type Step } from "./step.ts";
import { readTree } from "./tree.ts";
import { packagesOf, publishable, readManifest } from "./workspace.ts";

/*
 * From an empty folder to a paid order, as a newcomer goes: `create-wonflow` from its tarball, npm's own installation
 * with the packed tarballs, `npm start`, and a payment in Chromium. Once for each framework with the embedded store, and
 * once on a PostgreSQL server.
 *
 *     pnpm created                       # all
 *     pnpm created hono next             # these
 *     pnpm created --keep <folder>       # keeps the screenshots
 */
const root = path.resolve(import.meta.dirname, "../../..");

interface Trial {
  readonly framework: string;
  readonly store: "embedded" | "postgres";
}

const trials: readonly Trial[] = [
  ...["express", "fastify", "hono", "http", "next"].map((framework) => ({ framework, store: "embedded" as const })),
  { framework: "hono", store: "postgres" },
];

async function run(step: Step, cwd: string): Promise<{ readonly output: string; readonly seconds: number }> {
  const { ok, output, seconds } = await runStep(step, cwd);
  if (!ok) throw new Error(`${step.title}: ${output.trim()}`);
  return { output, seconds };
}

/** Puts tarballs in the place of packages that a registry would have: those named here, and those that they bring along. */
function useTarballs(shop: string, packed: readonly PackedFile[]): void {
  const file = path.join(shop, "package.json");
  const manifest = readManifest(readFileSync(file, "utf8"));
  const tarballs = new Map(packed.map((one) => [one.manifest.name, `file:${one.file}`]));
  const dependencies = { ...manifest.dependencies };
  for (const name of Object.keys(dependencies)) dependencies[name] = tarballs.get(name) ?? dependencies[name] ?? "";
  const overrides = Object.fromEntries(tarballs) as Readonly<Record<string, string>>;
  writeFileSync(file, JSON.stringify({ ...manifest, dependencies, overrides }, null, 2));
}

interface Place {
  readonly folder: string;
  readonly packed: readonly PackedFile[];
  readonly screenshots: string;
}

/** The seconds that each step of a trial took, and all of them. */
async function tryOut({ framework, store }: Trial, { folder, packed, screenshots }: Place): Promise<string> {
  const maker = packed.find(({ manifest }) => manifest.name === "create-wonflow")?.file ?? "";
  const choices = ["--framework", framework, "--store", store];
  const shop = path.join(folder, "shop");
  const command = ["npm", "exec", "--yes", `--package=${maker}`, "--", "create-wonflow", "shop", ...choices] as const;
  const created = await run({ title: "create", command }, folder);
  useTarballs(shop, packed);
  const installed = await run({ title: "install", command: ["npm", "install", "--no-audit", "--no-fund"] }, shop);
  const program =
    store === "postgres" ? [payProgram, shop, screenshots, "--postgres"] : [payProgram, shop, screenshots];
  const { output } = await run({ title: "pay", command: ["node", ...program], limitMs: 240_000 }, root);
  const took = JSON.parse(output.trim().split("\n").at(-1) ?? "") as { readonly start: number; readonly paid: number };
  const all = created.seconds + installed.seconds + took.start + took.paid;
  const steps = { create: created.seconds, install: installed.seconds, start: took.start, pay: took.paid };
  const words = Object.entries(steps).map(([name, seconds]) => `${name} ${seconds.toFixed(1).padStart(5)} s`);
  return `${words.join("  ")}  in all ${all.toFixed(1)} s`;
}

const args = process.argv.slice(2);
const at = args.indexOf("--keep");
const kept = at < 0 ? undefined : path.resolve(args[at + 1] ?? ".");
const names = at < 0 ? args : args.toSpliced(at, 2);
const chosen = trials.filter(({ framework }) => names.length === 0 || names.includes(framework));

const destination = mkdtempSync(path.join(tmpdir(), "wonflow-pack-"));
let [passed, failed] = [0, 0];
try {
  const packed = pack(publishable(packagesOf(readTree(root))), { root, destination });
  for (const trial of chosen) {
    const title = `${trial.framework}, ${trial.store}`;
    const folder = mkdtempSync(path.join(tmpdir(), "wonflow-created-"));
    const screenshots = kept === undefined ? folder : path.join(kept, `${trial.framework}-${trial.store}`);
    mkdirSync(screenshots, { recursive: true });
    try {
      console.log(`${title.padEnd(18)}${await tryOut(trial, { folder, packed, screenshots })}`);
      passed += 1;
    } catch (error) {
      console.error(`${title.padEnd(18)}FAILED  ${error instanceof Error ? error.message : String(error)}`);
      failed += 1;
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    }
  }
} finally {
  rmSync(destination, { recursive: true });
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
