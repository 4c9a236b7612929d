import { expect, test } from "vitest";

import { anchorOf, pages, sections, siteLink } from "../src/docs/site-links.ts";

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
