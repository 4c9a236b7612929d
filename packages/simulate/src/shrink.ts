import type { Plan } from "./world/world.ts";
import { simulate, type Report } from "./simulate.ts";

/** A few seconds. */
const mostRuns = 600;

/** Looks for a shorter run in which the same invariant fails: fewer clients, fewer faults, everything else in order. */
export async function shrinkFailure(failure: Report): Promise<Report> {
  const budget = { runs: mostRuns };
  const invariant = failure.violation?.invariant;
  let plan: Plan = { ...failure.plan, clients: failure.clients, faults: failure.faults };

  const fails = async (smaller: Plan) => {
    const { violation, steps } = await simulate(smaller);
    return violation?.invariant === invariant && steps <= 2 * failure.steps;
  };
  if (!(await fails(plan))) return simulate(failure.plan, { trace: true });

  for (let before = ""; before !== JSON.stringify(plan) && budget.runs > 0;) {
    before = JSON.stringify(plan);
    if (plan.inOrder !== true && (await fails({ ...plan, inOrder: true }))) plan = { ...plan, inOrder: true };
    const withClients = (clients: readonly string[]) => ({ ...plan, clients });
    plan = withClients(await shrinkList(plan.clients ?? [], (some) => fails(withClients(some)), budget));
    const withFaults = (faults: readonly string[]) => ({ ...plan, faults });
    plan = withFaults(await shrinkList(plan.faults ?? [], (some) => fails(withFaults(some)), budget));
  }
  return simulate(plan, { trace: true });
}

/** Delta debugging: leaves ever smaller pieces out as long as it fails without them. */
export async function shrinkList<Item>(
  items: readonly Item[],
  fails: (items: readonly Item[]) => Promise<boolean>,
  budget: { runs: number },
): Promise<readonly Item[]> {
  const failsStill = async (some: readonly Item[]) => {
    budget.runs -= 1;
    return fails(some);
  };
  let kept = items;
  for (let size = kept.length; size >= 1 && kept.length > 0; size = Math.floor(size / 2)) {
    for (let start = 0; start < kept.length && budget.runs > 0;) {
      const without = [...kept.slice(0, start), ...kept.slice(start + size)];
      if (await failsStill(without)) kept = without;
      else start += size;
    }
  }
  return kept;
}
