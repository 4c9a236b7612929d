import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Package } from "@arethetypeswrong/core";
import { runStep } from "./step.ts";

export interface Consumer {
  readonly files: readonly string[];
  /** Checked by a compiler outside of this repository. */
  readonly code: string;
  readonly lib: readonly string[];
}

const compilerOptions = { module: "nodenext", target: "es2022", types: [], strict: true, noEmit: true };

export async function problemsFor(
  { files: wanted, code, lib }: Consumer,
  tarball: Package,
  root: string,
): Promise<readonly string[]> {
  const folder = `/node_modules/${tarball.packageName}/`;
  const files = tarball.listFiles().map((file) => file.slice(folder.length));
  const problems = [
    ...files.filter((file) => !wanted.includes(file)).map((file) => `${file} is in the tarball`),
    ...wanted.filter((file) => !files.includes(file)).map((file) => `${file} is not in the tarball`),
  ];
  const shop = mkdtempSync(path.join(tmpdir(), "wonflow-consumer-"));
  try {
    const write = (file: string, text: string) => {
      mkdirSync(path.dirname(path.join(shop, file)), { recursive: true });
      writeFileSync(path.join(shop, file), text);
    };
    for (const file of files) write(path.join(folder, file), tarball.readFile(folder + file));
    write("package.json", JSON.stringify({ type: "module" }));
    write("tsconfig.json", JSON.stringify({ compilerOptions: { ...compilerOptions, lib }, files: ["shop.ts"] }));
    write("shop.ts", code);
    const { ok, output } = await runStep({ title: "shop", command: ["tsc", "-p", shop, "--pretty", "false"] }, root);
    return ok ? problems : [...problems, ...output.trim().split("\n")];
  } finally {
    rmSync(shop, { recursive: true });
  }
}
