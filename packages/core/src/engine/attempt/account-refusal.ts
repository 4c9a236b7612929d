import type { Context } from "../../context.ts";
import type { ErrorCode } from "../../error-messages.ts";
import type { ProviderSaid } from "../../ports.ts";
import { tenantId, type Tenant } from "../tenant/tenant.ts";

/**
 * Refusals of any call for which the merchant or the service is responsible: its credentials, its contract, a limit of
 * its account. Operators are notified of them.
 */
export const accountRefusals = [
  "UNAUTHORIZED_PROVIDER_KEY",
  "PROVIDER_NOT_AGREED",
  "EXCEED_PROVIDER_LIMIT",
] as const satisfies readonly ErrorCode[];

const quietMs = 60 * 60 * 1000;

/**
 * Counts a refusal for which the merchant or the service is responsible, and returns how many of its provider and code
 * to report now, this one included. The first is reported at once, the following ones once an hour. Each process counts
 * its own.
 */
export type AccountWatch = (provider: string, code: string, now: number) => number;

export function createAccountWatch(): AccountWatch {
  const reported = new Map<string, { readonly at: number; unreported: number }>();
  return (provider, code, now) => {
    const name = `${provider} ${code}`;
    const last = reported.get(name);
    if (last !== undefined && now - last.at < quietMs) {
      last.unreported += 1;
      return 0;
    }
    reported.set(name, { at: now, unreported: 0 });
    return 1 + (last?.unreported ?? 0);
  };
}

export interface WatchingContext extends Context {
  readonly accountWatch: AccountWatch;
}

interface Answered {
  readonly key: string;
  /** The name of the gateway that answered; null of a payout bank. */
  readonly gateway: string | null;
  readonly answer: { readonly outcome: string; readonly code?: string; readonly provider?: ProviderSaid | undefined };
}

/** Notifies the operator of a refusal that lasts until its cause is fixed. */
export function reportAccountRefusal(
  context: WatchingContext,
  tenant: Tenant,
  { key, gateway, answer }: Answered,
): void {
  const code = accountRefusals.find((each) => each === answer.code);
  if (answer.outcome !== "refused" || code === undefined) return;
  const count = context.accountWatch(`${tenant.mode} ${gateway ?? "payout bank"}`, code, context.clock.now());
  if (count === 0) return;
  const { provider } = answer;
  context.notify({
    kind: "provider-account-refused",
    tenant: tenantId(tenant),
    attempt: key,
    gateway,
    code,
    count,
    ...(provider !== undefined && { provider }),
  });
}
