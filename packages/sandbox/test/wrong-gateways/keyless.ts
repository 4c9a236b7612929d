import type { CancellationQuestion } from "@wonflow/core";
import type { CancellationRecord } from "../../src/cards/records.ts";
import type { Right, Wrong, WrongGateway } from "./right.ts";

/** A gateway whose provider keeps no key of a cancellation: it knows a list, and takes one that seems to be meant. */
function guessing(
  { gateway }: Right,
  meant: (question: CancellationQuestion, all: readonly CancellationRecord[]) => readonly CancellationRecord[],
): ReturnType<Wrong> {
  return {
    async lookUpCancellation(question) {
      // The call takes faults, and brings the list up to date.
      const answer = await gateway.lookUpCancellation(question);
      if (answer.outcome === "done" && answer.value.key === question.key && answer.value.amount !== question.amount) {
        return { outcome: "unknown", reason: "an answer with another amount" };
      }
      const { tenant, approvalKey, key } = question;
      const all = gateway.record(tenant, approvalKey)?.cancellations ?? [];
      const [found, ...others] = meant(question, all);
      if (found === undefined) return { outcome: "not-found" };
      if (others.length > 0) return { outcome: "unknown", reason: "several may be meant" };
      const { amount, reference, canceledAt } = found;
      return { outcome: "done", value: { key, amount, reference, canceledAt } };
    },
  };
}

const isUnknown = ({ knownReferences }: CancellationQuestion, { reference }: CancellationRecord) =>
  reference === null || !knownReferences.includes(reference);

export const rightWithoutKeys: Wrong = (right) =>
  guessing(right, (question, all) =>
    all.filter((each) => {
      return each.amount === question.amount && each.canceledAt >= question.askedAt && isUnknown(question, each);
    }),
  );

export const wrongGuesses: readonly WrongGateway[] = [
  [
    "takes any cancellation of the amount for the one that is meant",
    "lookUp: takes no other cancellation of the same amount for one that never arrived",
    (right) => guessing(right, ({ amount }, all) => all.filter((each) => each.amount === amount).slice(0, 1)),
  ],
  [
    "takes an earlier refund by hand for the cancellation that is meant",
    "lookUp: takes no earlier refund that a person made for a cancellation that never arrived",
    (right) =>
      guessing(right, (question, all) => {
        return all.filter((each) => each.amount === question.amount && isUnknown(question, each));
      }),
  ],
  [
    "takes the last cancellation of the amount for the one that is meant",
    "lookUp: takes no later refund that a person made for a cancellation whose answer was lost",
    (right) => guessing(right, ({ amount }, all) => all.filter((each) => each.amount === amount).slice(-1)),
  ],
  [
    "takes a cancellation of another approval for the one that is meant",
    "lookUp: takes no cancellation of another approval for one that never arrived",
    (right) =>
      guessing(right, ({ amount }) => {
        const all = right.gateway.records().flatMap(({ cancellations }) => cancellations);
        return all.filter((each) => each.amount === amount).slice(0, 1);
      }),
  ],
  [
    "counts only its own cancellations in what remains",
    "lookUp: of an approval finds what is left of it after a manual refund",
    ({ gateway }) => ({
      async lookUpApproval(question) {
        const answer = await gateway.lookUpApproval(question);
        if (answer.outcome !== "done") return answer;
        const own = gateway.record(question.tenant, question.key)?.cancellations ?? [];
        const canceled = own.reduce((sum, { key, amount }) => sum + (key.includes("by-hand") ? 0 : amount), 0);
        return { ...answer, value: { ...answer.value, remainingAmount: answer.value.amount - canceled } };
      },
    }),
  ],
];
