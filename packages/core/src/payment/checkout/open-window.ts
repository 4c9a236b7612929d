import { z } from "zod";
import { callTime, isConcluded } from "../../engine/attempt/attempt.ts";
import { knownRefusal, refusedIfNotSent, type Outcome } from "../../engine/attempt/call.ts";
import { decideAndCommit, loadOnce } from "../../engine/commit/commit.ts";
import { advance } from "../../engine/commit/state-table.ts";
import { validate } from "../../engine/request/validate.ts";
import { seoulTime } from "../../engine/time/seoul-time.ts";
import { askWindow, gatewayOf, newRoutes, offersOf, type GatewayContext } from "../../gateway/context.ts";
import { openingRefusals, type OpeningRefusal } from "../../gateway/refusals.ts";
import type { Opening } from "../../gateway/window.ts";
import { allows, windowMethods } from "../../merchant/payment-methods.ts";
import { suspendedRefusal } from "../../merchant/merchant.ts";
import { ok, refuse, refuseField } from "../../result.ts";
import { authenticationKey } from "../intent/attempt-keys.ts";
import { sessionRecord, sessionStates } from "../intent/session.ts";
import { addressBeside } from "../intent/view.ts";
import { agreementTo } from "./authenticate.ts";
import { decideOnLink, linkErrors, nameSession, type NamedSession, type OpenedSession } from "./read-session.ts";
import { successRedirect, type BuyerOptions } from "./redirect.ts";
import {
  loadWindow,
  longestOpeningMs,
  mostOpenings,
  newWindowToken,
  openingOfToken,
  openWindowAttempt,
  refusedWindow,
  windowRecord,
  type WindowAttempt,
} from "./window-attempt.ts";

/** What a buyer chooses before the gateway's window opens. */
export const windowChoiceSchema = z
  .object({
    method: z.enum(windowMethods).meta({ description: "One of the link's `methods`, without KEYIN" }),
    device: z.enum(["PC", "MOBILE"]),
    termsAgreed: z.boolean().optional().meta({
      description: "Whether the buyer has agreed to the merchant's terms; must be true if those require consent",
    }),
  })
  .meta({ id: "WindowChoice" });

export type WindowChoice = z.input<typeof windowChoiceSchema>;

/** Where the buyer's browser goes next. */
export const openedWindowSchema = z
  .object({
    windowUrl: z
      .string()
      .meta({ description: "The page that opens the gateway's window, in the browser's top window" }),
    endsAt: z.string().meta({ description: "ISO 8601: until when the buyer may come back from it" }),
  })
  .meta({ id: "OpenedWindow" });

export type OpenedWindow = z.output<typeof openedWindowSchema>;

export const openWindowErrors = [
  "INVALID_REQUEST",
  "FORBIDDEN_REQUEST",
  ...linkErrors,
  "EXCEED_MAX_AUTH_COUNT",
  ...openingRefusals,
  "CONCURRENT_REQUEST",
] as const;

interface ChosenWindow extends BuyerOptions {
  readonly choice: z.output<typeof windowChoiceSchema>;
  readonly offers: ReadonlyMap<string, readonly string[]>;
}

/**
 * Opens the gateway's window for a link, in place of its earlier opening. The opening is committed with the order id of
 * the provider before the browser leaves; then the gateway prepares its window.
 */
export async function openWindow(
  context: GatewayContext,
  token: string,
  { input, language }: BuyerOptions & { readonly input: WindowChoice },
) {
  const choice = validate(windowChoiceSchema, input);
  if (!choice.ok) return choice;
  const named = await nameSession(context, token);
  if (!named.ok) return named;
  const { tenant } = named.value;
  const offers = await offersOf(context, tenant);
  const chosen: ChosenWindow = { choice: choice.value, offers, language };
  const committed = await commitOpening(context, named.value, chosen);
  if (!committed.ok) return committed;
  if ("redirectUrl" in committed.value) return ok(committed.value);
  const { attempt, windowToken, orderName, taxFreeAmount } = committed.value;
  const { method, amount, endsAt, deadline: until } = attempt;
  const windowUrl = windowAddress(context, windowToken);
  const answered = await askWindow(context, { tenant, attempt, until }, (window, question) =>
    window.begin({
      ...question,
      purpose: "payment",
      method,
      amount,
      taxFreeAmount,
      orderName,
      until: endsAt,
      device: choice.value.device,
      language: language ?? "ko",
      returnUrl: returnAddress(context, windowToken),
    }),
  );
  const prepared = refusedIfNotSent(answered);
  const checked = prepared.outcome === "done" && !isOpening(prepared.value) ? mismatch : prepared;
  const decided = await concludeOpening(context, { ...named.value, attempt, prepared: checked });
  return decided.ok ? ok<OpenedWindow>({ windowUrl, endsAt: seoulTime(decided.value.endsAt) }) : decided;
}

const mismatch = { outcome: "unknown", reason: "the answer does not match" } as const;

async function commitOpening(context: GatewayContext, named: NamedSession, chosen: ChosenWindow) {
  const { tenant } = named;
  const routes = await newRoutes(context, tenant);
  const [session] = await loadOnce(context, tenant, (read) => read(sessionRecord.ref(named.id)));
  const number = (session?.openings ?? 0) + 1;
  const intentKey = session?.intentKey ?? "";
  const windowToken = newWindowToken(context.ids, tenant, { intentKey, number });
  const tokenHash = await context.vault.hash(windowToken);
  const former = session?.opening == null ? undefined : windowRecord.ref(session.opening.key);
  return decideOnLink(context, { ...named, also: former }, (opened, now, earlier) => {
    const { intent, merchant } = opened;
    if (opened.session.status === "AUTHENTICATED") return { answer: ok(successRedirect(opened)) };
    // Another opening was faster: its token has this number.
    if (opened.session.openings + 1 !== number) return { answer: refuse("CONCURRENT_REQUEST") };
    const gateway = gatewayOf(context, tenant, merchant);
    const refused = openingRefusal(opened, { ...chosen, gateway, now }) ?? routes.refusal(gateway);
    if (refused !== undefined) return { answer: refused };
    const { method, termsAgreed = false } = chosen.choice;
    const key = authenticationKey(tenant, intentKey, number);
    const agreedTerms = agreementTo(merchant, { termsAgreed, now });
    const about = { intentKey, sessionId: named.id, method, amount: intent.totalAmount, tokenHash, agreedTerms };
    const attempt = openWindowAttempt(key, { ...about, ...routes.to(gateway) }, callTime(context, now));
    const writes = [
      windowRecord.make(attempt),
      sessionRecord.write({
        ...opened.session,
        status: advance(sessionStates, opened.session.status, "open-window"),
        openings: number,
        opening: { key, method, endsAt: attempt.endsAt, failure: null },
      }),
      ...(earlier !== undefined && !isConcluded(earlier)
        ? [windowRecord.write(refusedWindow(earlier, "PAY_PROCESS_CANCELED"))]
        : []),
    ];
    const { orderName, taxFreeAmount } = intent;
    return { answer: ok({ attempt, windowToken, orderName, taxFreeAmount }), changes: { writes } };
  });
}

/** Undefined while the buyer may open the window by this method. */
function openingRefusal(
  { session, merchant }: OpenedSession,
  { choice, offers, gateway, now }: ChosenWindow & { readonly gateway: string; readonly now: number },
) {
  const suspended = suspendedRefusal(merchant);
  if (suspended !== undefined) return suspended;
  const { terms, contracts } = merchant;
  if (terms?.consent === true && choice.termsAgreed !== true) {
    return refuseField("INVALID_REQUEST", "termsAgreed", `must be true: agree to ${terms.url}`);
  }
  if (now >= session.expiresAt) return refuse("EXPIRED_PAYMENT_SESSION");
  if (session.openings >= mostOpenings) return refuse("EXCEED_MAX_AUTH_COUNT");
  const offered = windowMethods.filter(
    (method) =>
      offers.get(gateway)?.includes(method) === true &&
      allows(session.methods, method) &&
      allows(contracts.methods, method),
  );
  if (offered.includes(choice.method)) return undefined;
  const problem = offered.length === 0 ? "is not offered: type a card" : `must be one of ${offered.join(", ")}`;
  return refuseField("INVALID_REQUEST", "method", problem);
}

interface PreparedOpening extends NamedSession {
  readonly attempt: WindowAttempt;
  readonly prepared: Outcome<Opening, OpeningRefusal>;
}

/** Keeps how the window opens, or brings the choices back. */
async function concludeOpening(context: GatewayContext, { tenant, id, attempt: { key }, prepared }: PreparedOpening) {
  const open = prepared.outcome === "done" ? await context.vault.seal(JSON.stringify(prepared.value.open)) : null;
  return decideAndCommit(context, {
    tenant,
    lane: id,
    load: (read) => loadWindow(read, key),
    decide: (loaded) => {
      if (loaded === undefined) throw new Error(`attempt ${key} has no record`);
      const { attempt, session } = loaded;
      // Another opening, or another end of the link, came meanwhile.
      const isCurrent = session.status === "IN_WINDOW" && session.opening?.key === key;
      if (isConcluded(attempt) || !isCurrent) return { answer: refuse("CONCURRENT_REQUEST") };
      if (prepared.outcome === "done") {
        const endsAt = attempt.openedAt + Math.min(prepared.value.lastsMs, longestOpeningMs);
        const ready = { ...attempt, open, endsAt, lookUpAt: endsAt };
        const opening = { key, method: attempt.method, endsAt, failure: null };
        const writes = [windowRecord.write(ready), sessionRecord.write({ ...session, opening })];
        return { answer: ok(ready), changes: { writes } };
      }
      const code = prepared.outcome === "refused" ? knownRefusal(openingRefusals, prepared.code) : "PROVIDER_ERROR";
      const status = advance(sessionStates, session.status, "close-window");
      const opening = { key, method: attempt.method, endsAt: attempt.endsAt, failure: code };
      const writes = [
        windowRecord.write(refusedWindow(attempt, code)),
        sessionRecord.write({ ...session, status, opening }),
      ];
      return { answer: refuse(code), changes: { writes } };
    },
  });
}

/** Whether an answer can open a window: addresses are http or https, and nothing is longer than a page may be. */
function isOpening({ lastsMs, open }: Opening): boolean {
  if (!Number.isSafeInteger(lastsMs) || lastsMs <= 0 || !/^https?:\/\/[^\s"'<>\\]{1,2000}$/.test(open.url))
    return false;
  return JSON.stringify(open).length <= longestOpening;
}

const longestOpening = 64 * 1024;

/** The launch page of an opening: of an origin of its own if the host has one for them. */
function windowAddress({ settings: { checkoutUrl, windowUrl } }: GatewayContext, token: string): string {
  return addressBeside(windowUrl ?? checkoutUrl, `windows/${token}`);
}

function returnAddress({ settings: { checkoutUrl } }: GatewayContext, token: string): string {
  return addressBeside(checkoutUrl, `windows/${token}/return`);
}

export const readWindowErrors = ["NOT_FOUND_PAYMENT_SESSION", "EXPIRED_PAYMENT_SESSION"] as const;

/** How a launch page opens the window. */
export interface WindowToOpen {
  readonly open: Opening["open"];
  /** The origin that serves nothing but such pages; null if the host has none. */
  readonly windowOrigin: string | null;
}

/** Reads an opening for its launch page: the same one however often the page is loaded. */
export async function readWindow(context: GatewayContext, token: string) {
  const named = openingOfToken(token);
  if (named === undefined) return refuse("NOT_FOUND_PAYMENT_SESSION");
  const tokenHash = await context.vault.hash(token);
  const now = context.clock.now();
  const loaded = await loadOnce(context, named.tenant, (read) => loadWindow(read, named.key));
  if (loaded === undefined || loaded.attempt.tokenHash !== tokenHash) return refuse("NOT_FOUND_PAYMENT_SESSION");
  const { attempt, session } = loaded;
  const isCurrent = session.status === "IN_WINDOW" && session.opening?.key === attempt.key && now < attempt.endsAt;
  if (!isCurrent || isConcluded(attempt) || attempt.open === null) return refuse("EXPIRED_PAYMENT_SESSION");
  // It was checked when it was sealed.
  const open = JSON.parse(await context.vault.open(attempt.open)) as Opening["open"];
  const windowOrigin = /^https?:\/\/[^/?#]+/.exec(context.settings.windowUrl ?? "")?.[0] ?? null;
  return ok<WindowToOpen>({ open, windowOrigin });
}
