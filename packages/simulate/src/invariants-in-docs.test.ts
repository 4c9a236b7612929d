import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { invariantNames } from "./parts.ts";

test("docs/simulator.md lists every invariant by its name, and nothing else", () => {
  const page = readFileSync(path.join(import.meta.dirname, "../../../docs/simulator.md"), "utf8");
  const [, section = ""] = /^## Invariants$([^]*?)^## /m.exec(page) ?? [];
  const rows = [...section.matchAll(/^\| (?!of )(.+?) \| .+ \|$/gm)].flatMap(([, names = ""]) => names.split("; "));
  expect(rows.toSorted()).toEqual(invariantNames.toSorted());
});
