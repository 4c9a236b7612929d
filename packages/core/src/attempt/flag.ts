import type { Context } from "../context.ts";
import { tenantId, type Tenant } from "../tenant/tenant.ts";
import type { Attempt } from "./attempt.ts";

export interface NewFlag {
  readonly key: string;
  /** In English, for the service's operators. */
  readonly reason: string;
}

/**
 * The flag of an attempt that a change has flagged; undefined otherwise. Only the decision knows the attempt before, so
 * each flag is told once, by the commit that set it.
 *
 * @param finding the provider's answer, where that is the reason
 */
export function newFlag(before: Attempt, after: Attempt, finding?: string): NewFlag | undefined {
  if (!after.flagged || before.flagged) return undefined;
  return { key: after.key, reason: finding ?? `${after.kind} without an outcome after ${after.lookUps} look-ups` };
}

export function tellFlag(context: Context, tenant: Tenant, flag: NewFlag | undefined): void {
  if (flag === undefined) return;
  const { key, reason } = flag;
  context.notify({ kind: "attempt-flagged", tenant: tenantId(tenant), attempt: key, reason });
}
