import { readFileSync } from "node:fs";
import path from "node:path";
import * as core from "@wonflow/core/internal";
import { describe, expect, test } from "vitest";
import { groupsOf } from "../src/docs/errors.ts";
import { machines, printMachine } from "../src/docs/states.ts";
import { printedPages } from "../src/print-docs.ts";

const root = path.resolve(import.meta.dirname, "../../..");

describe("printed docs", () => {
  test.each(Object.entries(printedPages()))("%s is what the code says", (file, printed) => {
    const written = readFileSync(path.join(root, file), "utf8");
    expect(written === printed, `${file} is out of date: run \`pnpm print:docs\` and commit what it writes`).toBe(true);
  });

  test("of the package has the lines that the README has, which are tried", () => {
    const [page, ofPackage] = ["README.md", "packages/wonflow/README.md"].map((file) =>
      readFileSync(path.join(root, file), "utf8"),
    );
    const [lines] = /```ts\n[^]*?```/.exec(ofPackage ?? "") ?? [];
    expect(page).toContain(lines);
  });

  test("hold every state table that core exports", () => {
    expect(Object.keys(machines).toSorted()).toEqual(
      Object.keys(core)
        .filter((name) => name.endsWith("States"))
        .toSorted(),
    );
  });

  test("show a state table as a diagram and a grid", () => {
    const table = { OPEN: { pay: "PAID", wait: "OPEN" }, PAID: {} };
    expect(printMachine({ title: "Bill", about: "What is owed.", table })).toBe(`## Bill

What is owed.

\`\`\`mermaid
stateDiagram-v2
    [*] --> OPEN
    OPEN --> PAID: pay
    OPEN --> OPEN: wait
    PAID --> [*]
\`\`\`

| status | pay | wait |
|---|---|---|
| \`OPEN\` | \`PAID\` | \`OPEN\` |
| \`PAID\` | – | – |
`);
  });

  test("leave no error code out", () => {
    expect(() => groupsOf(`  // Requests\n  INVALID_JSON: entry(400),`)).toThrow(
      /no heading is above UNAUTHORIZED_KEY, /,
    );
  });
});
