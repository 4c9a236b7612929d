import { z } from "zod";

import { decideAndCommit } from "../commit/commit.ts";
import type { IndexedKind } from "../commit/record.ts";
import type { Context } from "../../context.ts";
import { ok, type Refused } from "../../result.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { isConcluded, type Attempt } from "./attempt.ts";
import type { Found } from "./call.ts";
import type { ErrorCode } from "../../error-messages.ts";

/** The name of a mode's gateway where only one is bound, without a name. */
export const unnamedGateway = "default";

/** Names are stored with payments permanently: they are short, and safe in logs and metrics. */
export const gatewayNameSchema = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/, "must be 1 to 40 of a–z, 0–9 and -, without - at its ends");

/** Where a call to a gateway goes. Stored with its attempt. */
export const routeFields = {
  /** The name under which the gateway is bound. */
  gateway: z.string().default(unnamedGateway),
  /** The gateway's name of the credentials that the call was last sent with; null if it has none. */
  credentials: z.string().nullable().default(null),
};

export interface Route {
  readonly gateway: string;
  readonly credentials: string | null;
}

/** The routes of a tenant's new calls. */
export interface Routes {
  readonly to: (gateway: string) => Route;
  /** Refuses a gateway that is not bound, or where the tenant has no account. */
  readonly refusal: (gateway: string) => Refused<"FORBIDDEN_REQUEST"> | undefined;
}

interface Promises {
  readonly settlesWithinMs: number;
}

/** Whether the last call of an attempt has taken effect by now, or never will. */
export function isSettled({ deadline, sendings }: Attempt, { settlesWithinMs }: Promises, now: number): boolean {
  return sendings === 0 || now >= deadline + settlesWithinMs;
}

/** `not-found` is no answer until the call has settled: before that it may still take effect. */
export function believed<Value, Code extends ErrorCode>(
  found: Found<Value, Code>,
  settled: boolean,
): Found<Value, Code> {
  return found.outcome === "not-found" && !settled ? inFlight : found;
}

export const inFlight = { outcome: "unknown", reason: "not found, but the call may still be in flight" } as const;

interface Sending<Body extends Attempt> {
  readonly record: IndexedKind<Body>;
  /** As the sender knows it. */
  readonly attempt: Body;
  /** What else the sender knows by now. */
  readonly change?: Partial<Body>;
  /** The deadline of the request that sends it; by default the call has a request's whole time. */
  readonly until?: number;
  /** Whether what the sender relied on has changed by the time of the commit, in milliseconds since 1970. */
  readonly isStale?: (current: Body, now: number) => boolean;
}

/**
 * Claims the sending of an attempt's call, also of a repeated one: commits its deadline, so that one process sends at a
 * time and the wait counts from the last call. Undefined if another process was faster or has ended the attempt.
 */
export async function claimSending<Body extends Attempt>(
  context: Context,
  tenant: Tenant,
  { record, attempt, change, until, isStale = () => false }: Sending<Body>,
): Promise<Body | undefined> {
  const claimed = await decideAndCommit(context, {
    tenant,
    lane: attempt.key,
    load: (read) => read(record.ref(attempt.key)),
    decide: ([current], now) => {
      if (current === undefined) throw new Error(`attempt ${attempt.key} has no record`);
      const isAsKnown = current.deadline === attempt.deadline && current.sendings === attempt.sendings;
      const isOver = isConcluded(current) !== isConcluded(attempt);
      const deadline = until ?? now + context.settings.requestDeadlineMs;
      if (isOver || !isAsKnown || isStale(current, now) || deadline <= now) return { answer: ok(undefined) };
      const sent: Body = { ...current, ...change, deadline, lookUpAt: deadline, sendings: current.sendings + 1 };
      return { answer: ok(sent), changes: { writes: [record.write(sent)] } };
    },
  });
  return claimed.ok ? claimed.value : undefined;
}
