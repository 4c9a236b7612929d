import type { ProviderSaid } from "../ports.ts";
import type { Context } from "../context.ts";
import { tenantId, type Tenant } from "../tenant/tenant.ts";
import { accountRefusals } from "./refusals.ts";

const quietMs = 60 * 60 * 1000;

/**
 * Takes a refusal that is the merchant's or the service's fault, and answers how many of its network and code are to be
 * told now, this one included. The first is told at once, and the next ones once an hour. Each process counts its own.
 */
export type AccountWatch = (network: string, code: string, now: number) => number;

export function createAccountWatch(): AccountWatch {
  const told = new Map<string, { readonly at: number; untold: number }>();
  return (network, code, now) => {
    const name = `${network} ${code}`;
    const last = told.get(name);
    if (last !== undefined && now - last.at < quietMs) {
      last.untold += 1;
      return 0;
    }
    told.set(name, { at: now, untold: 0 });
    return 1 + (last?.untold ?? 0);
  };
}

interface Answered {
  readonly key: string;
  /** The name of the network that answered. */
  readonly network: string;
  readonly answer: { readonly outcome: string; readonly code?: string; readonly provider?: ProviderSaid | undefined };
}

/** Tells people of a refusal that lasts until they mend it. */
export function tellAccountRefusal(
  context: Context & { readonly accountWatch: AccountWatch },
  tenant: Tenant,
  { key, network, answer }: Answered,
): void {
  const code = accountRefusals.find((each) => each === answer.code);
  if (answer.outcome !== "refused" || code === undefined) return;
  const count = context.accountWatch(`${tenant.mode} ${network}`, code, context.clock.now());
  if (count === 0) return;
  const { provider } = answer;
  context.notify({
    kind: "provider-account-refused",
    tenant: tenantId(tenant),
    attempt: key,
    network,
    code,
    count,
    ...(provider !== undefined && { provider }),
  });
}
