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

/** What is counted by a client's address, and what by a merchant whose key is known. */
export type AddressLimit = (typeof addressLimits)[number];
export type TenantLimit = "merchant" | "pages" | "opening";

/** The limits of an operation: by address before anything else, by merchant once the caller is known. */
export interface OperationLimits {
  readonly address?: AddressLimit;
  readonly tenant?: TenantLimit;
}

type Admitted = Result<undefined, "TOO_MANY_REQUESTS">;

/** Lets a request pass, or refuses it for as long as its limit says. Neither rejects nor waits for long. */
export interface Admission {
  /** A request whose address nobody knows passes. */
  readonly byAddress: (limit: AddressLimit) => Promise<Admitted>;
  readonly byTenant: (limit: TenantLimit, tenant: Tenant) => Promise<Admitted>;
}

const admitted: Admitted = ok(undefined);

/** Lets everything pass. */
export const openAdmission: Admission = {
  byAddress: async () => admitted,
  byTenant: async () => admitted,
};

/** How long a request waits for the limiter, for how long nobody waits once it failed, and how often that is told. */
const patienceMs = 200;
const pauseMs = 5_000;
const quietMs = 60_000;

interface Counting {
  readonly limits: RateLimits;
  readonly limiter: RateLimiter;
  readonly clock: Clock;
}

/** A request that is counted. */
interface Counted {
  /** Undefined where nobody knows it. */
  readonly address: string | undefined;
  /** Told of a limiter that fails. */
  readonly report: (error: unknown) => void;
}

/**
 * The one place that decides how much of anybody's requests is too many. A limiter that fails or is slow holds
 * nothing up: what it does not answer in time passes, and for 5 seconds it is not asked again. That is told, once
 * a minute at most.
 */
export function createAdmission({ limits, limiter, clock }: Counting): (request: Counted) => Admission {
  let askedAgainAt = -Infinity;
  let toldAgainAt = -Infinity;

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
      report(new Error(`The rate limiter failed (${reason}), so requests pass without limits`, { cause }));
      return admitted;
    }
  }

  return ({ address, report }) => ({
    byAddress: async (name) => (address === undefined ? admitted : take(`${name}/${address}`, limits[name], report)),
    byTenant: async (name, tenant) => {
      const { [tenant.mode]: limit } = limits[name === "pages" ? "merchant" : name];
      return take(`${name}/${tenantId(tenant)}`, limit, report);
    },
  });
}

function tooLate(): never {
  throw new Error(`The rate limiter did not answer within ${patienceMs} ms`);
}
