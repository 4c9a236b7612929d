import type { PayoutBank, PayoutRequest } from "@wonflow/core";
import { slotText } from "../payout/records.ts";
import { banking, type PlantedBug } from "./bug.ts";

function submittingAgain(bank: PayoutBank): Partial<PayoutBank> {
  const sent = new Map<string, PayoutRequest>();
  return {
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

const refused = { outcome: "refused", code: "PAYOUT_REJECTED" } as const;
const nothingMoved = { outcome: "done", value: [] } as const;

export const bankBugs: readonly PlantedBug[] = [
  {
    name: "resubmitted after a lost answer",
    within: 200,
    breaks: ["submitted at most once", "called in time"],
    plant: banking(submittingAgain),
  },
  {
    name: "a payout not found treated as refused",
    within: 200,
    breaks: ["a payout ends as the bank reports"],
    plant: banking((bank) => ({
      async lookUp(question) {
        const found = await bank.lookUp(question);
        return found.outcome === "not-found" ? refused : found;
      },
    })),
  },
  {
    name: "a payout without an answer treated as refused",
    within: 200,
    breaks: ["a payout ends as the bank reports"],
    plant: banking((bank) => ({
      async submit(request) {
        const answer = await bank.submit(request).catch(() => refused);
        return answer.outcome === "unknown" ? refused : answer;
      },
    })),
  },
  {
    name: "a failed statement treated as an empty one",
    within: 200,
    breaks: ["no statement is left out"],
    plant: banking((bank) => ({
      async statement(question) {
        const answer = await bank.statement(question).catch(() => nothingMoved);
        return answer.outcome === "unknown" ? nothingMoved : answer;
      },
    })),
  },
  {
    name: "lines of statements left out",
    within: 400,
    breaks: ["same payouts at the end"],
    plant: banking((bank) => ({
      async statement(question) {
        const answer = await bank.statement(question);
        return answer.outcome === "done" ? nothingMoved : answer;
      },
    })),
  },
  {
    name: "a seller registered under another id",
    within: 200,
    breaks: ["a seller's id is the bank's"],
    plant: banking((bank) => ({
      async registerSeller(request) {
        const answer = await bank.registerSeller(request);
        if (answer.outcome !== "done") return answer;
        return { ...answer, value: { ...answer.value, externalSellerId: `${answer.value.externalSellerId}x` } };
      },
    })),
  },
  {
    name: "live payouts sent to the bank of test mode",
    within: 400,
    breaks: ["test payouts and live payouts never meet"],
    plant: ({ bank }) => ({ liveBank: { ...bank, sandbox: false } }),
  },
];
