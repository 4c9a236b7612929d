import type { Page } from "playwright-core";

/** The visible Korean words of a page that are broken across two lines. */
export function cutWords(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const cut: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node.parentElement?.checkVisibility() !== true) continue;
      for (const word of (node.textContent ?? "").matchAll(/[가-힣]{2,}/g)) {
        const range = document.createRange();
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        // Before a word that begins a line, the end of the line above belongs to it too, without a width.
        const parts = [...range.getClientRects()].filter(({ width }) => width > 0);
        const lines = new Set(parts.map(({ top }) => Math.round(top)));
        if (lines.size > 1) cut.push(word[0]);
      }
    }
    return cut;
  });
}

/** How many Korean words a page has. */
export async function koreanWords(page: Page): Promise<number> {
  return ((await page.innerText("body")).match(/[가-힣]{2,}/g) ?? []).length;
}
