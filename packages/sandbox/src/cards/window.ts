import {
  windowMethods,
  type AuthenticatedMethod,
  type AuthenticationQuestion,
  type Clock,
  type Found,
  type Ids,
  type OpeningRequest,
  type PaidMethod,
  type PaymentWindow,
  type Returned,
  type ReturnedRequest,
  type TenantId,
  type WindowRefusal,
} from "@wonflow/core";
import { isAmount, isKey, otherContent, recordKey, refusal, type Decision } from "../calls/book.ts";
import type { CallEntry, ChoiceEntry, OpeningEntry } from "./journal-entry.ts";
import type { CardProvider, GatewayRecords, OpeningRecord } from "./records.ts";
import { masked } from "./refusals.ts";
import { testCards } from "./test-cards.ts";
import { newToken } from "./token.ts";
import { choicesOf, type WindowChoice } from "./window-choices.ts";

const minuteMs = 60_000;

/** For how long the simulated gateway approves what a buyer has authenticated, in milliseconds. */
export const approvableForMs = 10 * minuteMs;

/** What the buyer's browser brings to the return address. */
export interface BrowserReturn {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
  /** How often it does so. */
  readonly times: 1 | 2;
}

/** The simulated window, as its page and tests use it. */
export interface SandboxWindows {
  /** The opening of this key, also one that another process has on record. */
  find(tenant: TenantId, key: string): Promise<OpeningRecord | undefined>;
  /**
   * Does what a buyer chooses in the window, and returns the browser's fields; undefined for an opening or a
   * choice that does not exist. The first choice of an opening stands.
   */
  choose(tenant: TenantId, key: string, choice: string): Promise<BrowserReturn | undefined>;
}

interface Parts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly provider: CardProvider;
  readonly windowUrl: () => string;
}

/** The window of the simulated gateway. It keeps each opening and each choice in its journal. */
export function windowCalls({ clock, provider, windowUrl }: Parts): PaymentWindow {
  const { send, deciding } = provider;
  return {
    approvableForMs,
    methods: async () => windowMethods,
    async begin(request) {
      const deliver = deciding((records) =>
        decideOpening(records, request, { now: clock.now(), windowUrl: windowUrl() }),
      );
      return send("begin", request, { deliver });
    },
    async finish(request) {
      const deliver = deciding((records) => ({ answer: returnedOf(records, request, clock.now()) }));
      return send("finish", request, { deliver });
    },
    async lookUpAuthentication(question) {
      const deliver = deciding((records) => ({ answer: findAuthentication(records, question, clock.now()) }));
      return send("finish", question, { deliver });
    },
  };
}

export function sandboxWindows({ clock, ids, provider }: Omit<Parts, "windowUrl">): SandboxWindows {
  const { deciding } = provider;
  return {
    find: (tenant, key) => deciding((records) => ({ answer: records.openings.get(recordKey(tenant, key)) }))(),
    choose: (tenant, key, choice) =>
      deciding((known) => decideChoice(known, { tenant, key, choice, now: clock.now(), random: ids.random(16) }))(),
  };
}

type OpeningAnswer = Awaited<ReturnType<PaymentWindow["begin"]>>;

function decideOpening(
  records: GatewayRecords,
  request: OpeningRequest,
  { now, windowUrl }: { readonly now: number; readonly windowUrl: string },
): Decision<OpeningAnswer, CallEntry> {
  const { tenant, key, method, amount, taxFreeAmount, orderName, returnUrl, until, language } = request;
  if (!isKey(key) || !isAmount(amount)) return refusal("PROVIDER_ERROR");
  const earlier = records.calls.get(recordKey(tenant, key));
  const isSame = earlier?.op === "begin" && earlier.amount === amount && earlier.method === method;
  if (earlier !== undefined && !isSame) return otherContent(earlier);
  const query = new URLSearchParams({ tenant, key });
  const open = { kind: "redirect", url: `${windowUrl}?${query.toString()}` } as const;
  const answer = { outcome: "done", value: { lastsMs: Math.max(1, until - now), open } } as const;
  if (earlier !== undefined) return { answer };
  const about = { method, amount, taxFreeAmount, orderName, returnUrl, until, language };
  const entry: OpeningEntry = { op: "begin", tenant, key, at: now, refused: null, ...about };
  return { entry, answer };
}

interface Chosen {
  readonly tenant: TenantId;
  readonly key: string;
  readonly choice: string;
  readonly now: number;
  readonly random: string;
}

function decideChoice(
  records: GatewayRecords,
  { tenant, key, choice: name, now, random }: Chosen,
): Decision<BrowserReturn | undefined, CallEntry> {
  const opening = records.openings.get(recordKey(tenant, key));
  const choice = opening && choicesOf(opening.method, opening.amount).find((each) => each.name === name);
  if (opening === undefined || choice === undefined) return { answer: undefined };
  if (opening.chosen !== null) return { answer: browserReturn(opening, choice) };
  // A window that is left without a decision authenticates nothing.
  if (choice.browser === "cancels") return { answer: browserReturn(opening, choice) };
  const card = testCards.find((each) => each.name === choice.card);
  if (card === undefined) throw new Error(`no test card is called ${choice.card}`);
  const { refuse = null, knownAfterMs = 0, discountAmount = 0, installmentPlanMonths = 0 } = choice;
  const entry: ChoiceEntry = {
    op: "choose",
    tenant,
    key: `${key}.choice`,
    at: now,
    openingKey: key,
    refused: refuse,
    reference: refuse === null ? newToken(card, tenant, random) : null,
    knownAt: now + knownAfterMs,
    discountAmount,
    installmentPlanMonths,
  };
  return { entry, answer: browserReturn({ ...opening, chosen: entry }, choice) };
}

function browserReturn(opening: OpeningRecord, { browser }: WindowChoice): BrowserReturn {
  const { key, amount, chosen, returnUrl: url } = opening;
  const times = browser === "twice" ? 2 : 1;
  if (browser === "cancels" || chosen === null) return { url, times, fields: { orderId: key, result: "canceled" } };
  if (chosen.refused !== null) {
    return { url, times, fields: { orderId: key, result: "failed", code: chosen.refused } };
  }
  const said = browser === "forges" ? amount + 1 : amount;
  const reference = chosen.reference ?? "";
  return { url, times, fields: { orderId: key, result: "done", amount: String(said), reference } };
}

/** Judges what a browser brought back by the gateway's own record. */
function returnedOf(records: GatewayRecords, request: ReturnedRequest, now: number): Returned {
  const { tenant, key, fields } = request;
  const { orderId, result, amount, reference } = fields;
  const opening = records.openings.get(recordKey(tenant, key));
  if (opening === undefined || orderId !== key) return { outcome: "forged" };
  const { chosen } = opening;
  if (result === "canceled") return { outcome: "unsigned", code: "PAY_PROCESS_CANCELED" };
  if (chosen === null) return { outcome: "forged" };
  if (chosen.refused !== null) {
    return result === "failed" ? { outcome: "refused", code: chosen.refused } : { outcome: "forged" };
  }
  const isTrue = result === "done" && amount === String(opening.amount) && reference === chosen.reference;
  if (!isTrue || request.amount !== opening.amount) return { outcome: "forged" };
  return authenticationOf(opening, chosen, now);
}

function findAuthentication(
  records: GatewayRecords,
  { tenant, key }: AuthenticationQuestion,
  now: number,
): Found<AuthenticatedMethod, WindowRefusal> {
  const opening = records.openings.get(recordKey(tenant, key));
  if (opening?.chosen == null) return { outcome: "not-found" };
  const { chosen } = opening;
  if (chosen.refused !== null) return { outcome: "refused", code: chosen.refused };
  return authenticationOf(opening, chosen, now);
}

function authenticationOf(
  opening: OpeningRecord,
  chosen: ChoiceEntry,
  now: number,
): Found<AuthenticatedMethod, never> & Returned {
  if (now < chosen.knownAt) return { outcome: "unknown", reason: "the authentication is still being processed" };
  const { key, amount } = opening;
  const reference = chosen.reference ?? "";
  const value = { key, reference, amount, authenticatedAt: chosen.knownAt, paidWith: paidWith(opening, chosen) };
  return { outcome: "done", value };
}

/** What the gateway shows of a payment in its window. */
export function paidWith({ method }: OpeningRecord, chosen: ChoiceEntry): PaidMethod {
  const { reference, discountAmount, installmentPlanMonths } = chosen;
  if (method === "TRANSFER") return { method, transfer: { bankCode: "004" } };
  if (method !== "CARD") return { method: "EASY_PAY", easyPay: { provider: method, discountAmount } };
  const card = testCards.find(({ name }) => reference?.startsWith(`sbx_${name}_`));
  const issuerCode = card?.issuerCode ?? null;
  const maskedNumber = card === undefined ? null : masked(card.number);
  return { method, card: { issuerCode, maskedNumber, installmentPlanMonths } };
}
