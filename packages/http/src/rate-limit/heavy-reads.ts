import { ok, refuseFor, tenantId, type Clock, type Result, type Tenant } from "@wonflow/core";

/** A heavy read that is under way. */
export interface HeavyRead {
  /** Lets another one begin. May be called more than once. */
  readonly end: () => void;
  /** Elapses when a client has read no part of a streamed answer for too long. */
  readonly idle: () => ReturnType<Clock["after"]>;
}

export type BeginHeavyRead = (tenant: Tenant) => Result<HeavyRead | undefined, "TOO_MANY_REQUESTS">;

const retryAfterMs = 1_000;
const idleMs = 30_000;

/** Lets each merchant have so many heavy reads under way in this process, and refuses one more. */
export function heavyReads(most: number, clock: Clock): BeginHeavyRead {
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
