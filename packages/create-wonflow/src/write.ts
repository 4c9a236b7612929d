import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { settingsFile, type Files } from "./project.ts";

/** Whether a project can be written to a folder: it is new, or there is nothing in it but a repository's `.git`. */
export function standing(folder: string): "free" | "not empty" | "a file" {
  if (!existsSync(folder)) return "free";
  if (!statSync(folder).isDirectory()) return "a file";
  return readdirSync(folder).some((name) => name !== ".git") ? "not empty" : "free";
}

/** A name that npm accepts for a package, from a folder's. */
export function packageName(folder: string): string {
  const name = path
    .basename(path.resolve(folder))
    .toLowerCase()
    .replaceAll(/[^a-z\d._-]+/g, "-")
    .replaceAll(/^[^a-z\d]+|[^a-z\d]+$/g, "")
    .slice(0, 100);
  return name === "" ? "my-shop" : name;
}

/**
 * Writes all files synchronously, so that Ctrl-C can't interrupt it: with a listener the signal waits. Throws the file
 * system's error if a file can't be written, and removes the others.
 */
export function writeProject(folder: string, files: Files): void {
  const wait = () => {};
  process.on("SIGINT", wait);
  const made: string[] = [];
  try {
    for (const [file, text] of Object.entries(files)) {
      const place = path.join(folder, file);
      const outermost = mkdirSync(path.dirname(place), { recursive: true });
      if (outermost !== undefined) made.push(outermost);
      // Never overwrite: the file may have been created since the folder was checked.
      writeFileSync(place, text, { flag: "wx", mode: file === settingsFile ? 0o600 : 0o666 });
      made.push(place);
    }
  } catch (error) {
    for (const place of made.toReversed()) rmSync(place, { recursive: true, force: true });
    throw error;
  } finally {
    process.off("SIGINT", wait);
  }
}
