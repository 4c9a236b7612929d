/** Effects that come later. The next read applies those that are due, in order, each at its own time. */
export function newLateEffects() {
  let waiting: { readonly at: number; readonly effect: (now: number) => unknown }[] = [];
  return {
    add: (at: number, effect: (now: number) => unknown) => void waiting.push({ at, effect }),
    until(now: number): void {
      const due = waiting.filter(({ at }) => at <= now).toSorted((one, other) => one.at - other.at);
      waiting = waiting.filter((each) => !due.includes(each));
      for (const { at, effect } of due) effect(at);
    },
  };
}
