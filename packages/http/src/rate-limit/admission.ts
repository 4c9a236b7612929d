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
import { heavyReads, type BeginHeavyRead } from "./heavy-reads.ts";
import type { addressLimits, RateLimits } from "./rate-limits.ts";

export type AddressLimit = (typeof addressLimits)[number];
export type TenantLimit = "merchant" | "pages" | "opening";

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
  let toldAgainAt = -Infinity;
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
      if (now < toldAgainAt) return admitted;
      toldAgainAt = now + quietMs;
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
