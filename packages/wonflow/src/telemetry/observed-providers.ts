import { namedCardNetworks, type CardNetwork, type GivenCardNetworks, type Mode, type PayoutBank } from "@wonflow/core";

import { providerCalls } from "./provider-calls.ts";

type OfModes<Port> = { readonly test?: Port; readonly live?: Port };

/** The ports of both modes, each with spans around its calls. */
export function observed<Port>({ test, live }: OfModes<Port>, observe: (port: Port) => Port): OfModes<Port> {
  return {
    ...(test !== undefined && { test: observe(test) }),
    ...(live !== undefined && { live: observe(live) }),
  };
}

/** The card networks of both modes by name, each with spans around its calls. */
export function observedCardNetworks({ test, live }: OfModes<GivenCardNetworks>): OfModes<GivenCardNetworks> {
  const observe = (mode: Mode, given: GivenCardNetworks) => {
    const networks = [...namedCardNetworks(mode, given)];
    return Object.fromEntries(networks.map(([name, network]) => [name, observedCardNetwork(name, network)]));
  };
  return {
    ...(test !== undefined && { test: observe("test", test) }),
    ...(live !== undefined && { live: observe("live", live) }),
  };
}

function observedCardNetwork(name: string, network: CardNetwork): CardNetwork {
  const ask = providerCalls("card-network", name);
  const statement = network.statement?.bind(network);
  const credentials = network.credentials?.bind(network);
  const { installmentMonths } = network;
  return {
    get sandbox() {
      return network.sandbox;
    },
    get settlesWithinMs() {
      return network.settlesWithinMs;
    },
    get reversibleForMs() {
      return network.reversibleForMs;
    },
    get storesCheckedCards() {
      return network.storesCheckedCards;
    },
    get repeatsCancellations() {
      return network.repeatsCancellations;
    },
    ...(installmentMonths && { installmentMonths }),
    ...(credentials && { credentials }),
    authenticate: (request) => ask("authenticate", request, async () => network.authenticate(request)),
    issueToken: (request) => ask("issue-token", request, async () => network.issueToken(request)),
    releaseToken: (request) => ask("release-token", request, async () => network.releaseToken(request)),
    approve: (request) => ask("approve", request, async () => network.approve(request)),
    cancel: (request) => ask("cancel", request, async () => network.cancel(request)),
    reverse: (request) => ask("reverse", request, async () => network.reverse(request)),
    lookUpApproval: (question) => ask("look-up", question, async () => network.lookUpApproval(question)),
    lookUpCancellation: (question) => ask("look-up", question, async () => network.lookUpCancellation(question)),
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
