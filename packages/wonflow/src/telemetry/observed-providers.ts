import { namedGateways, type Gateway, type GivenGateways, type Mode, type PayoutBank } from "@wonflow/core";

import { providerCalls } from "./provider-calls.ts";

type OfModes<Port> = { readonly test?: Port; readonly live?: Port };

/** The ports of both modes, each with spans around its calls. */
export function observed<Port>({ test, live }: OfModes<Port>, observe: (port: Port) => Port): OfModes<Port> {
  return {
    ...(test !== undefined && { test: observe(test) }),
    ...(live !== undefined && { live: observe(live) }),
  };
}

/** The gateways of both modes by name, each with spans around its calls. */
export function observedGateways({ test, live }: OfModes<GivenGateways>): OfModes<GivenGateways> {
  const observe = (mode: Mode, given: GivenGateways) => {
    const gateways = [...namedGateways(mode, given)];
    return Object.fromEntries(gateways.map(([name, gateway]) => [name, observedGateway(name, gateway)]));
  };
  return {
    ...(test !== undefined && { test: observe("test", test) }),
    ...(live !== undefined && { live: observe("live", live) }),
  };
}

function observedGateway(name: string, gateway: Gateway): Gateway {
  const ask = providerCalls("gateway", name);
  const statement = gateway.statement?.bind(gateway);
  const credentials = gateway.credentials?.bind(gateway);
  const { installmentMonths } = gateway;
  return {
    get sandbox() {
      return gateway.sandbox;
    },
    get settlesWithinMs() {
      return gateway.settlesWithinMs;
    },
    get reversibleForMs() {
      return gateway.reversibleForMs;
    },
    get storesCheckedCards() {
      return gateway.storesCheckedCards;
    },
    get repeatsCancellations() {
      return gateway.repeatsCancellations;
    },
    ...(installmentMonths && { installmentMonths }),
    ...(credentials && { credentials }),
    authenticate: (request) => ask("authenticate", request, async () => gateway.authenticate(request)),
    issueToken: (request) => ask("issue-token", request, async () => gateway.issueToken(request)),
    releaseToken: (request) => ask("release-token", request, async () => gateway.releaseToken(request)),
    approve: (request) => ask("approve", request, async () => gateway.approve(request)),
    cancel: (request) => ask("cancel", request, async () => gateway.cancel(request)),
    reverse: (request) => ask("reverse", request, async () => gateway.reverse(request)),
    lookUpApproval: (question) => ask("look-up", question, async () => gateway.lookUpApproval(question)),
    lookUpCancellation: (question) => ask("look-up", question, async () => gateway.lookUpCancellation(question)),
    ...(statement && {
      statement: (question) => ask("statement", question, async () => statement(question)),
    }),
  };
}

export function observedPayoutBank(bank: PayoutBank): PayoutBank {
  const ask = providerCalls("payout-bank");
  const { sandbox } = bank;
  return {
    ...(sandbox !== undefined && { sandbox }),
    registerSeller: (request) => ask("register-seller", request, async () => bank.registerSeller(request)),
    lookUpSeller: (question) => ask("look-up-seller", question, async () => bank.lookUpSeller(question)),
    submit: (request) => ask("submit", request, async () => bank.submit(request)),
    lookUp: (question) => ask("look-up", question, async () => bank.lookUp(question)),
    statement: (question) => ask("statement", question, async () => bank.statement(question)),
  };
}
