import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, openSync, readFileSync } from "node:fs";
import path from "node:path";

/*
 * Keeps what the version that has just been published writes, so that every later one is tested against it:
 *
 *     pnpm release:keep                      # all that is not kept yet
 *     pnpm release:keep database records     # only these
 *
 * The kept files of a published version are never written again.
 */
const root = path.resolve(import.meta.dirname, "../../..");

function versionOf(folder: string): string {
  const { version } = JSON.parse(readFileSync(path.join(root, folder, "package.json"), "utf8")) as {
    readonly version: string;
  };
  return version;
}

function run(program: string, args: readonly string[], stdout: number | "inherit" = "inherit"): void {
  const flags = ["--conditions=source", path.join(root, program), ...args];
  const { status } = spawnSync(process.execPath, flags, { cwd: root, stdio: ["ignore", stdout, "inherit"] });
  if (status !== 0) throw new Error(`${program} has failed`);
}

const parts: Readonly<Record<string, { readonly file: string; readonly make: (file: string) => void }>> = {
  /** Services keep serving it. The name ends in .txt, so that no formatter touches it: merchants' pages contain its hash. */
  script: {
    file: `packages/sdk/released/${versionOf("packages/sdk")}.txt`,
    make: (file) => copyFileSync(path.join(root, "packages/sdk/dist/payments-sdk.js"), file),
  },
  database: {
    file: `packages/wonflow/test/upgrade/${versionOf("packages/wonflow")}`,
    make: (file) => run("packages/wonflow/test/upgrade/make-database.ts", [file]),
  },
  records: {
    file: `packages/core/test/released-records/${versionOf("packages/core")}.json`,
    make(file) {
      run("packages/core/test/print-records.ts", [], openSync(file, "w"));
      spawnSync("oxfmt", [file], { cwd: root, stdio: "inherit" });
    },
  },
};

const asked = process.argv.slice(2);
for (const name of asked.length > 0 ? asked : Object.keys(parts)) {
  const part = parts[name];
  if (part === undefined) throw new Error(`there is no ${name} to keep; try ${Object.keys(parts).join(", ")}`);
  const file = path.join(root, part.file);
  if (existsSync(file)) {
    console.log(`${part.file} is kept already, and unchanged`);
    continue;
  }
  mkdirSync(path.dirname(file), { recursive: true });
  part.make(file);
  console.log(`${part.file} is kept`);
}
