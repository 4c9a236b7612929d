import type { Gateway, PayoutBank, Store, Vault, WebhookAnswer, WebhookSender } from "@wonflow/core";
import { type Caller, Unreachable, type Wire } from "../engine/wire.ts";
import { cardsOver, type GatewayBehindWire, eachGateway, type NamedGateways } from "./gateway.ts";
import { bankOver, type PayoutBankBehindWire } from "./payout-bank.ts";
import { type PortCall, shortIds } from "./port-call.ts";
import { storeOver } from "./store.ts";

export interface ServicePorts {
  readonly store: Store;
  readonly gateways: NamedGateways<Gateway>;
  readonly bank: PayoutBank;
  readonly liveBank: PayoutBank;
  readonly vault: Vault;
  readonly webhooks: WebhookSender;
}

export interface BehindWire extends Pick<ServicePorts, "store" | "vault"> {
  readonly gateways: NamedGateways<GatewayBehindWire>;
  readonly bank: PayoutBankBehindWire;
  readonly liveBank: PayoutBankBehindWire;
  readonly receive: WebhookSender["send"];
}

export function portsOver(wire: Wire, caller: Caller, behind: BehindWire): ServicePorts {
  const { store, gateways, bank, liveBank, vault, receive } = behind;
  return {
    store: storeOver(wire, caller, store),
    gateways: eachGateway(gateways, (cards) => cardsOver(wire, caller, cards)),
    bank: bankOver(wire, caller, bank),
    liveBank: bankOver(wire, caller, liveBank),
    vault: vaultOver(wire, caller, vault),
    webhooks: webhookSenderOver(wire, caller, receive),
  };
}

/** In production the vault may be a separate machine. */
function vaultOver(wire: Wire, caller: Caller, vault: Vault): Vault {
  const send = <Answer>(method: string, effect: () => Promise<Answer>) =>
    wire.send(caller, {
      name: `vault.${method}`,
      possible: ["fail-before", "late", "stop"],
      quick: true,
      requestText: () => "",
      effect,
    });
  return {
    hash: (text) => send("hash", () => vault.hash(text)),
    fingerprints: (text) => send("fingerprints", () => vault.fingerprints(text)),
    seal: (text) => send("seal", () => vault.seal(text)),
    open: (envelope) => send("open", () => vault.open(envelope)),
  };
}

/** A connection that breaks is an answer too. */
function webhookSenderOver(wire: Wire, caller: Caller, receive: WebhookSender["send"]): WebhookSender {
  return {
    async send(message) {
      const call: PortCall<WebhookAnswer> = {
        name: "webhooks.send",
        possible: ["stop", "fail-before", "fail-after", "late", "twice", "sleep"],
        requestText: () => `${shortIds(message.id)} to ${message.url}`,
        answerText: (answer) => (answer.outcome === "answered" ? String(answer.status) : answer.reason),
        effect: () => receive(message),
        about: () => [{ key: { kind: "webhookDelivery", id: message.id } }],
      };
      try {
        return await wire.send(caller, call);
      } catch (error) {
        if (error instanceof Unreachable) return { outcome: "failed", reason: "the connection broke", ms: 0 };
        throw error;
      }
    },
  };
}
