import path from "node:path";

import { expect, test } from "vitest";

import { readTree, type Tree } from "../src/tree.ts";

/** Where pages with a name are written: the console and the examples. Checkout and receipts are named by nothing. */
const sources = /^(?:packages\/console|examples\/[\w-]+)\/src\/.+\.tsx?$/;

/** Where a page has its name: the console's heading and navigation, an example's heading and title. */
const titles = [
  /<PageTitle[^]*?<\/PageTitle>/g,
  /<h1[^]*?<\/h1>/g,
  /\bconst title = say\([^)]*\)/g,
  /\bpage: "[^"]*", title: say\([^)]*\)/g,
];

/** The names that pages have, in Korean and in English. */
function namesIn(tree: Tree): ReadonlySet<string> {
  const written = [...tree].filter(([file]) => sources.test(file) && !file.includes(".test."));
  const places = written.flatMap(([, text]) => titles.flatMap((title) => text.match(title) ?? []));
  // What is beside a heading comes before it: the last text is the name.
  const said = places.flatMap((place) => [...place.matchAll(/\bsay\("([^"]+)", "([^"]+)"\)/g)].slice(-1));
  const plain = places.flatMap((place) => /^<h1>([^<$]+)<\/h1>$/.exec(place)?.[1] ?? []);
  return new Set([...said.flatMap(([, korean = "", english = ""]) => [korean, english]), ...plain]);
}

const quoted = String.raw`(?:\*\*|["“])([^*"“”\n]{1,40})(?:\*\*|["”])`;

/**
 * A page's name: bold or quoted text beside the word for a page, `page **Settlements** (가맹점 정산)`, `**가맹점 정산**
 * 페이지`, also in the other language behind it; and Korean right behind the English word. Pages that are named without
 * any of that, or by a link or a path, are not seen.
 */
const named = [
  new RegExp(String.raw`${quoted} ?(?:페이지|화면|(?:page|screen)\b)`, "g"),
  new RegExp(String.raw`\b(?:page|screen) ${quoted}(?: \(([가-힣][^)]*)\))?`, "g"),
  /\b(?:page|screen) ([가-힣]+(?: [가-힣]+)*)/g,
];

/** The names of pages in docs that no page has, each with the three that share the most letters with it. */
function unknownPages(tree: Tree): readonly string[] {
  const names = [...namesIn(tree)];
  const shared = (one: string, other: string) => [...new Set(one)].filter((letter) => other.includes(letter)).length;
  return namesInDocs(tree).flatMap(([file, name]) => {
    if (names.includes(name)) return [];
    const nearest = names.toSorted((one, other) => shared(other, name) - shared(one, name)).slice(0, 3);
    return [`${file}: no page is called ${name}; the nearest are ${nearest.join(", ")}`];
  });
}

function namesInDocs(tree: Tree): readonly (readonly [file: string, name: string])[] {
  const docs = [...tree].filter(([file]) => file.endsWith(".md") && !file.startsWith(".changeset/"));
  return docs.flatMap(([file, text]) =>
    named.flatMap((pattern) =>
      [...text.matchAll(pattern)].flatMap(([, ...found]) =>
        found.flatMap((name) => (name ? ([[file, name]] as const) : [])),
      ),
    ),
  );
}

const tree = readTree(path.resolve(import.meta.dirname, "../../.."));

test("every page that docs name is called so", () => {
  expect([...namesIn(tree)]).toEqual(
    expect.arrayContaining(["가맹점 정산", "Settlements", "상태 점검", "정산과 지급"]),
  );
  expect(namesInDocs(tree).map(([, name]) => name)).toContain("가맹점 정산");
  expect(unknownPages(tree)).toEqual([]);
});

test.each([
  "상점의 **점주용 정산** 페이지에는 시계 버튼이 있어요.",
  "“점주용 정산” 화면에서 시계를 옮겨요.",
  "In the shop the page 점주용 정산 has buttons for the clock.",
  "The page **Settlements** (점주용 정산) has buttons for the clock.",
])("a name that no page has is found: %s", (text) => {
  const shop = 'const title = say("가맹점 정산", "Settlements");\nconst other = say("점주용 정산", "For the owner");';
  const planted = new Map([
    ["examples/shop/src/settlements-page.ts", shop],
    ["docs/settlements.md", text],
  ]);
  expect(unknownPages(planted)).toEqual([
    "docs/settlements.md: no page is called 점주용 정산; the nearest are 가맹점 정산, Settlements",
  ]);
});
