import {
  ok,
  refuseFor,
  tenantId,
  type Clock,
  type RateLimit,
  type RateLimiter,
  type Result,
  type Tenant,
} from "@wonflow/core";
import type { addressLimits, RateLimits } from "./rate-limits.ts";

/** A heavy read that is under way. */
export interface HeavyRead {
  /** Lets another one begin. May be called more than once. */
  readonly end: () => void;
  /** Elapses when a client has read no part of a streamed answer for too long. */
  readonly idle: () => ReturnType<Clock["after"]>;
}

type BeginHeavyRead = (tenant: Tenant) => Result<HeavyRead | undefined, "TOO_MANY_REQUESTS">;

const retryAfterMs = 1_000;
const idleMs = 30_000;

/** Lets each merchant have so many heavy reads under way in this process, and refuses one more. */
function heavyReads(most: number, clock: Clock): BeginHeavyRead {
  const underWay = new Map<string, number>();

  return (tenant) => {
    const id = tenantId(tenant);
    const before = underWay.get(id) ?? 0;
    if (before >= most) return refuseFor("TOO_MANY_REQUESTS", retryAfterMs);
    underWay.set(id, before + 1);
    let hasEnded = false;
    const end = () => {
      if (hasEnded) return;
      hasEnded = true;
      const left = (underWay.get(id) ?? 1) - 1;
      if (left === 0) underWay.delete(id);
      else underWay.set(id, left);
    };
    return ok({ end, idle: () => clock.after(idleMs) });
  };
}

type AddressLimit = (typeof addressLimits)[number];
type TenantLimit = "merchant" | "pages" | "opening";

/** The limits of an operation: by address first, by merchant once the caller is known. */
export interface OperationLimits {
  readonly address?: AddressLimit;
  readonly tenant?: TenantLimit;
}

type Admitted = Result<undefined, "TOO_MANY_REQUESTS">;

/** Admits a request, or refuses it until its limit allows another. Never rejects, and waits 200 ms at most. */
export interface Admission {
  readonly byAddress: (limit: AddressLimit) => Promise<Admitted>;
  readonly byTenant: (limit: TenantLimit, tenant: Tenant) => Promise<Admitted>;
  /** Begins a heavy read of a merchant; undefined if heavy reads are not limited. */
  readonly heavyRead: BeginHeavyRead;
}

const admitted: Admitted = ok(undefined);

export const openAdmission: Admission = {
  byAddress: async () => admitted,
  byTenant: async () => admitted,
  heavyRead: () => ok(undefined),
};

const patienceMs = 200;
const pauseMs = 5_000;
const quietMs = 60_000;

interface Counting {
  readonly limits: RateLimits;
  readonly limiter: RateLimiter;
  readonly clock: Clock;
}

interface Counted {
  readonly address: string | undefined;
  readonly report: (error: unknown) => void;
}

/**
 * Decides which requests are too many. A limiter that fails, or does not answer within 200 ms, admits the request and
 * every other one for 5 seconds; its failure is reported, once a minute at most.
 */
export function createAdmission({ limits, limiter, clock }: Counting): (request: Counted) => Admission {
  let askedAgainAt = -Infinity;
  let reportsAgainAt = -Infinity;
  const heavyRead = heavyReads(limits.heavyReads, clock);

  async function wait(key: string, limit: RateLimit): Promise<number> {
    const deadline = clock.after(patienceMs);
    try {
      return await Promise.race([limiter.take(key, limit), deadline.elapsed.then(tooLate)]);
    } finally {
      deadline.cancel();
    }
  }

  async function take(key: string, limit: RateLimit, report: Counted["report"]): Promise<Admitted> {
    if (clock.now() < askedAgainAt) return admitted;
    try {
      const waitMs = await wait(key, limit);
      return waitMs > 0 ? refuseFor("TOO_MANY_REQUESTS", Math.min(waitMs, limit.perMs)) : admitted;
    } catch (cause) {
      const now = clock.now();
      askedAgainAt = now + pauseMs;
      if (now < reportsAgainAt) return admitted;
      reportsAgainAt = now + quietMs;
      const reason = cause instanceof Error ? cause.message : String(cause);
      report(new Error(`The rate limiter failed (${reason}), so requests are not limited`, { cause }));
      return admitted;
    }
  }

  return ({ address, report }) => ({
    byAddress: async (name) => (address === undefined ? admitted : take(`${name}/${address}`, limits[name], report)),
    byTenant: async (name, tenant) => {
      const { [tenant.mode]: limit } = limits[name === "pages" ? "merchant" : name];
      return take(`${name}/${tenantId(tenant)}`, limit, report);
    },
    heavyRead,
  });
}

function tooLate(): never {
  throw new Error(`The rate limiter did not answer within ${patienceMs} ms`);
}
