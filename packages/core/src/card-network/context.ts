import type { Context } from "../context.ts";
import type { Mode, TenantId } from "../tenant.ts";
import { refuseField } from "../result.ts";
import type { CardNetwork } from "./card-network.ts";

/** What a use case that calls card networks reaches. */
export interface CardNetworkContext extends Context {
  /** The card network of each mode; a mode without one takes no payments. */
  readonly cardNetworks: Readonly<Partial<Record<Mode, CardNetwork>>>;
}

/** The card network of a tenant's mode; undefined where none is bound. */
export function cardNetworkOf(context: CardNetworkContext, tenant: TenantId): CardNetwork | undefined {
  return tenant.endsWith(":live") ? context.cardNetworks.live : context.cardNetworks.test;
}

/** What is refused where no card network is bound in this mode. */
export const noNetworkHere = refuseField("FORBIDDEN_REQUEST", "mode", "takes no payments here: it has no card network");

/** Stands in the place of an outcome where no card network is bound in this mode. */
export const noCardNetwork = { outcome: "unknown", reason: "no card network in this mode" } as const;
