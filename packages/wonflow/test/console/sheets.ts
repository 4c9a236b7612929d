import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import { launchChromium } from "@wonflow/testkit/chromium";

/*
 * Puts the pictures of each page beside each other, for docs/console.md: `node --conditions=source sheets.ts FROM TO` reads
 * the folder that screenshots.ts has written.
 */
const [from = "screenshots", to = "docs/screenshots"] = process.argv.slice(2);

const height = 500;
const parts = [
  { look: "desk-ko", width: 760 },
  { look: "phone-dark-en", width: 243 },
  { look: "desk-dark-en", width: 760 },
  { look: "phone-ko", width: 243 },
] as const;

const names = readdirSync(from).flatMap((file) => /^(.+)-desk-ko\.png$/.exec(file)?.[1] ?? []);
const browser = await launchChromium();
const page = await browser.newPage({ viewport: { width: 1040, height: 1040 } });
for (const name of names) {
  const pictures = parts.map(({ look, width }) => {
    const bytes = readFileSync(path.join(from, `${name}-${look}.png`)).toString("base64");
    return `<div style="width:${width}px;height:${height}px;overflow:hidden;border:1px solid #c5cbd5;border-radius:8px">
      <img src="data:image/png;base64,${bytes}" style="width:100%;display:block"></div>`;
  });
  await page.setContent(`<body style="margin:0;background:#fff"><div id="sheet"
    style="display:grid;grid-template-columns:auto auto;gap:10px;width:max-content">${pictures.join("")}</div>`);
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
  const picture = await page.locator("#sheet").screenshot({ type: "jpeg", quality: 80 });
  writeFileSync(path.join(to, `console-${name}.jpg`), picture);
}
await browser.close();
