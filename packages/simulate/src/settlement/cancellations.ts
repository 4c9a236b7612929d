import { settlementRecord } from "@wonflow/core/records";
import { attempts } from "../attempt/records.ts";
import type { Projection } from "../observation/invariant.ts";
import { writtenIn } from "../observation/observed-records.ts";
import type { Part } from "../part.ts";
import { attemptTimes, commitsSoFar } from "../payment/history.ts";
import { intents } from "../payment/records.ts";
import { settlementsIn } from "./settled-lines.ts";

function cancellationName(amount: "a part" | "the rest", when: "before" | "over" | "after"): string {
  return `cancellation of ${amount} ${when} the settlement`;
}

const metName = "settlement conflicted with a change of its earning";

/** About a third of what a thousand seeds reach. */
const leastPerThousand: Readonly<Record<string, number>> = {
  [cancellationName("a part", "before")]: 130,
  [cancellationName("a part", "over")]: 12,
  [cancellationName("a part", "after")]: 44,
  [cancellationName("the rest", "before")]: 50,
  [cancellationName("the rest", "over")]: 6,
  [cancellationName("the rest", "after")]: 20,
  [metName]: 1,
  "earning UNSETTLED reduce": 200,
  "earning UNSETTLED settle": 190,
};

interface Cancellations {
  readonly settledBy: Map<string, number>;
  readonly counted: Set<string>;
}

/** `over`: started before the settlement and concluded after it. */
const cancellations: Projection<Cancellations> = {
  start: () => ({ settledBy: new Map(), counted: new Set() }),
  onCommit({ settledBy, counted }, changeSet, observed) {
    const { tenant } = changeSet;
    const commits = commitsSoFar(observed);
    for (const { lines } of settlementsIn(changeSet)) {
      for (const { earning } of lines) settledBy.set(`${tenant} ${earning}`, commits);
    }
    for (const { id, name, record: attempt } of writtenIn(attempts, changeSet, observed)) {
      if (attempt.kind !== "cancellation" || attempt.status !== "DONE" || counted.has(name)) continue;
      counted.add(name);
      const { canceledAmount, totalAmount } = observed.of(intents).get(tenant, attempt.intentKey) ?? {};
      const settled = settledBy.get(`${tenant} ${attempt.intentKey}`);
      const opened = attemptTimes(observed, tenant, id)?.opened ?? 0;
      const when = settled === undefined ? "before" : opened < settled ? "over" : "after";
      observed.coverage.count(cancellationName(canceledAmount === totalAmount ? "the rest" : "a part", when));
    }
  },
  onEvent(_, event, { coverage }) {
    if (event.kind !== "conflict") return;
    const settles = event.changeSet.writes.some(({ key }) => key.kind === settlementRecord.name);
    if (settles && event.key.kind === "earning") coverage.count(metName);
  },
};

export const part: Part = { projections: [cancellations], leastPerThousand };
