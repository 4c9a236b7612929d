import { readFileSync } from "node:fs";
import path from "node:path";
import { readTree } from "./tree.ts";
import { packagesOf, publishable } from "./workspace.ts";

/** A package, and its changelog as changesets write it. */
interface Changelog {
  readonly name: string;
  readonly version: string;
  readonly text: string;
}

const kinds = ["Major Changes", "Minor Changes", "Patch Changes"] as const;

/** The entries of a version below each of its headings, without those that only name new versions of dependencies. */
function entriesOf({ version, text }: Changelog): ReadonlyMap<string, readonly string[]> {
  const [, section = ""] =
    text
      .split(/^## /m)
      .find((part) => part.startsWith(`${version}\n`))
      ?.split(/\n([^]*)/) ?? [];
  const parts = section.split(/^### /m).slice(1);
  return new Map(
    parts.map((part) => {
      const [heading = "", ...lines] = part.split("\n");
      const entries = lines
        .join("\n")
        .split(/^(?=- )/m)
        .map((entry) => entry.trim());
      const own = entries.filter(
        (entry) => entry !== "" && !/^- (?:Updated dependencies|@?[\w/-]+@[\d.]+$)/.test(entry),
      );
      // Changesets begin an entry with the commit that it came with.
      return [heading, own.map((entry) => entry.replace(/^- [\da-f]{7,40}: /, "- "))] as const;
    }),
  );
}

/**
 * The notes of one release of all packages: each change once, with the packages that it concerns, the largest changes
 * first.
 */
export function notesOf(changelogs: readonly Changelog[]): string {
  const listed = new Map<string, { readonly kind: string; readonly names: readonly string[] }>();
  for (const kind of kinds) {
    for (const changelog of changelogs) {
      for (const entry of entriesOf(changelog).get(kind) ?? []) {
        const known = listed.get(entry) ?? { kind, names: [] };
        listed.set(entry, { ...known, names: [...known.names, changelog.name] });
      }
    }
  }
  const sections = kinds.map((kind) => {
    const lines = [...listed]
      .filter(([, one]) => one.kind === kind)
      .map(([entry, { names }]) => `- **${names.join(", ")}**: ${entry.slice(2)}\n`);
    return lines.length === 0 ? "" : `## ${kind}\n\n${lines.join("")}\n`;
  });
  return `${sections.join("")}${changelogs.map(({ name, version }) => `${name} ${version}`).join(", ")}\n`;
}

if (import.meta.main) {
  const root = path.resolve(import.meta.dirname, "../../..");
  const changelogs = publishable(packagesOf(readTree(root))).map(({ folder, manifest: { name, version } }) => {
    return { name, version, text: readFileSync(path.join(root, folder, "CHANGELOG.md"), "utf8") };
  });
  process.stdout.write(notesOf(changelogs));
}
