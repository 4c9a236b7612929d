import { createHash } from "node:crypto";

import { integrity, script } from "#page-script";
import { html, raw } from "hono/html";

import { errorList } from "./answers.ts";
import { resolver, type ReferenceDocument, type Resolve, type WebhookObject } from "./document.ts";
import { paragraphs, type Markup } from "./paragraphs.ts";
import { operationSection, type Placed } from "./operation.ts";
import { style } from "./style.ts";
import { webhookSection } from "./webhook.ts";

export interface ReferenceSettings {
  /** An OpenAPI 3.1 document whose operations have descriptions and examples. */
  readonly document: ReferenceDocument;
  /** Test keys to fill in; none by default. */
  readonly keys?: { readonly secret: string; readonly client: string };
  /** The address of a page to go back to; none by default. */
  readonly home?: string;
}

export interface Reference {
  readonly page: string;
  readonly version: string;
  readonly headers: Readonly<Record<string, string>>;
}

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
export async function createReference({ document, keys, home }: ReferenceSettings): Promise<Reference> {
  const page = String(await pageOf({ document, home, keyFields: keyFields(keys) }));
  return {
    page,
    version: hashOf(page),
    headers: {
      "Content-Security-Policy": policy,
      "Content-Language": "en",
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

interface Page {
  readonly document: ReferenceDocument;
  readonly home: string | undefined;
  readonly keyFields: Markup;
}

function pageOf({ document, home, keyFields: fields }: Page): Markup {
  const { title, version, description } = document.info;
  const resolve = resolver(document);
  const operations = operationsOf(document);
  const webhooks = Object.values(document.webhooks ?? {}).flatMap((methods) => Object.values(methods));
  const groups = document.tags.map((tag) => ({
    ...tag,
    operations: operations.filter((one) => one.operation.tags[0] === tag.name),
  }));
  const icon =
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%231c54d8'/%3E%3Cpath d='M6 10l5 13 5-11 5 11 5-13' fill='none' stroke='%23fff' stroke-width='3'/%3E%3C/svg%3E";
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="${icon}" />
        <title>${title} API reference</title>
        ${raw(`<style>${style}</style>`)}
      </head>
      <body>
        <a class="skip" href="#content">Skip to the operations</a>
        <nav aria-label="Operations">
          ${home === undefined ? undefined : html`<p><a href="${home}">← ${title}</a></p>`}
          <label class="field" for="filter" hidden
            ><span>Find</span><input id="filter" type="search" autocomplete="off" placeholder="confirm, billing, /px/…"
          /></label>
          <details class="list" open>
            <summary>Operations</summary>
            ${groups.map(linksOf)}
            ${webhooks.length === 0 ? undefined : html`<p><a href="#webhooks">Webhook events</a></p>`}
            <p><a href="#errors">Error codes</a></p>
          </details>
        </nav>
        <main id="content" tabindex="-1">
          <h1>${title} API reference</h1>
          <p class="note">Version ${version} · <a href="openapi.json">OpenAPI document</a></p>
          ${paragraphs(description)} ${fields} ${groups.map((group) => sectionOf(group, resolve))}
          ${webhookList(webhooks, resolve)}
          ${errorList(
            operations.map(({ operation }) => operation),
            resolve,
          )}
        </main>
        ${raw(`<script>${script}</script>`)}
      </body>
    </html>`;
}

interface Group {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly Placed[];
}

const idOf = (name: string) => `tag-${name.toLowerCase().replaceAll(" ", "-")}`;

function linksOf({ name, operations }: Group): Markup {
  const links = operations.map(
    ({ method, path, operation }) =>
      html`<li data-of="${operation.operationId}">
        <a href="#${operation.operationId}"><b class="method ${method.toLowerCase()}">${method}</b> ${path}</a>
      </li>`,
  );
  return html`<section>
    <h2><a href="#${idOf(name)}">${name}</a></h2>
    <ul>
      ${links}
    </ul>
  </section>`;
}

function sectionOf({ name, description, operations }: Group, resolve: Resolve): Markup {
  return html`<section aria-labelledby="${idOf(name)}">
    <h2 id="${idOf(name)}">${name}</h2>
    <p>${description}</p>
    ${operations.map((one) => operationSection(one, resolve))}
  </section>`;
}

function webhookList(webhooks: readonly WebhookObject[], resolve: Resolve): Markup | undefined {
  if (webhooks.length === 0) return undefined;
  return html`<section aria-labelledby="webhooks">
    <h2 id="webhooks">Webhook events</h2>
    ${webhooks.map((one) => webhookSection(one, resolve))}
  </section>`;
}

/** The keys for all operations. They stay in the page. */
function keyFields(keys: ReferenceSettings["keys"]): Markup {
  const fields = [
    ["secretKey", "Secret key", keys?.secret ?? "", "test_sk_…"],
    ["clientKey", "Client key", keys?.client ?? "", "test_ck_…"],
    ["checkoutToken", "Checkout token", "", "the token that a checkout session was created with"],
  ] as const;
  return html`<section id="keys" aria-labelledby="keys-title" hidden>
    <h2 id="keys-title">Keys for trying</h2>
    <p class="note">They stay in this page, and go to this service only. Live keys are not taken: use test keys.</p>
    ${fields.map(
      ([name, label, value, hint]) =>
        html`<label class="field" for="${name}"
          ><span>${label}</span
          ><input id="${name}" value="${value}" placeholder="${hint}" autocomplete="off" spellcheck="false"
        /></label>`,
    )}
    <p class="note">
      What one operation answers, such as an intentKey, is filled in where others need it. So a payment is made by
      running <a href="#createSession">createSession</a>, <a href="#authenticateCheckout">authenticateCheckout</a> in
      place of the buyer, and <a href="#confirmPayment">confirmPayment</a>.
    </p>
  </section>`;
}
