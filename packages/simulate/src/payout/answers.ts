import { dayLater } from "../calendar/closed-days.ts";
import { type Answer, codeOf } from "../client/request.ts";
import { type Arrival, firstProblem, type Invariant } from "../observation/invariant.ts";
import type { Observed } from "../observation/observed.ts";
import { pageProblem } from "../observation/pages.ts";
import type { Part } from "../part.ts";
import { arrivedAt } from "../payment/history.ts";
import { payoutHistory, payoutsIn, shownProblem } from "./history.ts";
import { itemsIn } from "./knowledge.ts";

const answersFollowBooks: Invariant = {
  name: "payouts follow the books",
  ofAnswer({ arrival, answer }, observed) {
    const { name } = arrival.request;
    const asked = name === "create-payouts" || name === "look-up-payout" || name === "list-payouts";
    if (!asked || answer.status >= 300) return undefined;
    const problem = firstProblem(payoutsIn(answer), (shown) => shownProblem(shown, arrival, observed));
    if (problem !== undefined) return problem;
    return name === "create-payouts" ? batchProblem(answer, arrival) : undefined;
  },
};

function batchProblem(answer: Answer, { request }: Arrival): string | undefined {
  const items = payoutsIn(answer);
  const names = (all: readonly unknown[]) => all.map(String).toSorted().join();
  const asked = names((itemsIn(request) ?? []).map(({ refPayoutId }) => refPayoutId));
  const answered = names(items.map(({ refPayoutId }) => refPayoutId));
  if (asked !== answered) return `payouts ${asked} were requested, and ${answered} were answered`;
  const batches = new Set(items.map(({ batchId }) => batchId));
  return batches.size === 1 ? undefined : `one request was answered with the batches ${[...batches].join()}`;
}

const nothingMissing: Invariant = {
  name: "no payout is missing",
  ofAnswer({ arrival, answer }, observed) {
    const { name, path } = arrival.request;
    if (name === "list-payouts" && answer.status < 300) return listProblem(answer, arrival, observed);
    if (name !== "look-up-payout" || codeOf(answer) !== "NOT_FOUND_PAYOUT") return undefined;
    const id = path.split("/").at(-1);
    const { commits } = arrivedAt(observed, arrival);
    const own = observed.of(payoutHistory).lists.get(arrival.tenant) ?? [];
    const isThere = own.some((payout) => payout.id === id && payout.entered <= commits);
    return isThere ? `payout ${id} is stored, and was not found` : undefined;
  },
};

function listProblem(answer: Answer, arrival: Arrival, observed: Observed): string | undefined {
  const { lists, pages } = observed.of(payoutHistory);
  const { searchParams } = new URL(arrival.request.path, "https://pay.example");
  const from = searchParams.get("payoutDateGte") ?? "";
  const to = dayLater(searchParams.get("payoutDateLte") ?? "9000-01-01", 1);
  const cursor = searchParams.get("startingAfter");
  const problem = pageProblem({
    order: "descending",
    commits: arrivedAt(observed, arrival).commits,
    limit: Number(searchParams.get("limit") ?? 10),
    all: (lists.get(arrival.tenant) ?? []).filter(({ position }) => position >= from && position < to),
    after: cursor === null ? undefined : pages.get(cursor),
    ids: payoutsIn(answer).map(({ id }) => String(id)),
    hasMore: answer.body["hasMore"] === true,
  });
  return problem && `the list ${arrival.request.path} ${problem}`;
}

export const part: Part = { invariants: [answersFollowBooks, nothingMissing] };
