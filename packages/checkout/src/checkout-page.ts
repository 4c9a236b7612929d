import {
  isStoreUnavailable,
  ok,
  windowMethods,
  type CheckoutRedirect,
  type CheckoutView,
  type ErrorCode,
  type Language,
  type Payments,
  type Result,
  type WindowChoice,
} from "@wonflow/core";
import { cardEntry, cardIn, problemsWith, type TypedCard } from "./card/entry.ts";
import { refusalOf } from "./card/refused.ts";
import { linkClosedBy, reasonOf } from "./closed-reasons.ts";
import { linkCookie } from "./kept-link.ts";
import { languageOf } from "./texts.ts";
import { scriptPath, scriptResponse, windowScriptPath, pageHeaders, pageResponse, reportSafely } from "./responses.ts";
import { cardFormPage, type CardForm } from "./pages/card-form.ts";
import type { Page } from "./pages/document.ts";
import { closedPage, inWindowPage, refusedPage } from "./pages/closed-page.ts";
import { failureNotice, openingNotice } from "./window/notices.ts";
import { offersWindow } from "./window/window-texts.ts";

type UnreadableForm = 400 | 415;

async function readForm(request: Request): Promise<URLSearchParams | UnreadableForm> {
  const [type = ""] = (request.headers.get("Content-Type") ?? "").toLowerCase().split(";");
  if (type.trim() !== "application/x-www-form-urlencoded") return 415;
  if (request.bodyUsed || request.body?.locked === true) {
    throw new Error("something read the form before Wonflow: mount the checkout page before any body parser");
  }
  try {
    return new URLSearchParams(await request.text());
  } catch {
    return 400;
  }
}

export interface Visit {
  /** The browser's preferred language; Korean by default. A language in the address takes precedence. */
  readonly language?: Language;
  /** Called with errors of this request, in place of the page's own `report`. */
  readonly report?: (error: unknown) => void;
  /** Asked before a page is read and before a card is authenticated; refuses too many requests. */
  readonly admit?: (what: "page" | "card") => Promise<Result<undefined, "TOO_MANY_REQUESTS">>;
}

/** Answers one request for the checkout page: POST is the form, any other method the page. Never rejects. */
export type CheckoutPage = (request: Request, visit?: Visit) => Promise<Response>;

export interface CheckoutPageSettings {
  /** Called with every error that was answered with a 500; errors are dropped by default. */
  readonly report?: (error: unknown) => void;
  /** Milliseconds since 1970, for the countdown; the machine's by default. */
  readonly now?: () => number;
  /** The number of a card that a page of test mode offers to fill in, in development. */
  readonly testCard?: string | undefined;
}

interface PageContext extends Required<Omit<CheckoutPageSettings, "testCard"> & Visit> {
  readonly payments: Payments;
  readonly testCard: string | undefined;
}

/** A page or a redirect, with the token that decides who may frame it. */
interface Answer {
  readonly token: string;
  readonly shown: Page | Response;
  /** The origins that may frame it, if they need not be read from the store. */
  readonly origins?: readonly string[];
}

/**
 * The hosted checkout page as a fetch handler, for `checkoutUrl` and the paths below its `/assets/`. It authenticates
 * the buyer's card, and redirects the browser to the merchant's successUrl or failUrl (interface: Browser checkout
 * result). The form works without scripts; its script calls the interface at `checkoutUrl` + `/session`.
 *
 * The mount must limit bodies and methods, compress answers and read the browser's language. `createHandler` of the
 * package `wonflow` is such a mount.
 *
 * @example
 * const checkoutPage = createCheckoutPage(payments);
 * const response = await checkoutPage(new Request("https://pay.example/checkout?token=…")); // text/html
 */
export function createCheckoutPage(payments: Payments, settings: CheckoutPageSettings = {}): CheckoutPage {
  const { now = Date.now, report: reportOfPage = () => {}, testCard } = settings;
  return async (request, { language = "ko", report = reportOfPage, admit = async () => ok(undefined) } = {}) => {
    const script = scriptResponse(new URL(request.url).pathname);
    if (script !== undefined) return script;
    return respond({ payments, now, testCard, report, admit, language: languageOf(request, language) }, request);
  };
}

async function respond(context: PageContext, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const { language } = context;
  let token = "";
  let response: Response;
  let frameOrigins: readonly string[] = [];
  let view: CheckoutView | undefined;
  // Relative to the page, so that a service below a prefix needs no setting.
  const place = (path: string) => ({ token, script: `${pathname.slice(pathname.lastIndexOf("/") + 1)}/${path}` });
  try {
    const answered = await answer(context, request);
    token = answered.token;
    frameOrigins = answered.origins ?? (await context.payments.checkout.frameOrigins(token));
    const { shown } = answered;
    if (!(shown instanceof Response)) ({ view } = shown);
    const path = view !== undefined && offersWindow(view) ? windowScriptPath : scriptPath;
    response = shown instanceof Response ? shown : pageResponse(shown, place(path));
  } catch (error) {
    reportSafely(context.report, error);
    const code = isStoreUnavailable(error) ? "STORE_UNAVAILABLE" : "FAILED_INTERNAL_SYSTEM_PROCESSING";
    response = pageResponse(refusedPage({ code }, language), place(scriptPath));
    if (code === "STORE_UNAVAILABLE") response.headers.set("Retry-After", "5");
  }
  const policed = { frameOrigins, color: view?.color, offersWindow: view !== undefined && offersWindow(view) };
  for (const [name, value] of Object.entries(await pageHeaders(policed))) response.headers.set(name, value);
  return response;
}

async function answer(context: PageContext, request: Request): Promise<Answer> {
  const { pathname, searchParams } = new URL(request.url);
  const token = searchParams.get("token") ?? "";
  // A script of another version is gone; reloading its page gets the current one.
  if (pathname.includes("/assets/"))
    return { token: "", shown: refusedPage({ code: "NOT_FOUND_PATH" }, context.language) };
  const admitted = await context.admit("page");
  // The page shows no data of a session, so any shop may frame it, and the store need not be read.
  if (!admitted.ok) return { token, shown: refusedPage(admitted.error, context.language), origins: ["*"] };
  return request.method === "POST"
    ? submitForm(context, request)
    : { token, shown: await showSession(context, { token, chooses: searchParams.has("choose") }) };
}

type FormState = Pick<CardForm, "token"> &
  Partial<Pick<CardForm, "problems" | "refusedCard" | "refused" | "notice" | "months" | "holder">> & {
    /** Whether the form is shown although the buyer may be in the window still. */
    readonly chooses?: boolean;
  };

async function showSession({ payments, now, language, testCard }: PageContext, form: FormState): Promise<Page> {
  const read = await payments.checkout.read(form.token, { language });
  if (!read.ok) return refusedPage(read.error, language);
  const view = read.value;
  const reason = reasonOf(view);
  // `expiresAt` has whole seconds; the page must not give up before the service does.
  const leftMs = Math.max(0, Date.parse(view.expiresAt) + 1000 - now());
  // No window opens any more after the link's time, but the one that is open may still return.
  const isLate = view.status === "IN_WINDOW" && leftMs === 0;
  if ((reason === "inWindow" && form.chooses !== true) || (isLate && (reason ?? "inWindow") === "inWindow")) {
    return inWindowPage({ view, token: form.token, language, isLate });
  }
  if (reason !== undefined && reason !== "inWindow") {
    // The notices speak of this page's buttons, or of the form's.
    const earlier = reason === "authenticatedInWindow" && form.notice !== undefined ? "earlierMethod" : undefined;
    const notice = reason === "authenticated" ? form.notice : earlier;
    return closedPage(view, { reason, token: form.token, language, notice });
  }
  const fresh = { problems: {}, refused: false, months: "0", holder: "personal" } as const;
  const offered = view.testMode ? testCard : undefined;
  const failed = view.windowFailure === undefined ? {} : { notice: failureNotice(view.windowFailure.code) };
  // What was just submitted is answered before a window that failed earlier.
  const answers = form.notice !== undefined || form.problems !== undefined;
  const notices = answers ? {} : { ...failed, answers };
  return cardFormPage({ ...fresh, ...form, ...notices, language, view, leftMs, testCard: offered });
}

const unreadable: Readonly<Record<UnreadableForm, ErrorCode>> = {
  400: "INVALID_REQUEST",
  415: "UNSUPPORTED_MEDIA_TYPE",
};

async function submitForm(context: PageContext, request: Request): Promise<Answer> {
  const { language } = context;
  const form = await readForm(request);
  if (typeof form === "number") return { token: "", shown: refusedPage({ code: unreadable[form] }, language) };
  const token = form.get("token") ?? "";
  const action = form.get("action") ?? "";
  if (action === "leave" || action === "take-back") return { token, shown: await leave(context, token, action) };
  if (action.startsWith(windowAction)) {
    const termsAgreed = form.get("agreed") === "yes";
    return { token, shown: await openWindow(context, token, { action, termsAgreed, device: deviceOf(request) }) };
  }
  // The service knows whether there was a box.
  return { token, shown: await pay(context, token, cardIn(form, { unticked: "unasked" })) };
}

/** What a button sends that opens the window, before its method. */
const windowAction = "window-";

/** Browsers that say nothing better name phones in their User-Agent. */
function deviceOf({ headers }: Request): WindowChoice["device"] {
  const hint = headers.get("Sec-CH-UA-Mobile");
  const isPhone = hint === null ? /Mobi/i.test(headers.get("User-Agent") ?? "") : hint === "?1";
  return isPhone ? "MOBILE" : "PC";
}

interface PressedButton {
  readonly action: string;
  readonly termsAgreed: boolean;
  readonly device: WindowChoice["device"];
}

async function openWindow(
  context: PageContext,
  token: string,
  { action, termsAgreed, device }: PressedButton,
): Promise<Page | Response> {
  const { payments, language } = context;
  const again = { token, chooses: true };
  const method = windowMethods.find((each) => action === `${windowAction}${each}`);
  if (method === undefined) return showSession(context, { ...again, notice: "methodGone" });
  const admitted = await context.admit("card");
  if (!admitted.ok) return refusedPage(admitted.error, language);
  const agreed = termsAgreed ? { termsAgreed } : {};
  const result = await payments.checkout.openWindow(token, { method, device, ...agreed }, { language });
  if (result.ok) {
    const { value } = result;
    if ("windowUrl" in value) {
      const { windowUrl } = value;
      const response = redirect({ redirectUrl: windowUrl });
      const checkout = payments.checkout.address;
      response.headers.set("Set-Cookie", linkCookie({ checkout, windowUrl, token, language }));
      return response;
    }
    // Another tab was faster: the buyer is asked before anything is paid.
    return showSession(context, { token, notice: "earlierMethod" });
  }
  const { code, details = [] } = result.error;
  if (details.some(({ field }) => field === "termsAgreed")) {
    return showSession(context, { ...again, problems: { agreed: "agreeEmpty" } });
  }
  if (linkClosedBy(code) !== undefined) return afterRefusal(context, token, code);
  return showSession(context, { ...again, notice: openingNotice(code) });
}

/** Leaves for the shop. If the card has been authenticated meanwhile, the page asks first. */
async function leave(context: PageContext, token: string, action: "leave" | "take-back"): Promise<Page | Response> {
  const { language } = context;
  const { checkout } = context.payments;
  if (action === "leave") {
    const read = await checkout.read(token, { language });
    const isUnpaid = read.ok && (read.value.status === "OPEN" || read.value.status === "IN_WINDOW");
    if (!isUnpaid) return showSession(context, { token });
  }
  const result = await checkout.giveUp(token, { language });
  return result.ok ? redirect(result.value) : afterRefusal(context, token, result.error.code);
}

async function pay(context: PageContext, token: string, card: TypedCard): Promise<Page | Response> {
  const { payments, language, now } = context;
  const { holder, installmentPlanMonths: months } = card;
  const problems = problemsWith(card, now());
  const again = { token, holder, months, chooses: true };
  if (Object.keys(problems).length > 0) return showSession(context, { ...again, problems });
  const admitted = await context.admit("card");
  if (!admitted.ok) return refusedPage(admitted.error, language);
  const result = await payments.checkout.authenticate(token, cardEntry(card, now()), { language });
  if (result.ok) return redirect(result.value);
  const { code } = result.error;
  if (code === "PROVIDER_ERROR") return showSession(context, { ...again, notice: "cardNoAnswer" });
  const refusal = linkClosedBy(code) === undefined ? refusalOf(result.error, holder) : undefined;
  if (refusal === undefined) return afterRefusal(context, token, code);
  const refused = refusal.triesLeft !== undefined;
  return showSession(context, { ...again, problems: refusal.problems, refusedCard: refusal.card, refused });
}

/** The page of a closed link if its state caused the refusal, else the refusal. */
function afterRefusal(context: PageContext, token: string, code: ErrorCode): Promise<Page> | Page {
  const reason = linkClosedBy(code);
  if (reason === undefined) return refusedPage({ code }, context.language);
  return showSession(context, reason === "authenticated" ? { token, notice: "earlierCard" } : { token });
}

function redirect({ redirectUrl }: Pick<CheckoutRedirect, "redirectUrl">): Response {
  return new Response(null, { status: 303, headers: { Location: new URL(redirectUrl).href } });
}
