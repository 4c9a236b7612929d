import type { CardNetwork, Store, Vault } from "@wonflow/core";
import type { Caller, Wire } from "../engine/wire.ts";
import { cardsOver } from "./card-network.ts";
import { storeOver } from "./store.ts";
import { vaultOver } from "./vault.ts";

/** The ports over which a process of the service reaches everything outside of it. */
export interface ServicePorts {
  readonly store: Store;
  readonly cards: CardNetwork;
  readonly vault: Vault;
}

/** The ports as one process reaches them: every call goes over the wire. */
export function portsOver(wire: Wire, caller: Caller, { store, cards, vault }: ServicePorts): ServicePorts {
  return {
    store: storeOver(wire, caller, store),
    cards: cardsOver(wire, caller, cards),
    vault: vaultOver(wire, caller, vault),
  };
}
