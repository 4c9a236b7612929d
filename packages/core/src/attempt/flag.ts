import type { Context } from "../context.ts";
import { tenantId, type Tenant } from "../tenant/tenant.ts";
import type { Attempt } from "./attempt.ts";

/** An attempt that has become one that people should look at. */
export interface NewFlag {
  readonly key: string;
  /** In English, for whoever runs the service. */
  readonly reason: string;
}

/**
 * What people are told of a change of an attempt: undefined unless it has become flagged by it. A decision
 * asks, as it alone knows what was stored before; so each flag is told by the one whose commit set it.
 *
 * @param finding what the provider said, where that is why people should look
 */
export function newFlag(before: Attempt, after: Attempt, finding?: string): NewFlag | undefined {
  if (!after.flagged || before.flagged) return undefined;
  return { key: after.key, reason: finding ?? `${after.kind} without an outcome after ${after.lookUps} look-ups` };
}

/** Tells people of a flag that was committed. */
export function tellFlag(context: Context, tenant: Tenant, flag: NewFlag | undefined): void {
  if (flag === undefined) return;
  const { key, reason } = flag;
  context.notify({ kind: "attempt-flagged", tenant: tenantId(tenant), attempt: key, reason });
}
