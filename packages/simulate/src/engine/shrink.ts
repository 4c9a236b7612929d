/** Runs that shrinking may still make. */
export interface ShrinkBudget {
  runs: number;
}

/**
 * The shortest part of a list with which something still fails, as far as it is found within the
 * budget: ever smaller pieces are left out as long as it fails without them (delta debugging).
 *
 * @example
 * await shrinkList([1, 2, 3, 4], async (list) => list.includes(3), { runs: 100 }); // [3]
 */
export async function shrinkList<Item>(
  items: readonly Item[],
  fails: (items: readonly Item[]) => Promise<boolean>,
  budget: ShrinkBudget,
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
