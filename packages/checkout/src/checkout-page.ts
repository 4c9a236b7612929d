import type { CheckoutRedirect, ErrorCode, Payments, Result } from "@wonflow/core";
import { cardFormPage } from "./card-form.ts";
import { commonHeaders, pageResponse } from "./document.ts";
import { donePage } from "./done-page.ts";
import { refusedPage } from "./end-page.ts";
import { readForm, type UnreadableForm } from "./form-body.ts";

/** Answers one request for the checkout page. Never rejects. */
export type CheckoutPage = (request: Request) => Promise<Response>;

export interface CheckoutPageSettings {
  /** Told of every error that was answered with a 500. Nobody is, by default. */
  readonly report?: (error: unknown) => void;
}

/**
 * The hosted checkout page as a fetch handler, for the address that `checkoutUrl` names. It is a form
 * that works without scripts: the buyer types a card, it is authenticated, and the browser is led to
 * the merchant's successUrl or failUrl (interface: Browser checkout result).
 *
 * @example
 * const checkoutPage = createCheckoutPage(payments);
 * const response = await checkoutPage(new Request(created.checkoutUrl)); // 200 text/html
 */
export function createCheckoutPage(payments: Payments, settings: CheckoutPageSettings = {}): CheckoutPage {
  const { report = () => {} } = settings;
  const headers = commonHeaders();
  return async (request) => {
    let response: Response;
    try {
      response = await answer(payments, request);
    } catch (error) {
      tell(report, error);
      response = pageResponse(refusedPage("FAILED_INTERNAL_SYSTEM_PROCESSING"));
    }
    for (const [name, value] of Object.entries(await headers)) response.headers.set(name, value);
    return request.method === "HEAD" ? new Response(null, response) : response;
  };
}

/** Whoever reads reports has no place here to hear that reporting failed; the buyer still gets a page. */
function tell(report: (error: unknown) => void, error: unknown): void {
  try {
    report(error);
  } catch {}
}

async function answer(payments: Payments, request: Request): Promise<Response> {
  switch (request.method) {
    case "GET":
    case "HEAD":
      return showSession(payments, new URL(request.url).searchParams.get("token") ?? "");
    case "POST":
      return submitForm(payments, request);
    default:
      return otherMethod(request.method);
  }
}

function otherMethod(method: string): Response {
  const response =
    method === "OPTIONS" ? new Response(null, { status: 204 }) : pageResponse(refusedPage("METHOD_NOT_ALLOWED"));
  response.headers.set("Allow", "GET, HEAD, POST, OPTIONS");
  return response;
}

/** The form of a session, or the page that says why there is none. */
async function showSession(payments: Payments, token: string, last?: LastSubmission): Promise<Response> {
  const view = await payments.checkout.read(token);
  if (!view.ok) return pageResponse(refusedPage(view.error.code));
  const { status } = view.value;
  if (status !== "OPEN") return pageResponse(donePage(view.value, status));
  return pageResponse(cardFormPage({ view: view.value, token, problems: [], months: "0", ...last }));
}

type LastSubmission = Pick<Parameters<typeof cardFormPage>[0], "problems" | "months">;

const unreadable: Readonly<Record<UnreadableForm, ErrorCode>> = {
  400: "INVALID_REQUEST",
  413: "REQUEST_TOO_LARGE",
  415: "UNSUPPORTED_MEDIA_TYPE",
};

async function submitForm(payments: Payments, request: Request): Promise<Response> {
  const form = await readForm(request);
  if (typeof form === "number") return pageResponse(refusedPage(unreadable[form]));
  const token = form.get("token") ?? "";
  if (form.get("action") === "leave") return lead(await payments.checkout.giveUp(token));
  const months = form.get("installmentPlanMonths") ?? "0";
  const result = await payments.checkout.authenticate(token, cardOf(form, months));
  if (result.ok || result.error.details === undefined) return lead(result);
  return showSession(payments, token, { problems: result.error.details, months });
}

/** The card as it was typed. `3` is taken for `03`, and `2031` for `31`. */
function cardOf(form: URLSearchParams, months: string) {
  const typed = (name: string) => (form.get(name) ?? "").trim();
  return {
    number: typed("number"),
    expiryMonth: typed("expiryMonth").replace(/^\d$/, "0$&"),
    expiryYear: typed("expiryYear").replace(/^20(?=\d\d$)/, ""),
    registNo: typed("registNo"),
    passwordFront2: typed("passwordFront2"),
    installmentPlanMonths: Number(months),
  };
}

/** Leads the browser on, by an address that fits in a header whatever alphabet the merchant wrote it in. */
function lead(result: Result<CheckoutRedirect>): Response {
  if (!result.ok) return pageResponse(refusedPage(result.error.code));
  return new Response(null, { status: 303, headers: { Location: new URL(result.value.redirectUrl).href } });
}
