import { writeFile } from "node:fs/promises";
import path from "node:path";

import { defineConfig } from "vitepress";

import { anchorOf, pages, root, sections, siteLink, siteList } from "../../packages/check/src/docs/site-links.ts";

/** Where the files of the checkout can be read, such as https://code.example/wonflow/blob/main. */
const repository = process.env["DOCS_REPOSITORY"];

const item = (text: string, link: string) => ({ text, link });

/** What of a link is looked at here. */
interface Token {
  type: string;
  tag: string;
  nesting: number;
  content: string;
  attrGet(name: string): string | null;
  attrSet(name: string, value: string): void;
}

/** Makes the links of a paragraph links of the site. A file that nobody can open from there is only named. */
function nameOrLink(page: string, tokens: readonly Token[]): void {
  let isNamed = false;
  for (const token of tokens) {
    if (token.type === "link_open") {
      const link = siteLink(page, token.attrGet("href") ?? "", repository);
      isNamed = link === undefined;
      if (link !== undefined) token.attrSet("href", link);
    }
    if (isNamed && token.type.startsWith("link_")) {
      isNamed = token.type === "link_open";
      Object.assign(token, { type: "text", tag: "", nesting: 0, content: "" });
    }
  }
}

/** The last section is that of the pages in Korean. */
const all = sections().map(({ text, items }) => ({ text, items: [...items] }));
const sidebar = all.slice(0, -1);
const koreanSidebar = [...all.slice(-1), { text: "영어 문서", items: [item("모든 문서", "/")] }];

export default defineConfig({
  title: "Wonflow",
  description: "A payment service for Korean won, as a TypeScript library or one command",
  srcDir: root,
  srcExclude: [
    "**/node_modules/**",
    "!(README|README.ko|CONTRIBUTING|SECURITY).md",
    "examples/**",
    "packages/!(client|create-wonflow|sdk)/**",
    "packages/*/!(README.md)",
  ],
  outDir: path.join(root, "docs/dist"),
  cacheDir: path.join(root, "node_modules/.cache/vitepress"),
  rewrites: pages,
  cleanUrls: true,
  buildEnd: ({ outDir }) => writeFile(path.join(outDir, "llms.txt"), siteList()),
  locales: {
    root: { label: "English", lang: "en" },
    ko: {
      label: "한국어",
      lang: "ko",
      description: "원화 결제 서비스: TypeScript 라이브러리 또는 명령 한 줄",
      themeConfig: {
        nav: [
          item("첫 결제", "/ko/first-payment"),
          item("백엔드에 넣기", "/ko/embedding"),
          item("운영하기", "/ko/operating"),
          item("에러 코드", "/ko/errors"),
        ],
        sidebar: koreanSidebar,
        outline: { label: "이 페이지" },
        docFooter: { prev: "이전", next: "다음" },
        darkModeSwitchLabel: "화면 모드",
        sidebarMenuLabel: "목차",
        returnToTopLabel: "맨 위로",
        langMenuLabel: "언어",
      },
    },
  },
  themeConfig: {
    // A page for each of the five groups of readers.
    nav: [
      item("First payment", "/first-payment"),
      item("Embedding", "/embedding"),
      item("Operating", "/operating"),
      item("Own adapters", "/own-adapters"),
      item("Contributing", "/contributing"),
    ],
    sidebar,
    search: {
      provider: "local",
      options: { locales: { ko: { translations: { button: { buttonText: "검색", buttonAriaLabel: "검색" } } } } },
    },
  },
  markdown: {
    anchor: { slugify: anchorOf },
    config(md) {
      // Before VitePress looks at links: the pages are written for a browser of the repository.
      md.core.ruler.push("site-links", ({ tokens, env }) => {
        const { realPath, path: shownPath } = env as { readonly realPath?: string; readonly path: string };
        const page = path.relative(root, realPath ?? shownPath).replaceAll(path.sep, "/");
        for (const { children } of tokens) nameOrLink(page, children ?? []);
      });
    },
  },
});
