import type { CardData } from "./cards/card-data.ts";
import type { CardNetwork } from "./card-network/card-network.ts";
import type { CardTables } from "./cards/operations.ts";
import type { Lanes } from "./lanes.ts";
import type { Mode, TenantId } from "./tenant.ts";
import type { Clock, Ids, Notice, Vault } from "./ports.ts";
import type { Settings } from "./settings.ts";
import type { Store } from "./store.ts";

/** Everything that use cases reach the world through, bound once by `createPayments`. */
export interface Context {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly vault: Vault;
  readonly cards: Readonly<Partial<Record<Mode, CardNetwork>>>;
  readonly cardData: CardData;
  readonly cardTables: CardTables;
  readonly settings: Settings;
  readonly lanes: Lanes;
  readonly notify: (notice: Notice) => void;
}

/** The card network of a tenant's mode; undefined where none is bound. */
export function cardNetworkOf(context: Context, tenant: TenantId): CardNetwork | undefined {
  return tenant.endsWith(":live") ? context.cards.live : context.cards.test;
}
