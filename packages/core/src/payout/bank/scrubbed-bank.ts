import { scrubbedAnswer } from "../../engine/attempt/scrub.ts";
import type { PayoutBank } from "./payout-bank.ts";

/** The same bank, whose answers keep no account's data in what they say. */
export function scrubbedBank(bank: PayoutBank): PayoutBank {
  return {
    ...(bank.sandbox !== undefined && { sandbox: bank.sandbox }),
    registerSeller: async (request) => scrubbedAnswer(request, await bank.registerSeller(request)),
    lookUpSeller: async (question) => scrubbedAnswer(question, await bank.lookUpSeller(question)),
    submit: async (request) => scrubbedAnswer(request, await bank.submit(request)),
    lookUp: async (question) => scrubbedAnswer(question, await bank.lookUp(question)),
    statement: async (question) => scrubbedAnswer(question, await bank.statement(question)),
  };
}
