import {
  isStoreUnavailable,
  ok,
  type ErrorCode,
  type Language,
  type Payments,
  type Refusal,
  type WindowToOpen,
} from "@wonflow/core";
import type { Visit } from "../checkout-page.ts";
import { refusedPage, returnedPage } from "../pages/closed-page.ts";
import type { Page } from "../pages/document.ts";
import { languageOf } from "../texts.ts";
import { headersOfSecretPage, pageHeaders, pageResponse, policyOf, reportSafely, sha256 } from "../responses.ts";
import { keptLink } from "../kept-link.ts";
import { formDocument, launchDocument, submitScript, windowStyle } from "./launch-document.ts";

/** Answers one request for an opening of a gateway's window. Never rejects. */
export type WindowPage = (request: Request, visit?: Visit) => Promise<Response>;

const address = /\/windows\/(?<token>[^/]+?)(?<step>\/return(?:ed)?)?$/;

/** Bytes of a return: its query, or its form. */
const longestReturn = 16 * 1024;

/**
 * The openings of a gateway's window as a fetch handler: `/windows/{token}` leads the buyer's browser into the window,
 * and `/windows/{token}/return` takes the buyer back, by GET or by a form's POST, without a cookie. A buyer who has not
 * authenticated there is led on by `/windows/{token}/returned`, with the cookie that the checkout has left for it. The
 * paths must lie beside the checkout page's, as `settings.checkoutUrl` has it. `createHandler` of the package `wonflow`
 * is such a mount.
 *
 * A provider's script runs in a document without an origin, or in the origin of `settings.windowUrl`: it reaches neither
 * the checkout nor a cookie of the host.
 *
 * @example
 * const windowPage = createWindowPage(payments);
 * const response = await windowPage(new Request("https://pay.example/windows/pw_…")); // text/html, or a redirect
 */
export function createWindowPage(payments: Payments): WindowPage {
  return async (request, { language: preferred = "ko", report = () => {}, admit = async () => ok(undefined) } = {}) => {
    const kept = keptLink(request);
    const language = languageOf(request, kept?.language ?? preferred);
    try {
      const admitted = await admit("page");
      if (!admitted.ok) return await refusal(admitted.error, language);
      const { token = "", step } = address.exec(new URL(request.url).pathname)?.groups ?? {};
      if (step === undefined) return await launch(payments, request, { token, language });
      if (step === "/return") return await takeReturn(payments, request, { token, language });
      return await leadOn(payments, token, { checkoutToken: kept?.token, language });
    } catch (error) {
      reportSafely(report, error);
      const isUnavailable = isStoreUnavailable(error);
      const code = isUnavailable ? "STORE_UNAVAILABLE" : "FAILED_INTERNAL_SYSTEM_PROCESSING";
      const response = await refusal({ code }, language);
      if (isUnavailable) response.headers.set("Retry-After", "5");
      return response;
    }
  };
}

interface Named {
  readonly token: string;
  readonly language: Language;
}

async function launch(payments: Payments, request: Request, { token, language }: Named): Promise<Response> {
  const read = await payments.checkout.readWindow(token);
  if (!read.ok) return refusal(read.error, language);
  const { open } = read.value;
  switch (open.kind) {
    case "redirect":
      return redirect(open.url);
    case "post":
      return document(formDocument({ open, language }), {
        language,
        policy: policyOf({
          "script-src": `'sha256-${await sha256(submitScript)}'`,
          "style-src": `'sha256-${await sha256(windowStyle)}'`,
          // A provider may lead its form on to a host of its own.
          "form-action": "https: http:",
        }),
      });
    case "script": {
      const nonce = crypto.randomUUID();
      const text = launchDocument({ open, nonce, language });
      return document(text, { language, policy: scriptPolicy(read.value, { request, nonce, url: open.url }) });
    }
  }
}

interface Launched {
  readonly request: Request;
  readonly nonce: string;
  readonly url: string;
}

/** What a window needs to open: everything of other hosts, and no part of this service. */
function scriptPolicy({ windowOrigin }: WindowToOpen, { request, nonce, url }: Launched): string {
  const provider = new URL(url).origin;
  const foreign = `https: ${provider}`;
  const directives = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'unsafe-inline' ${foreign}`,
    `img-src data: ${foreign}`,
    `font-src data: ${foreign}`,
    `connect-src ${foreign}`,
    `frame-src ${foreign}`,
    "form-action https: http:",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ];
  // Without an origin of its own the document has none at all, and so no cookie and no page of this service.
  const hasOwnOrigin = windowOrigin !== null && new URL(request.url).host === new URL(windowOrigin).host;
  return [...directives, ...(hasOwnOrigin ? [] : [`sandbox ${powers}`])].join("; ");
}

/** All that a window may need, without `allow-same-origin`. */
const powers = [
  "allow-scripts",
  "allow-forms",
  "allow-modals",
  "allow-popups",
  "allow-popups-to-escape-sandbox",
  "allow-top-navigation",
].join(" ");

async function takeReturn(payments: Payments, request: Request, { token, language }: Named): Promise<Response> {
  const fields = await returnedFields(request);
  if (typeof fields === "string") return refusal({ code: fields }, language);
  const result = await payments.checkout.returnFromWindow(token, fields);
  if (!result.ok) return refusal(result.error, language);
  const { redirectUrl, leadsTo } = result.value;
  // Browsers send no cookie with another site's form, so the address of the next page is asked for by a GET.
  return leadsTo === "successUrl" ? redirect(redirectUrl) : seeOther("returned");
}

/** Leads a buyer on who has returned, and may have to wait for the gateway. */
async function leadOn(
  payments: Payments,
  token: string,
  options: { readonly checkoutToken: string | undefined; readonly language: Language },
): Promise<Response> {
  const result = await payments.checkout.returnFromWindow(token, null, options);
  if (!result.ok) return refusal(result.error, options.language);
  const { redirectUrl } = result.value;
  if (redirectUrl !== null) return redirect(redirectUrl);
  const response = await pageBeside(returnedPage(options.language));
  response.headers.set("Refresh", "3");
  return response;
}

/** The fields that a browser brought back; of a repeated name the first. Unknown names are ignored. */
async function returnedFields(request: Request): Promise<Readonly<Record<string, string>> | ErrorCode> {
  const { search } = new URL(request.url);
  if (search.length > longestReturn) return "REQUEST_TOO_LARGE";
  const query = new URLSearchParams(search);
  if (request.method !== "POST") return fieldsIn(query);
  const [type = ""] = (request.headers.get("Content-Type") ?? "").toLowerCase().split(";");
  if (type.trim() !== "application/x-www-form-urlencoded") return "UNSUPPORTED_MEDIA_TYPE";
  if (request.bodyUsed || request.body?.locked === true) {
    throw new Error("something read the form before Wonflow: mount its pages before any body parser");
  }
  if (Number(request.headers.get("Content-Length") ?? 0) > longestReturn) return "REQUEST_TOO_LARGE";
  const text = await request.text().catch(() => undefined);
  if (text === undefined) return "INVALID_REQUEST";
  if (new TextEncoder().encode(text).length > longestReturn) return "REQUEST_TOO_LARGE";
  return { ...fieldsIn(query), ...fieldsIn(new URLSearchParams(text)) };
}

function fieldsIn(parameters: URLSearchParams): Readonly<Record<string, string>> {
  const first = new Map<string, string>();
  for (const [name, value] of parameters) if (!first.has(name)) first.set(name, value);
  return Object.fromEntries(first);
}

function redirect(url: string): Response {
  return seeOther(new URL(url).href);
}

function seeOther(place: string): Response {
  const headers = { ...headersOfSecretPage(policyOf({})), ...separate, Location: place };
  return new Response(null, { status: 303, headers });
}

/** Neither the page that led here nor the one that comes next can reach the other. */
const separate = { "Cross-Origin-Opener-Policy": "same-origin-allow-popups" };

function document(
  text: string,
  { language, policy }: { readonly language: Language; readonly policy: string },
): Response {
  const content = { "Content-Language": language, "Content-Type": "text/html; charset=utf-8" };
  return new Response(text, { headers: { ...headersOfSecretPage(policy), ...separate, ...content } });
}

function refusal(refused: Refusal, language: Language): Promise<Response> {
  return pageBeside(refusedPage(refused, language));
}

/** A page without a script, as these paths lie at several depths beside the checkout's. */
async function pageBeside(page: Page): Promise<Response> {
  const response = pageResponse(page, { token: "" });
  const headers = { ...(await pageHeaders({ frameOrigins: [] })), ...separate };
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}
