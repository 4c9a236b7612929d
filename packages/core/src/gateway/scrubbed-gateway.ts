import { scrubbedAnswer } from "../engine/attempt/scrub.ts";
import type { Gateway } from "./gateway.ts";

/** The same gateway with card data removed from the texts of its answers. */
export function scrubbedGateway(gateway: Gateway): Gateway {
  const statement = gateway.statement?.bind(gateway);
  const credentials = gateway.credentials?.bind(gateway);
  const { sandbox, settlesWithinMs, reversibleForMs, storesCheckedCards, repeatsCancellations, installmentMonths } =
    gateway;
  return {
    sandbox,
    settlesWithinMs,
    reversibleForMs,
    storesCheckedCards,
    repeatsCancellations,
    ...(credentials && { credentials }),
    ...(installmentMonths && { installmentMonths }),
    authenticate: async (request) => scrubbedAnswer(request, await gateway.authenticate(request)),
    issueToken: async (request) => scrubbedAnswer(request, await gateway.issueToken(request)),
    releaseToken: async (request) => scrubbedAnswer(request, await gateway.releaseToken(request)),
    approve: async (request) => scrubbedAnswer(request, await gateway.approve(request)),
    cancel: async (request) => scrubbedAnswer(request, await gateway.cancel(request)),
    reverse: async (request) => scrubbedAnswer(request, await gateway.reverse(request)),
    lookUpApproval: async (question) => scrubbedAnswer(question, await gateway.lookUpApproval(question)),
    lookUpCancellation: async (question) => scrubbedAnswer(question, await gateway.lookUpCancellation(question)),
    ...(statement && { statement: async (question) => scrubbedAnswer(question, await statement(question)) }),
  };
}
