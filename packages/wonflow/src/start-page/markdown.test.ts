import { expect, test } from "vitest";

import { htmlOf } from "./markdown.ts";

const linkOf = (href: string) => (/^(?:https:|#|there)/.test(href) ? href : undefined);

test.each([
  [
    "a heading by its anchor",
    "## 2. `curl`로 결제하기",
    '<h2 id="2-curl로-결제하기">2. <code>curl</code>로 결제하기</h2>',
  ],
  ["headings of one name", "## A\n\n## A", '<h2 id="a">A</h2>\n<h2 id="a-1">A</h2>'],
  ["a link to somewhere", "[a](there.md#b)", '<p><a href="there.md#b">a</a></p>'],
  ["a link to nowhere", "[a `b`](../src/a.ts)", "<p>a <code>b</code></p>"],
  ["a link that would run a script", "[a](javascript:alert(1))", "<p>a</p>"],
  ["a picture, which is not served", "![A cup](cup.png)", "<p><em>A cup</em></p>"],
  ["an anchor in a table", '| a |\n|---|\n| <a id="A_B"></a>b<br>c |', '<td><a id="A_B"></a>b<br>c</td>'],
  ["a comment", "<!-- Printed -->\na", "<p>a</p>"],
  ["words between comments", "<!-- a --> b <!-- c -->", "b"],
  ["a tag that a comment cuts in two", "<scr<!-- -->ipt>alert(1)</script>", "&lt;script&gt;alert(1)&#60;/script&#62;"],
  ["HTML", "<script>alert(1)</script>", "&#60;script&#62;alert(1)&#60;/script&#62;"],
  ["HTML in a sentence", "a <img src=x onerror=alert(1)> b", "a &#60;img src=x onerror=alert(1)&#62; b"],
  ["an anchor with more to it", '<a id="a" onclick="b()">c</a>', "&#60;a id=&#34;a&#34; onclick=&#34;b()&#34;&#62;c"],
  ["code", "```html\n<b>&</b>\n```", "<pre><code>&#60;b&#62;&#38;&#60;/b&#62;</code></pre>"],
])("%s", (_, markdown, html) => {
  expect(htmlOf(markdown, linkOf)).toContain(html);
});
