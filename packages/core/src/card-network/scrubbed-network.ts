import { scrubbedAnswer } from "../attempt/provider-said.ts";
import type { CardNetwork } from "./card-network.ts";

/** The same network, whose answers keep no card data in what they say. */
export function scrubbedNetwork(network: CardNetwork): CardNetwork {
  const statement = network.statement?.bind(network);
  const credentials = network.credentials?.bind(network);
  const { sandbox, settlesWithinMs, reversibleForMs, storesCheckedCards, repeatsCancellations, installmentMonths } =
    network;
  return {
    sandbox,
    settlesWithinMs,
    reversibleForMs,
    storesCheckedCards,
    repeatsCancellations,
    ...(credentials && { credentials }),
    ...(installmentMonths && { installmentMonths }),
    authenticate: async (request) => scrubbedAnswer(request, await network.authenticate(request)),
    issueToken: async (request) => scrubbedAnswer(request, await network.issueToken(request)),
    releaseToken: async (request) => scrubbedAnswer(request, await network.releaseToken(request)),
    approve: async (request) => scrubbedAnswer(request, await network.approve(request)),
    cancel: async (request) => scrubbedAnswer(request, await network.cancel(request)),
    reverse: async (request) => scrubbedAnswer(request, await network.reverse(request)),
    lookUpApproval: async (question) => scrubbedAnswer(question, await network.lookUpApproval(question)),
    lookUpCancellation: async (question) => scrubbedAnswer(question, await network.lookUpCancellation(question)),
    ...(statement && { statement: async (question) => scrubbedAnswer(question, await statement(question)) }),
  };
}
