import type {
  AboutApproval,
  BankQuestion,
  CancellationQuestion,
  Gateway,
  KeyedCall,
  PayoutBank,
  ReleaseRequest,
  Store,
  WebhookSender,
} from "@wonflow/core";
import type { BankCall, CardAnswer, CardCall, Flow, ProcessEvent } from "../observation/event.ts";
import { eachGateway, type GatewayName } from "../ports/gateway.ts";
import { watchedWindow } from "../window/watched-window.ts";
import type { ServicePorts } from "../ports/service-ports.ts";

interface Watch {
  readonly flow: () => Flow;
  readonly onEvent: (event: ProcessEvent) => void;
}

/** On the process's side of the wire. */
export function watchedPorts({ vault, ...ports }: ServicePorts, watch: Watch): ServicePorts {
  const { store, gateways, bank, liveBank, webhooks } = ports;
  return {
    vault,
    store: watchedStore(store, watch),
    gateways: eachGateway(gateways, (cards, { name }) => watchedCards(cards, name, watch)),
    bank: watchedBank(bank, watch),
    liveBank: watchedBank(liveBank, watch),
    webhooks: watchedWebhooks(webhooks, watch),
  };
}

function watchedWebhooks(webhooks: WebhookSender, { flow, onEvent }: Watch): WebhookSender {
  return {
    send(message) {
      onEvent({ kind: "sent", flow: flow(), message });
      return webhooks.send(message);
    },
  };
}

function watchedStore(store: Store, { flow: flowNow, onEvent }: Watch): Store {
  async function heard<Answer>(flow: Flow, answer: Promise<Answer>): Promise<Answer> {
    try {
      return await answer;
    } catch (error) {
      onEvent({ kind: "store-failed", flow });
      throw error;
    }
  }
  return {
    ...store,
    async read(tenant, request) {
      const flow = flowNow();
      const snapshot = await heard(flow, store.read(tenant, request));
      onEvent({ kind: "read", flow, tenant, keys: request.keys, records: snapshot.records });
      return snapshot;
    },
    async commit(changeSet) {
      const flow = flowNow();
      const result = await heard(flow, store.commit(changeSet));
      if (result.status === "committed") onEvent({ kind: "stored", flow, changeSet });
      return result;
    },
  };
}

const broken = { outcome: "unknown", reason: "the call broke" } as const;

async function reporting<Answer extends CardAnswer>(
  ask: () => Promise<Answer>,
  tell: (answer: CardAnswer) => void,
): Promise<Answer> {
  try {
    const answer = await ask();
    tell(answer);
    return answer;
  } catch (error) {
    tell(broken);
    throw error;
  }
}

type Handed = Partial<
  AboutApproval & Pick<ReleaseRequest, "tokenKey" | "token"> & Pick<CancellationQuestion, "knownReferences">
> & { readonly reference?: string | null };

function handedBack(
  key: string,
  { approvalKey, approvalReference, reference, authentication, tokenKey, token, knownReferences }: Handed,
) {
  const approval = approvalKey ?? (reference === undefined ? undefined : key);
  return {
    ...(approval !== undefined && { approval: { key: approval, name: approvalReference ?? reference ?? null } }),
    ...(tokenKey !== undefined && { card: { key: tokenKey, name: token ?? null } }),
    ...(knownReferences !== undefined && { knownReferences }),
    ...(authentication !== undefined && { authentication }),
  };
}

function watchedCards(cards: Gateway, gateway: GatewayName, { flow: flowNow, onEvent }: Watch): Gateway {
  function watched<Answer extends CardAnswer>(
    operation: CardCall["operation"],
    { tenant, key, deadline, ...handed }: KeyedCall & Handed,
    ask: () => Promise<Answer>,
  ): Promise<Answer> {
    const call = { operation, tenant, gateway, key, deadline, ...handedBack(key, handed) };
    const asked = { flow: flowNow(), call };
    onEvent({ kind: "called", ...asked });
    return reporting(ask, (answer) => onEvent({ kind: "answered", ...asked, answer }));
  }
  const { keyIn, window } = cards;
  return {
    ...cards,
    ...(keyIn && {
      keyIn: {
        ...keyIn,
        authenticate: (request) => watched("authenticate", request, () => keyIn.authenticate(request)),
        issueToken: (request) => watched("issueToken", request, () => keyIn.issueToken(request)),
        releaseToken: (request) => watched("releaseToken", request, () => keyIn.releaseToken(request)),
      },
    }),
    ...(window && {
      // What the window is asked changes nothing that core relies on.
      window: watchedWindow(window, (question, ask) => watched("lookUp", question, ask)),
    }),
    approve: (request) => watched("approve", request, () => cards.approve(request)),
    cancel: (request) => watched("cancel", request, () => cards.cancel(request)),
    reverse: (request) => watched("reverse", request, () => cards.reverse(request)),
    lookUpApproval: (question) => watched("lookUp", question, () => cards.lookUpApproval(question)),
    lookUpCancellation: (question) => watched("lookUp", question, () => cards.lookUpCancellation(question)),
  };
}

function watchedBank(bank: PayoutBank, { flow: flowNow, onEvent }: Watch): PayoutBank {
  function watched<Answer extends CardAnswer>(
    operation: BankCall["operation"],
    { tenant, key, day, deadline }: BankQuestion & { readonly key?: string; readonly day?: string },
    ask: () => Promise<Answer>,
  ): Promise<Answer> {
    const asked = { flow: flowNow(), call: { operation, tenant, key, day, deadline } };
    onEvent({ kind: "bank-called", ...asked });
    return reporting(ask, (answer) => onEvent({ kind: "bank-answered", ...asked, answer }));
  }
  return {
    ...bank,
    registerSeller: (request) => watched("registerSeller", request, () => bank.registerSeller(request)),
    lookUpSeller: (question) => watched("lookUpSeller", question, () => bank.lookUpSeller(question)),
    submit: (request) => watched("submit", request, () => bank.submit(request)),
    lookUp: (question) => watched("lookUp", question, () => bank.lookUp(question)),
    statement: (question) => watched("statement", question, () => bank.statement(question)),
  };
}
