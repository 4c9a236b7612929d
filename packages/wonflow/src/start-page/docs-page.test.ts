import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryStore } from "@wonflow/store-memory";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPayments } from "../create-payments.ts";
import { createHandler } from "../handler.ts";
import { startPages } from "./start-page.ts";

const hostile = `# <img src=x onerror=alert(0)>

<script>alert(1)</script>

<!-- a --> before <script>alert(2)</script> <!-- b -->

In a sentence <b onclick="alert(3)">b</b>, <a href="javascript:alert(4)">a</a> and <a id="here" onfocus=alert(5)>

[one](javascript:alert(6)) [two](JavaScript:alert(7)) [three](java&#115;cript:alert(8)) <javascript:alert(9)>
[four](javascript:alert(10)//../../../webhook.md) [five](data:text/html,<script>alert(11)</script>/../../webhook.md)
[six](vbscript:x/../webhook.md) [seven](https://example.com/"onmouseover="alert(12))
[eight](file:///etc/passwd) [nine](../../etc/passwd) [ten](/etc/passwd) [eleven](//example.com/../webhook.md)
[twelve]: javascript:alert(13)
[thirteen][twelve] ![fourteen](javascript:alert(14)) ![<i onclick=alert(25)>](y.png) ![x" onerror="alert(15)](y.png "z\\" onload=\\"alert(16)")

## <img src=x onerror=alert(17)> "quoted" & so on

| <i onclick=alert(18)>a</i> | "><script>alert(19)</script> |
|---|---|
| <td onclick=alert(20)> | \`<script>alert(21)</script>\` |

\`\`\`html" onclick="alert(22)
</code></pre><script>alert(23)</script>
\`\`\`

- [ ] <input onfocus=alert(24) autofocus>
`;

let folder: string;
let ask: (path: string) => Promise<Response>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "wonflow-docs-"));
  const docs = join(folder, "docs");
  await mkdir(join(docs, "ko"), { recursive: true });
  await mkdir(join(docs, "a-folder.md"));
  await mkdir(join(docs, "ko", "a-folder.md"));
  await mkdir(join(folder, "outside"));
  const pages = {
    "outside/secret.md": "# Secret\n\nKept",
    "secret.md": "# Secret\n\nKept",
    "docs/secret.txt": "# Secret\n\nKept",
    "docs/.secret.md": "# Secret\n\nKept",
    "docs/hostile.md": hostile,
    "docs/webhook.md": "# Webhooks\n\n[한국어](ko/webhook.md#a)",
    "docs/ko/webhook.md":
      "# 웹훅\r\n\r\n[English](../webhook.md) [top](/webhook.md) [host](//example.com/../webhook.md)",
  };
  for (const [file, text] of Object.entries(pages)) await writeFile(join(folder, file), text);
  await symlink(join(folder, "secret.md"), join(docs, "linked.md"));
  await symlink(join(folder, "outside"), join(docs, "linked"));
  await symlink(join(folder, "nowhere.md"), join(docs, "broken.md"));
  const payments = createPayments({
    store: memoryStore(),
    gateways: {},
    secret: "s".repeat(32),
  });
  const beside = startPages({ docs, reference: false, console: false, window: false });
  const handler = createHandler(payments, { beside });
  ask = async (path) => handler(new Request(`http://localhost:4242${path}`, { headers: { "Accept-Language": "en" } }));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test("a page that would do harm has no tag, no attribute and no address of its own making", async () => {
  const response = await ask("/docs/hostile.md");
  const [, main = ""] = /<main[^>]*>([^]*)<\/main>/.exec(await response.text()) ?? [];
  const tags = [...main.matchAll(/<([a-z]\w*)([^>]*)>/g)].map(([, name = "", rest = ""]) => `${name}${rest.trimEnd()}`);
  const seen = new Set(tags.map((tag) => tag.replaceAll(/(id|aria-label)="[^"]*"/g, '$1=""')));
  expect([response.status, [...seen].toSorted()]).toEqual([
    200,
    [
      'a href="/?lang=en"',
      'a href="https://example.com/&#34;onmouseover=&#34;alert(12)"',
      "code",
      'div class="wide" tabindex="0" role="group" aria-label=""',
      "em",
      "h1",
      'h2 id=""',
      'input disabled="" type="checkbox"',
      "li",
      "p",
      "pre",
      "table",
      "tbody",
      "td",
      "th",
      "thead",
      "tr",
      "ul",
    ],
  ]);
  expect(main).toContain("before &#60;script&#62;alert(2)&#60;/script&#62;");
});

test("links lead from page to page in the reader's language, and to no other place of this service", async () => {
  const linksOf = async (path: string) => {
    const text = await (await ask(path)).text();
    return [...text.matchAll(/<a href="([^"]*)"/g)].map(([, address]) => address);
  };
  expect(await linksOf("/docs/webhook.md")).toEqual(["/?lang=en", "/docs/ko/webhook.md?lang=en#a"]);
  expect(await linksOf("/docs/webhook.md?lang=ko")).toEqual(["/?lang=ko", "/docs/ko/webhook.md?lang=ko#a"]);
  // A page in Korean is one for a Korean reader, unless they have chosen.
  expect(await linksOf("/docs/ko/webhook.md")).toEqual(["/?lang=ko", "/docs/webhook.md?lang=ko"]);
  expect(await linksOf("/docs/ko/webhook.md?lang=en")).toEqual(["/?lang=en", "/docs/webhook.md?lang=en"]);
  expect((await linksOf("/?lang=ko")).filter((address) => address?.startsWith("/docs/"))).toEqual([
    "/docs/ko/webhook.md?lang=ko",
    "/docs/hostile.md?lang=ko",
  ]);
});

test("a page with Windows line ends has its title once", async () => {
  const text = await (await ask("/docs/ko/webhook.md")).text();
  expect([text.match(/<h1/g)?.length, text]).toEqual([1, expect.stringContaining("<h1>웹훅</h1>")]);
});

describe.each([
  "/docs/secret.txt",
  "/docs/.secret.md",
  "/docs/a-folder.md",
  "/docs/ko/a-folder.md",
  "/docs/linked.md",
  "/docs/linked/secret.md",
  "/docs/broken.md",
  "/docs/../secret.md",
  "/docs/..%2fsecret.md",
  "/docs/%2e%2e%2fsecret.md",
  "/docs/%2e%2e/secret.md",
  "/docs/..%252fsecret.md",
  "/docs/..%5csecret.md",
  "/docs/ko/..%2f..%2fsecret.md",
  "/docs/ko/..%2fwebhook.md",
  "/docs/..%2f..%2f..%2fetc/passwd",
  "/docs/..%2f..%2f..%2fetc%2fpasswd",
  "/docs/%2fetc%2fpasswd",
  "/docs//etc/passwd",
  "/docs/webhook.md%00",
  "/docs/webhook.md%00.txt",
  "/docs/WEBHOOK.MD",
  "/docs/%ff",
])("%s", (path) => {
  test("is no page of the folder", async () => {
    const response = await ask(path);
    const text = await response.text();
    expect([response.status, /Kept|root:/.test(text)]).toEqual([404, false]);
  });
});
