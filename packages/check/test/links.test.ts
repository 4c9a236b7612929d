import path from "node:path";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { anchorOf, pages, sections, siteLink } from "../src/docs/site-links.ts";
import { readTree, type Tree } from "../src/tree.ts";

const root = path.resolve(import.meta.dirname, "../../..");

/** A page without what is shown in it as code, where a bracket is no link. */
function prose(markdown: string): string {
  return markdown.replaceAll(/^```[^]*?^```/gm, "").replaceAll(/`[^`\n]*`/g, (code) => code.replaceAll(/[[\]()]/g, ""));
}

/** The anchors of a page: its own, and each heading in lower case, without punctuation, with hyphens for spaces. */
function anchorsOf(markdown: string): ReadonlySet<string> {
  const anchors = new Set([...markdown.matchAll(/<a id="([^"]+)">/g)].map(([, id = ""]) => id));
  for (const [, heading = ""] of markdown.replaceAll(/^```[^]*?^```/gm, "").matchAll(/^#+ (.+)$/gm)) {
    const shown = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1");
    const anchor = anchorOf(shown);
    // A repeated heading has a number.
    let [name, again] = [anchor, 0];
    while (anchors.has(name)) name = `${anchor}-${(again += 1)}`;
    anchors.add(name);
  }
  return anchors;
}

/** The links of every page that lead nowhere: to a file or folder that is not there, or to no heading of its page. */
function brokenLinks(tree: Tree): readonly string[] {
  const files = new Set(tree.keys());
  const exists = (target: string) => files.has(target) || [...files].some((file) => file.startsWith(`${target}/`));
  return [...tree].flatMap(([page, text]) => {
    if (!page.endsWith(".md")) return [];
    const links = [...prose(text).matchAll(/\]\(([^)\s]+)(?: "[^"]*")?\)/g)].map(([, link = ""]) => link);
    return links.flatMap((link) => {
      if (/^https?:/.test(link)) return [];
      const [to = "", anchor] = decodeURI(link).split("#");
      const target = to === "" ? page : path.posix.join(path.posix.dirname(page), to).replace(/\/$/, "");
      if (!exists(target)) return [`${page}: ${link} leads to no file`];
      if (anchor === undefined || anchorsOf(tree.get(target) ?? "").has(anchor)) return [];
      return [`${page}: ${link} leads to no heading`];
    });
  });
}

test("every link of every page leads to a file, and to a heading where it names one", () => {
  const tree = readTree(root);
  expect([...tree.keys()].filter((file) => file.endsWith(".md")).length).toBeGreaterThan(20);
  expect(brokenLinks(tree)).toEqual([]);
});

/** The source files that pages name in text, and that are not there. A file may be named by the end of its path. */
function missingSources(tree: Tree): readonly string[] {
  const ends = new Set(
    [...tree.keys()].flatMap((file) => file.split("/").map((_, at, all) => all.slice(at).join("/"))),
  );
  return [...tree].flatMap(([page, text]) => {
    if (!page.endsWith(".md")) return [];
    const named = [...text.matchAll(/`([a-z][\w./-]*\.ts)`/g)].map(([, file = ""]) => file);
    return named.filter((file) => !ends.has(file)).map((file) => `${page}: ${file} is not there`);
  });
}

test("every source file that a page names is there", () => {
  // A reader's own program.
  expect(missingSources(readTree(root))).toEqual(
    ["docs/embedding.md", "docs/ko/embedding.md"].map((page) => `${page}: app.ts is not there`),
  );
});

test("a source file that is not there is found", () => {
  const text = "`src/a.ts`, `a.ts`, `b.ts`, `other/a.ts`, `X-a.ts`, `*.test.ts`";
  const tree = new Map([
    ["docs/a.md", text],
    ["packages/core/src/a.ts", ""],
  ]);
  expect(missingSources(tree)).toEqual(["docs/a.md: b.ts is not there", "docs/a.md: other/a.ts is not there"]);
});

describe("a link is found to be broken", () => {
  const page = '# One\n\n## Two, `three`: four\n\n## Two, `three`: four\n\n| <a id="FIVE"></a>`FIVE` |\n';
  const linksOf = (text: string) =>
    brokenLinks(
      new Map([
        ["docs/a.md", text],
        ["docs/b.md", page],
        ["docs/pictures/c.png", ""],
      ]),
    );

  test.each([
    ["[a](c.md)", "docs/a.md: c.md leads to no file"],
    ["[a](../b.md)", "docs/a.md: ../b.md leads to no file"],
    ["![a](pictures/d.png)", "docs/a.md: pictures/d.png leads to no file"],
    ["[a](b.md#three)", "docs/a.md: b.md#three leads to no heading"],
    ["[a](#nowhere)", "docs/a.md: #nowhere leads to no heading"],
    ["[a](b.md#two-three-four-2)", "docs/a.md: b.md#two-three-four-2 leads to no heading"],
  ])("%s", (text, problem) => {
    expect(linksOf(text)).toEqual([problem]);
  });

  test.each([
    "[a](b.md)",
    "[a](b.md#two-three-four)",
    "[a](b.md#two-three-four-1)",
    "[a](b.md#FIVE)",
    "![a](pictures/c.png)",
    "[a](pictures)",
    "`[a](c.md)`",
    "```\n[a](c.md)\n```",
    "# Here\n[a](#here)",
  ])("and %j isn't one", (text) => {
    expect(linksOf(text)).toEqual([]);
  });
});

const pagesOf = (folder: RegExp) => [...readTree(root).keys()].filter((file) => folder.test(file));

/** The pages that a file at a path does not lead to. */
function notIn(file: string, pages: readonly string[]): readonly string[] {
  const text = readFileSync(path.join(root, file), "utf8");
  return pages.filter((page) => !text.includes(`(${path.posix.relative(path.posix.dirname(file), page)})`));
}

test("each README leads to the pages of every reader", () => {
  const read = (file: string) => readFileSync(path.join(root, file), "utf8");
  const missing = (readme: string, readers: RegExp) => {
    const headings = read("docs/README.md").match(readers) ?? [];
    expect(headings.length).toBeGreaterThan(2);
    return headings.filter((heading) => !read(readme).includes(`(docs/README.md#${anchorOf(heading)})`));
  };
  expect(missing("README.md", /(?<=^## )For .+$/gm)).toEqual([]);
  expect(missing("README.ko.md", /(?<=^### ).+$/gm)).toEqual([]);
});

test("every page in Korean and its English one lead to each other", () => {
  const pages = ["README.ko.md", ...pagesOf(/^docs\/ko\/.+\.md$/)];
  expect(pages.length).toBeGreaterThan(4);
  const missing = pages.flatMap((page) => {
    const english = page.replace("docs/ko/", "docs/").replace("README.ko.md", "README.md");
    return [...notIn(page, [english]), ...notIn(english, [page])];
  });
  expect(missing).toEqual([]);
});

test("docs/llms.txt has a line for every page, and for nothing else", () => {
  const others = ["README.md", "README.ko.md", "CONTRIBUTING.md", "SECURITY.md"];
  const readmes = ["packages/client/README.md", "packages/sdk/README.md", "packages/create-wonflow/README.md"];
  const pages = [...others, ...readmes, ...pagesOf(/^docs\/.+\.md$/)];
  expect(notIn("docs/llms.txt", pages)).toEqual([]);
  const lines = readFileSync(path.join(root, "docs/llms.txt"), "utf8").match(/^- \[[^\]]+\]\([^)]+\): .+$/gm);
  expect(lines?.length).toBe(pages.length);
});

test("every decision has a number of its own", () => {
  const pages = pagesOf(/^docs\/decisions\//).map((page) => readFileSync(path.join(root, page), "utf8"));
  const numbers = pages.flatMap((page) =>
    [...page.matchAll(/^## <a id="d(\d+)"><\/a>\1\. /gm)].map(([, number]) => number),
  );
  expect(numbers.length).toBeGreaterThan(170);
  // Numbers may be missing: changes that are made side by side take theirs beforehand.
  expect(numbers).toEqual([...new Set(numbers)]);
});

const repository = "https://code.example/wonflow/blob/main";

test.each([
  ["docs/testing.md", "errors.md#PROVIDER_ERROR", "/errors#PROVIDER_ERROR"],
  ["docs/testing.md", "ko/testing.md", "/ko/testing"],
  ["docs/ko/testing.md", "../test-bank.md", "/test-bank"],
  ["docs/decisions.md", "decisions/storage.md#d2", "/decisions/storage#d2"],
  ["docs/decisions/storage.md", "../upgrading.md", "/upgrading"],
  ["docs/security.md", "../SECURITY.md", "/reporting"],
  ["docs/ko/testing.md", "../../packages/client/README.md", "/client"],
  ["docs/testing.md", "../README.md#embed-it", "/#embed-it"],
  ["README.md", "README.ko.md", "/ko/"],
  ["README.md", "examples/shop/src/shop.ts", `${repository}/examples/shop/src/shop.ts`],
  ["README.md", "examples/next/app", `${repository}/examples/next/app`],
  ["docs/testing.md", "#the-test-header", "#the-test-header"],
  ["docs/testing.md", "https://opentelemetry.io", "https://opentelemetry.io"],
])("of %s the link %s is %s on the site", (page, link, address) => {
  expect(siteLink(page, link, repository)).toBe(address);
});

test("a file that isn't a page is not linked if no repository is named, and a missing one is refused", () => {
  expect(siteLink("README.md", "examples/shop/src/shop.ts", undefined)).toBeUndefined();
  expect(() => siteLink("README.md", "examples/none.ts", undefined)).toThrow("README.md: examples/none.ts");
});

test("the site's list of pages has every page, in two languages", () => {
  const linked = sections().flatMap(({ items }) => items.map(({ link }) => link));
  const all = Object.values(pages).map((place) => `/${place.replace(/(?:index)?\.md$/, "")}`);
  expect(linked.toSorted()).toEqual(all.toSorted());
  expect(sections().at(-1)?.items[0]).toEqual({ text: "시작", link: "/ko/" });
});

test("anchors match those of a browser of repositories", () => {
  expect(anchorOf("4. Compare, then confirm")).toBe("4-compare-then-confirm");
  expect(anchorOf("3. `wonflow start`가 거절하는 것")).toBe("3-wonflow-start가-거절하는-것");
});
