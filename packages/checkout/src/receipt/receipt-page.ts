import { isStoreUnavailable, ok, type Language, type Payments, type Refusal } from "@wonflow/core";
import type { Visit } from "../checkout-page.ts";
import { languageOf } from "../texts.ts";
import { secondsIn } from "../pages/document.ts";
import { reportSafely, headersOfSecretPage, policyOf, sha256 } from "../responses.ts";
import { noReceiptDocument, receiptDocument } from "./receipt-document.ts";
import { printScript, receiptStyle } from "./receipt-style.ts";

/** Answers one request for a receipt. Never rejects. */
export type ReceiptPage = (request: Request, visit?: Visit) => Promise<Response>;

const address = /\/receipts\/(?<token>[^/]+)(?:\/(?<method>[1-9]\d?))?$/;

/**
 * The receipts of payments as a fetch handler, for the addresses in `receipt` of a payment: `/receipts/{token}` is one
 * page with the sales slips of all its methods, `/receipts/{token}/{method}` one of them alone. They are in Korean or
 * English, made to be printed, and show what was canceled since (interface: PaymentIntent, `receipt`). The paths must
 * lie beside the checkout page's, as `settings.checkoutUrl` has it. `createHandler` of the package `wonflow` is such a
 * mount.
 *
 * @example
 * const receiptPage = createReceiptPage(payments);
 * const response = await receiptPage(new Request("https://pay.example/receipts/rc_…")); // text/html
 */
export function createReceiptPage(payments: Payments): ReceiptPage {
  return async (request, { language: preferred = "ko", report = () => {}, admit = async () => ok(undefined) } = {}) => {
    const language = languageOf(request, preferred);
    try {
      const admitted = await admit("page");
      if (!admitted.ok) return await limited(admitted.error, language);
      return await show(payments, request, language);
    } catch (error) {
      reportSafely(report, error);
      const unavailable = isStoreUnavailable(error);
      const response = await pageOf(noReceiptDocument({ why: "failed", language }), {
        status: unavailable ? 503 : 500,
        language,
      });
      if (unavailable) response.headers.set("Retry-After", "5");
      return response;
    }
  };
}

async function show(payments: Payments, { url }: Request, language: Language): Promise<Response> {
  const { token = "", method } = address.exec(new URL(url).pathname)?.groups ?? {};
  const read = await payments.receipts.read(token);
  const text = read.ok
    ? receiptDocument(read.value, language, method === undefined ? undefined : Number(method))
    : undefined;
  if (text === undefined) return pageOf(noReceiptDocument({ why: "missing", language }), { status: 404, language });
  return pageOf(text, { status: 200, language });
}

/** Shows when to retry, without reading anything from the store. */
async function limited({ retryAfterMs = 1000 }: Refusal, language: Language): Promise<Response> {
  const seconds = secondsIn(retryAfterMs);
  const response = await pageOf(noReceiptDocument({ why: "limited", language, seconds }), { status: 429, language });
  response.headers.set("Retry-After", seconds);
  return response;
}

async function pageOf(text: string, { status, language }: { readonly status: number; readonly language: Language }) {
  const policy = policyOf({
    "script-src": `'sha256-${await sha256(printScript)}'`,
    "style-src": `'sha256-${await sha256(receiptStyle)}'`,
  });
  const content = { "Content-Language": language, "Content-Type": "text/html; charset=utf-8" };
  return new Response(text, { status, headers: { ...headersOfSecretPage(policy), ...content } });
}
