import { z } from "zod";
import {
  attemptKindRecord,
  attemptKindSchema,
  concluded,
  openAttempt,
  type CallTime,
} from "../../engine/attempt/attempt.ts";
import { routeFields, type Route } from "../../engine/attempt/sending.ts";
import { recordKind, type IndexedKind } from "../../engine/commit/record.ts";
import type { Read } from "../../engine/commit/snapshot.ts";
import { partsOfToken, platform, tenantToken, type Tenant } from "../../engine/tenant/tenant.ts";
import { windowFailures } from "../../gateway/refusals.ts";
import { windowMethods } from "../../merchant/payment-methods.ts";
import type { Ids } from "../../ports.ts";
import { authenticationKey, paymentOfOpening } from "../intent/attempt-keys.ts";
import { loadSession, type OpenedSession } from "./read-session.ts";

const minuteMs = 60_000;

/** The longest that a buyer may stay in the window. */
export const longestOpeningMs = 30 * minuteMs;

export const mostOpenings = 20;

const windowSchema = attemptKindSchema("authentication", {
  ...routeFields,
  intentKey: z.string(),
  sessionId: z.string(),
  method: z.enum(windowMethods),
  /** Won. */
  amount: z.number(),
  /** A return is accepted before it. */
  endsAt: z.number(),
  /** The hash of the token in the addresses of the launch page and the return. */
  tokenHash: z.string(),
  /** How the browser opens the window, sealed; null until the gateway has prepared it. */
  open: z.string().nullable(),
  /** What a browser brought back and the gateway could not check yet, sealed. */
  returned: z.string().nullable(),
  /** The gateway's reference of what the buyer authenticated. */
  reference: z.string().nullable(),
  refusal: z.enum(windowFailures).nullable(),
  /** The merchant's terms that the buyer agreed to before the window opened. */
  agreedTerms: z.object({ url: z.string(), agreedAt: z.number() }).nullable(),
});

/**
 * One opening of the gateway's window. It moves no money, occupies no payment and is never flagged: it ends with its
 * return, with a look-up, or with its time.
 */
export type WindowAttempt = z.output<typeof windowSchema>;

export const windowRecord: IndexedKind<WindowAttempt> = attemptKindRecord(windowSchema);

/** A provider's reference authenticates one opening: a replayed return finds it taken. */
export const windowReferenceRecord = recordKind("windowReference", z.looseObject({ key: z.string() }));

export function windowReferenceRef(gateway: string, reference: string) {
  return windowReferenceRecord.ref(`${gateway}:${reference}`);
}

type Opened = Pick<
  WindowAttempt,
  "intentKey" | "sessionId" | "method" | "amount" | "tokenHash" | "agreedTerms" | keyof Route
>;

/** It is looked at when it ends, unless its return could not be checked before. */
export function openWindowAttempt(key: string, about: Opened, time: CallTime): WindowAttempt {
  const endsAt = time.now + longestOpeningMs;
  const unknownYet = { open: null, returned: null, reference: null, refusal: null };
  // An opening without an outcome needs no operator, so no list of attempts shows it.
  const open = { ...openAttempt({ key, kind: "authentication" as const }, time), lookUpAt: endsAt, accepted: true };
  return { ...open, ...about, ...unknownYet, endsAt };
}

export function refusedWindow(attempt: WindowAttempt, refusal: NonNullable<WindowAttempt["refusal"]>): WindowAttempt {
  // What was sealed for its return is not needed any more.
  return { ...concluded(attempt, "REFUSED"), refusal, open: null, returned: null };
}

/** Names the tenant and the opening, so that both are found without a search, and ends in an unguessable part. */
export function newWindowToken(ids: Ids, tenant: Tenant, { intentKey, number }: NumberedOpening): string {
  return tenantToken("pw", tenant, `${intentKey}${String(number).padStart(2, "0")}${ids.random(secretLength)}`);
}

interface NumberedOpening {
  readonly intentKey: string;
  /** From 1 to 20. */
  readonly number: number;
}

const secretLength = 32;

export interface NamedWindow {
  readonly tenant: Tenant;
  readonly key: string;
}

/** The opening that a token names; the caller must still compare its hash. Undefined for any other text. */
export function openingOfToken(token: string): NamedWindow | undefined {
  const parts = partsOfToken(token);
  const [, intentKey, number] = /^(.{21})(\d{2})[\w-]{32}$/.exec(parts?.rest ?? "") ?? [];
  if (parts === undefined || parts.owner === platform || intentKey === undefined) return undefined;
  const key = authenticationKey(parts.owner, intentKey, Number(number));
  return paymentOfOpening(key) === undefined ? undefined : { tenant: parts.owner, key };
}

/** An opening with its checkout as it is now. */
export interface WindowOfSession extends OpenedSession {
  readonly attempt: WindowAttempt;
}

export async function loadWindow(read: Read, key: string): Promise<WindowOfSession | undefined> {
  const [attempt] = await read(windowRecord.ref(key));
  const opened = attempt && (await loadSession(read, attempt.sessionId));
  return attempt === undefined || opened === undefined ? undefined : { ...opened, attempt };
}
