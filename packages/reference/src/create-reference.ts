import { createHash } from "node:crypto";
import { integrity, script } from "#page-script";
import { html, raw } from "hono/html";
import { errorList } from "./answers.ts";
import { resolver, type ReferenceDocument, type TagObject, type WebhookObject } from "./document.ts";
import { paragraphs, type Markup } from "./paragraphs.ts";
import { operationSection, type Placed, webhookSection } from "./operation.ts";
import { style } from "./style.ts";
import { english } from "./words/english.ts";
import { korean } from "./words/korean.ts";
import type { Reader, ReferenceLanguage, Words } from "./words/words.ts";

export const wordsIn: Readonly<Record<ReferenceLanguage, Words>> = { ko: korean, en: english };

export interface ReferenceSettings {
  /**
   * An OpenAPI 3.1 document whose operations have descriptions and examples, in the page's language. People read a tag's
   * `x-displayName` in place of its name.
   */
  readonly document: ReferenceDocument;
  /** Test keys to fill in; none by default. */
  readonly keys?: { readonly secret: string; readonly client: string };
  /** The address of a page to go back to; none by default. */
  readonly home?: string;
  /** The language of the page's own words; `en` by default. */
  readonly language?: ReferenceLanguage;
  /** Where the page is in each language, for a switch between them; none by default. */
  readonly languages?: Readonly<Record<ReferenceLanguage, string>>;
}

export interface Reference {
  readonly page: string;
  readonly version: string;
  readonly headers: Readonly<Record<string, string>>;
}

const languageNames = { ko: "한국어", en: "English" } as const satisfies Record<ReferenceLanguage, string>;

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%231c54d8'/%3E%3Cpath d='M6 10l5 13 5-11 5 11 5-13' fill='none' stroke='%23fff' stroke-width='3'/%3E%3C/svg%3E";

const hashOf = (text: string) => `sha256-${createHash("sha256").update(text).digest("base64")}`;

/** Only this script and this style of our own, and requests to the page's own origin. */
const policy = [
  "default-src 'none'",
  `script-src '${integrity}'`,
  `style-src '${hashOf(style)}'`,
  "connect-src 'self'",
  "img-src data:",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/**
 * An API reference as one page: every operation with its fields, examples and error codes, and a form that sends it to
 * the page's own origin. The page loads nothing from elsewhere, and accepts no live keys.
 *
 * @example
 * const { page, headers } = await createReference({ document: openApiDocument() });
 * new Response(page, { headers });
 */
export async function createReference(settings: ReferenceSettings): Promise<Reference> {
  const { language = "en" } = settings;
  const page = String(await pageOf({ ...settings, language }));
  return {
    page,
    version: hashOf(page),
    headers: {
      "Content-Security-Policy": policy,
      "Content-Language": language,
      "Referrer-Policy": "no-referrer",
      "Cross-Origin-Opener-Policy": "same-origin",
    },
  };
}

function operationsOf({ paths }: ReferenceDocument): readonly Placed[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
}

type Page = ReferenceSettings & { readonly language: ReferenceLanguage };

function pageOf(settings: Page): Markup {
  const { document, language } = settings;
  const words = wordsIn[language];
  const { title } = document.info;
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="${icon}" />
        <title>${words.title(title)}</title>
        ${raw(`<style>${style}</style>`)}
      </head>
      <body data-words="${JSON.stringify(words.script)}">
        ${bodyOf(settings, { words, resolve: resolver(document) })} ${raw(`<script>${script}</script>`)}
      </body>
    </html>`;
}

function bodyOf({ document, language, languages, home, keys }: Page, reader: Reader): Markup {
  const { words } = reader;
  const { title, version, description } = document.info;
  const operations = operationsOf(document);
  const webhooks = Object.values(document.webhooks ?? {}).flatMap((methods) => Object.values(methods));
  const groups = document.tags.map((tag) => ({
    ...tag,
    operations: operations.filter((one) => one.operation.tags[0] === tag.name),
  }));
  const way = home === undefined ? undefined : html`<a href="${home}">← ${title}</a>`;
  return html`<a class="skip" href="#content">${words.skip}</a>
    <nav aria-label="${words.operations}">
      <p class="top">${way} ${languages && languageSwitch(languages, language)}</p>
      <label class="field" for="filter" hidden
        ><span>${words.find}</span><input id="filter" type="search" autocomplete="off" placeholder="${words.findHint}"
      /></label>
      <details class="list" open>
        <summary>${words.operations}</summary>
        ${groups.map(linksOf)}
        ${webhooks.length === 0 ? undefined : html`<p><a href="#webhooks">${words.webhooks}</a></p>`}
        <p><a href="#errors">${words.errors}</a></p>
      </details>
    </nav>
    <main id="content" tabindex="-1">
      <h1>${words.title(title)}</h1>
      <p class="note">
        ${words.version(version)} ·
        <a href="${language === "en" ? "openapi.json" : `openapi.json?lang=${language}`}">${words.document}</a>
      </p>
      ${paragraphs(description)} ${keyFields(keys, reader)} ${groups.map((group) => sectionOf(group, reader))}
      ${webhookList(webhooks, reader)}
      ${errorList(
        operations.map(({ operation }) => operation),
        reader,
      )}
    </main>`;
}

/** Each language in its own words; the page's own is no link. */
function languageSwitch(addresses: Readonly<Record<ReferenceLanguage, string>>, own: ReferenceLanguage): Markup {
  const shown = (["ko", "en"] as const).map((language) =>
    language === own
      ? html`<b lang="${language}" aria-current="true">${languageNames[language]}</b>`
      : html`<a href="${addresses[language]}" lang="${language}" hreflang="${language}">${languageNames[language]}</a>`,
  );
  return html`<span class="languages" role="group" aria-label="${wordsIn[own].languages}">${shown}</span>`;
}

interface Group extends TagObject {
  readonly operations: readonly Placed[];
}

const idOf = (name: string) => `tag-${name.toLowerCase().replaceAll(" ", "-")}`;

const nameOf = ({ name, "x-displayName": shown = name }: TagObject) => shown;

function linksOf(group: Group): Markup {
  const links = group.operations.map(
    ({ method, path, operation }) =>
      html`<li data-of="${operation.operationId}">
        <a href="#${operation.operationId}"><b class="method ${method.toLowerCase()}">${method}</b> ${path}</a>
      </li>`,
  );
  return html`<section>
    <h2><a href="#${idOf(group.name)}">${nameOf(group)}</a></h2>
    <ul>
      ${links}
    </ul>
  </section>`;
}

function sectionOf(group: Group, reader: Reader): Markup {
  return html`<section aria-labelledby="${idOf(group.name)}">
    <h2 id="${idOf(group.name)}">${nameOf(group)}</h2>
    <p>${group.description}</p>
    ${group.operations.map((one) => operationSection(one, reader))}
  </section>`;
}

function webhookList(webhooks: readonly WebhookObject[], reader: Reader): Markup | undefined {
  if (webhooks.length === 0) return undefined;
  return html`<section aria-labelledby="webhooks">
    <h2 id="webhooks">${reader.words.webhooks}</h2>
    ${webhooks.map((one) => webhookSection(one, reader))}
  </section>`;
}

/** The keys for all operations. They stay in the page. */
function keyFields(keys: ReferenceSettings["keys"], { words }: Reader): Markup {
  const fields = [
    ["secretKey", keys?.secret ?? "", "test_sk_…"],
    ["clientKey", keys?.client ?? "", "test_ck_…"],
    ["checkoutToken", "", words.tokenHint],
  ] as const;
  const link = (operation: string) => html`<a href="#${operation}">${operation}</a>`;
  return html`<section id="keys" aria-labelledby="keys-title" hidden>
    <h2 id="keys-title">${words.keys}</h2>
    <p class="note">${words.keysNote}</p>
    ${fields.map(
      ([name, value, hint]) =>
        html`<label class="field" for="${name}"
          ><span>${words.ways[name]}</span
          ><input id="${name}" value="${value}" placeholder="${hint}" autocomplete="off" spellcheck="false"
        /></label>`,
    )}
    <p class="note">${words.inTurn(link("createSession"), link("authenticateCheckout"), link("confirmPayment"))}</p>
  </section>`;
}
