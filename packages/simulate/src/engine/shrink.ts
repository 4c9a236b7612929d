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
