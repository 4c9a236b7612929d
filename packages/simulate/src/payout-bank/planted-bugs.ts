import type { PayoutBank, PayoutRequest } from "@wonflow/core";
import { slotText } from "../payout/records.ts";
import type { PlantedBug } from "../planted-bug.ts";

/** A bank that is asked again for what it does not find. */
function submittingAgain(bank: PayoutBank): PayoutBank {
  const sent = new Map<string, PayoutRequest>();
  return {
    ...bank,
    submit(request) {
      sent.set(slotText(request), request);
      return bank.submit(request);
    },
    async lookUp(question) {
      const found = await bank.lookUp(question);
      const request = sent.get(slotText(question));
      return found.outcome === "not-found" && request !== undefined
        ? bank.submit({ ...request, deadline: question.deadline })
        : found;
    },
  };
}

const resubmitted: PlantedBug = {
  name: "resubmitted after a lost answer",
  within: 200,
  breaks: ["submitted at most once"],
  plant: ({ bank, liveBank }) => ({ bank: submittingAgain(bank), liveBank: submittingAgain(liveBank) }),
};

const refused = { outcome: "refused", code: "PAYOUT_REJECTED" } as const;

function refusingUnfound(bank: PayoutBank): PayoutBank {
  return {
    ...bank,
    async lookUp(question) {
      const found = await bank.lookUp(question);
      return found.outcome === "not-found" ? refused : found;
    },
  };
}

const notFoundIsRefused: PlantedBug = {
  name: "a payout not found taken for refused",
  within: 200,
  breaks: ["a payout ends as the bank says"],
  plant: ({ bank, liveBank }) => ({ bank: refusingUnfound(bank), liveBank: refusingUnfound(liveBank) }),
};

function refusingUnknown(bank: PayoutBank): PayoutBank {
  return {
    ...bank,
    async submit(request) {
      try {
        const answer = await bank.submit(request);
        return answer.outcome === "unknown" ? refused : answer;
      } catch {
        return refused;
      }
    },
  };
}

const unknownIsRefused: PlantedBug = {
  name: "a payout without an answer taken for refused",
  within: 200,
  breaks: ["a payout ends as the bank says"],
  plant: ({ bank, liveBank }) => ({ bank: refusingUnknown(bank), liveBank: refusingUnknown(liveBank) }),
};

export const plantedBugs: readonly PlantedBug[] = [resubmitted, notFoundIsRefused, unknownIsRefused];
