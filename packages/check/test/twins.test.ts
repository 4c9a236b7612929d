import path from "node:path";

import { describe, expect, test } from "vitest";

import { differences, digestOf } from "../src/docs/twins.ts";
import { readTree } from "../src/tree.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const tree = readTree(root);
const textOf = (file: string) => tree.get(file) ?? "";

/** The pages in a folder, by their names in it. */
function pagesIn(folder: string): readonly string[] {
  const files = [...tree.keys()].filter((file) => path.posix.dirname(file) === folder && file.endsWith(".md"));
  return files.map((file) => path.posix.basename(file));
}

const twins = pagesIn("docs/ko");

/** The pages without a twin in Korean, and why. */
const withoutTwin: Readonly<Record<string, string>> = {
  "architecture.md": "for contributors",
  "benchmarks.md": "for contributors",
  "decisions.md": "for contributors",
  "mutation.md": "for contributors",
  "reliability.md": "for contributors",
  "simulator.md": "for contributors",
  "README.md": "printed, with a list of the pages in Korean",
  "states.md": "printed from tables, without sentences to read",
  "card-data.md": "not written yet",
  "console.md": "not written yet",
  "limits.md": "not written yet",
  "observability.md": "not written yet",
  "operators.md": "not written yet",
  "own-adapters.md": "not written yet",
  "postgresql.md": "not written yet",
  "receipts.md": "not written yet",
  "retention.md": "not written yet",
  "scaling.md": "not written yet",
  "security.md": "not written yet",
  "test-bank.md": "not written yet",
  "upgrading.md": "not written yet",
};

describe("pages in Korean", () => {
  test("are all pages but those that are known to have none", () => {
    const without = pagesIn("docs").filter((page) => !twins.includes(page));
    expect(without.toSorted(), "write the page in docs/ko too, or name it here with the reason").toEqual(
      Object.keys(withoutTwin).toSorted(),
    );
  });

  // A page that is printed whole, and its twin, come from the same code.
  const written = twins.filter((page) => !textOf(`docs/ko/${page}`).includes("<!-- Printed "));

  test("have a digest each, and nothing else has", () => {
    const digests = JSON.parse(textOf("docs/ko/pages.json")) as Readonly<Record<string, string>>;
    expect(Object.keys(digests).toSorted()).toEqual(written.toSorted());
  });

  test.each(written)("%s is as new as its page", (page) => {
    const digests = JSON.parse(textOf("docs/ko/pages.json")) as Readonly<Record<string, string>>;
    const advice = [
      `docs/${page} has changed since docs/ko/${page} was written of it.`,
      `See \`git log -p -- docs/${page}\`, say the same in docs/ko/${page}, then \`npx pnpm@12.21.0 twin ${page}\`.`,
    ];
    expect(digests[page] === digestOf(textOf(`docs/${page}`)), advice.join(" ")).toBe(true);
  });

  test.each(twins)("%s says what its page says", (page) => {
    expect(differences(textOf(`docs/${page}`), textOf(`docs/ko/${page}`))).toEqual([]);
  });

  test.each(twins)("%s leads to pages in Korean where there are any", (page) => {
    const text = textOf(`docs/ko/${page}`);
    const links = [...text.matchAll(/\]\(\.\.\/([\w-]+\.md)(?:#[^)]*)?\)/g)].map(([, link = ""]) => link);
    expect(links.filter((link) => link !== page && twins.includes(link))).toEqual([]);
  });
});

const page = `# Payouts

Say \`PENDING\` at 15:00, [with 20 others](payouts.md#20).

- One by one.
- All at once.

## Try it

\`\`\`ts
/** Pays. */
app.all("/pay/*", () => pay("Green tea", \`\${amount} won\`)); // by 15:00
\`\`\`

| a | b |
|---|---|
| 1,000 won | 30 minutes |
`;

const twin = `# 지급

15:00에 \`PENDING\`, [20개와 함께](payouts.md#20)

- 하나씩
- 한꺼번에

## 해 보기

\`\`\`ts
// 지급해요.
app.all("/pay/*", () => pay("녹차", \`\${amount}원\`));
\`\`\`

| 가 | 나 |
|---|---|
| 1,000원 | 30분 |
`;

describe("a twin", () => {
  test("may have other comments and words in Korean", () => {
    expect(differences(page, twin)).toEqual([]);
  });

  test.each([
    ["`PENDING`", "`DONE`", "지급: `PENDING` is missing"],
    ["15:00에", "오후에", "지급: 15:00 is missing"],
    ["- 한꺼번에\n", "", "지급: it has 1 items, and not 2"],
    ["15:00에 `PENDING`,", "- 15:00에 `PENDING`,", "지급: it has 0 paragraphs, and not 1"],
    ["## 해 보기", "### 해 보기", "heading 2 is ### 해 보기, and not ## Try it"],
    ["| 1,000원 | 30분 |\n", "| 1,000원 | 30분 |\n| 나머지 | |\n", "해 보기: its tables have 4 rows, and not 3"],
    ["| 1,000원 |", "| 100원 |", "해 보기: 1,000 is missing"],
    ["```ts", "```js", "해 보기: block 1 is js, and not ts"],
    ["pay(", "play(", expect.stringContaining('해 보기: block 1 has app.all("/pay/*", () => play(')],
    ["${amount}", "${sum}", expect.stringContaining("해 보기: block 1 has ")],
    [/^```[^]*^```$/m, "", "해 보기: it has 0 blocks of code, and not 1"],
    [/$/, "\n## 더\n", "heading 3 is ## 더, and not nothing"],
  ])("with another %s is reported", (from, to, difference) => {
    expect(differences(page, twin.replace(from, to))).toContainEqual(difference);
  });

  test("is older than its page where words changed, and not where lines are broken elsewhere", () => {
    expect(digestOf(page.replace("at 15:00", "\nat 15:00"))).toBe(digestOf(page));
    expect(digestOf(page.replace("15:00", "16:00"))).not.toBe(digestOf(page));
  });
});
