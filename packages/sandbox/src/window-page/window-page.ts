import { parseTenantId, tenantId, type Language } from "@wonflow/core";
import type { SandboxGateway } from "../cards/gateway.ts";
import type { OpeningRecord } from "../cards/records.ts";
import type { BrowserReturn } from "../cards/window.ts";
import { openingDocument, problemDocument, returnDocument, submitScript, windowPageStyle } from "./window-document.ts";

/** Answers one request of the simulated window. */
export type SandboxWindowPage = (
  request: Request,
  options?: { readonly language?: Language | undefined },
) => Promise<Response>;

/** Bytes of a choice. */
const longestChoice = 1024;

/** For how long the service may take a first return, in milliseconds. */
const firstReturnMs = 10_000;

/**
 * The page of a simulated gateway's window as a fetch handler, to be served at its `windowUrl`: GET shows the order with
 * a button for each choice, and POST does what is chosen and leads the browser back. Cards and transfers come back by a
 * form's POST, wallets by GET.
 *
 * @example
 * const page = sandboxWindowPage(sandboxGateway({ clock, windowUrl: "http://127.0.0.1:4242/sandbox/window" }));
 * const response = await page(new Request("http://127.0.0.1:4242/sandbox/window?tenant=1:test&key=…")); // text/html
 */
export function sandboxWindowPage({ windows }: Pick<SandboxGateway, "windows">): SandboxWindowPage {
  return async (request, { language: preferred = "ko" } = {}) => {
    const { searchParams } = new URL(request.url);
    const tenant = parseTenantId(searchParams.get("tenant") ?? "");
    const key = searchParams.get("key") ?? "";
    const opening = tenant && (await windows.find(tenantId(tenant), key));
    const language = languageIn(searchParams) ?? opening?.language ?? preferred;
    if (opening === undefined) return document(404, problemDocument("unknown", { language }), language);
    const windowUrl = addressOf(opening, language);
    if (request.method !== "POST") return document(200, openingDocument(opening, language), language);
    const choice = await chosenIn(request);
    const back = choice === undefined ? undefined : await windows.choose(opening.tenant, key, choice);
    if (back === undefined) return document(400, problemDocument("noChoice", { language, windowUrl }), language);
    const byForm = opening.method === "CARD" || opening.method === "TRANSFER";
    if (back.times === 2 && !(await bringBack(back, byForm))) {
      return document(502, problemDocument("notTwice", { language, windowUrl }), language);
    }
    if (byForm) return document(200, returnDocument(back, language), language);
    return new Response(null, { status: 303, headers: { ...headersOf("'none'"), Location: queryOf(back) } });
  };
}

function languageIn(parameters: URLSearchParams): Language | undefined {
  const chosen = parameters.get("lang");
  return chosen === "ko" || chosen === "en" ? chosen : undefined;
}

/** The page of an opening, relative to itself. */
function addressOf({ tenant, key }: OpeningRecord, lang: Language): string {
  return `?${new URLSearchParams({ tenant, key, lang }).toString()}`;
}

async function chosenIn(request: Request): Promise<string | undefined> {
  if (Number(request.headers.get("Content-Length") ?? 0) > longestChoice) return undefined;
  const text = await request.text();
  return text.length > longestChoice ? undefined : (new URLSearchParams(text).get("choice") ?? undefined);
}

function queryOf({ url, fields }: BrowserReturn): string {
  const address = new URL(url);
  for (const [name, value] of Object.entries(fields)) address.searchParams.append(name, value);
  return address.href;
}

/**
 * The first of two returns, in the browser's place: a page could send both only by a script that also follows the
 * first one into the shop. Whether the service has answered it.
 */
async function bringBack(back: BrowserReturn, byForm: boolean): Promise<boolean> {
  const sent = { redirect: "manual", signal: AbortSignal.timeout(firstReturnMs) } as const;
  const answered = byForm
    ? fetch(back.url, { ...sent, method: "POST", body: new URLSearchParams(back.fields) })
    : fetch(queryOf(back), sent);
  return answered.then(
    ({ status }) => status < 500,
    () => false,
  );
}

async function document(status: number, text: string, language: Language): Promise<Response> {
  const script = text.includes(`<script>${submitScript}</script>`) ? await hashOf(submitScript) : "'none'";
  const headers = { ...headersOf(script, await hashOf(windowPageStyle)), "Content-Language": language };
  return new Response(text, { status, headers: { ...headers, "Content-Type": "text/html; charset=utf-8" } });
}

/** The addresses hold a key and its return's secret: no cache stores them, and no referrer contains them. */
function headersOf(script: string, style = "'none'"): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    `script-src ${script}`,
    `style-src ${style}`,
    "img-src data:",
    // Chromium applies it to the redirects after the form as well, which lead to the checkout and on to the shop.
    "form-action 'self' https: http:",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  return {
    "Cache-Control": "no-store",
    "Content-Security-Policy": policy.join("; "),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
  };
}

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
}
