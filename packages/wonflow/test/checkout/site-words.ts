import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";

import { launchChromium } from "@wonflow/testkit/chromium";

import { cutWords, koreanWords } from "./cut-words.ts";

/** Looks at the pages of the built site in Korean as a phone shows them, and fails where a word is cut in two. */
const site = path.join(import.meta.dirname, "../../../../docs/dist");

const types: Readonly<Record<string, string>> = { html: "text/html", css: "text/css", js: "text/javascript" };

const server = createServer((request, response) => {
  const file = path.join(site, new URL(request.url ?? "/", "http://site").pathname);
  const type = types[path.extname(file).slice(1)] ?? "application/octet-stream";
  readFile(file).then(
    (text) => response.writeHead(200, { "Content-Type": type }).end(text),
    () => response.writeHead(404).end(),
  );
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const browser = await launchChromium();
const page = await browser.newPage({ viewport: { width: 360, height: 640 }, locale: "ko-KR" });
const found: string[] = [];
let words = 0;
for (const file of (await readdir(path.join(site, "ko"))).filter((each) => each.endsWith(".html"))) {
  await page.goto(`${url}/ko/${file}`);
  words += await koreanWords(page);
  for (const word of await cutWords(page)) found.push(`ko/${file} cuts ${word} in two`);
}
await browser.close();
server.close();

if (found.length > 0 || words < 1_000) {
  process.stderr.write([...found, `Korean words seen: ${words}`, ""].join("\n"));
  process.exitCode = 1;
} else {
  process.stdout.write(`${words} Korean words, none of them cut in two.\n`);
}
