import type { Page } from "playwright-core";

/** Texts that overflow the window or their control. */
export const cutTexts = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (parent === null || parent.closest(".sr, template, script, noscript") !== null || !parent.checkVisibility())
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const control = parent.closest("button, a.button, label, legend, .brand")?.getBoundingClientRect();
      const isCut = [...range.getClientRects()].some(
        ({ left, right, top, bottom }) =>
          left < -0.5 ||
          right > document.documentElement.clientWidth + 0.5 ||
          (control !== undefined &&
            (left < control.left - 1 ||
              right > control.right + 1 ||
              top < control.top - 2 ||
              bottom > control.bottom + 2)),
      );
      if (isCut) found.push(node.textContent?.trim() ?? "");
    }
    return found;
  });

/** Elements with more in them than fits, and no way to scroll there. */
export const overfull = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll("body *")]
      .filter((element) => element.closest(".sr, svg, .choice input, template") === null && element.clientWidth > 0)
      .filter(({ scrollWidth, clientWidth, tagName }) => tagName !== "INPUT" && scrollWidth > clientWidth)
      .map(({ outerHTML }) => outerHTML.slice(0, 120)),
  );
