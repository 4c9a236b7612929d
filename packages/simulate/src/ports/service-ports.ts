import type { CardNetwork, PayoutBank, Store, Vault, WebhookSender } from "@wonflow/core";
import type { Caller, Wire } from "../engine/wire.ts";
import { cardsOver, type CardNetworkBehindWire } from "./card-network.ts";
import { bankOver, type PayoutBankBehindWire } from "./payout-bank.ts";
import { storeOver } from "./store.ts";
import { vaultOver } from "./vault.ts";
import { webhookSenderOver } from "./webhook-sender.ts";

export interface ServicePorts {
  readonly store: Store;
  readonly cards: CardNetwork;
  readonly liveCards: CardNetwork;
  readonly bank: PayoutBank;
  readonly liveBank: PayoutBank;
  readonly vault: Vault;
  readonly webhooks: WebhookSender;
}

export interface BehindWire {
  readonly store: Store;
  readonly cards: CardNetworkBehindWire;
  readonly liveCards: CardNetworkBehindWire;
  readonly bank: PayoutBankBehindWire;
  readonly liveBank: PayoutBankBehindWire;
  readonly vault: Vault;
  readonly receive: WebhookSender["send"];
}

export function portsOver(wire: Wire, caller: Caller, behind: BehindWire): ServicePorts {
  const { store, cards, liveCards, bank, liveBank, vault, receive } = behind;
  return {
    store: storeOver(wire, caller, store),
    cards: cardsOver(wire, caller, cards),
    liveCards: cardsOver(wire, caller, liveCards),
    bank: bankOver(wire, caller, bank),
    liveBank: bankOver(wire, caller, liveBank),
    vault: vaultOver(wire, caller, vault),
    webhooks: webhookSenderOver(wire, caller, receive),
  };
}
