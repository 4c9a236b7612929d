import { progress } from "@clack/prompts";

import { dayInSeoul, type ChargeDay } from "./months.ts";

/** Shows how far a run has come: by a bar in a terminal, elsewhere by ten lines in all. */
export interface Progress {
  /** One more was charged. */
  readonly charged: (day: ChargeDay) => void;
  readonly end: () => void;
}

export function openProgress(months: readonly string[], customers: number): Progress {
  const most = months.length * customers;
  const { go, end } = process.stdout.isTTY === true ? bar(most) : lines(most);
  let done = 0;
  return {
    charged({ month, at, isFirst }) {
      const before = done;
      // Each month begins at its own place, however many customers there were in those before.
      if (isFirst) done = Math.max(done, months.indexOf(month) * customers) + 1;
      go(before, done, dayInSeoul(at));
    },
    end,
  };
}

function bar(most: number) {
  // It catches signals to restore the terminal, and would continue after them.
  const shown = progress({ max: most, withGuide: false, onCancel: () => process.exit(130) });
  shown.start("");
  const go = (before: number, done: number, day: string) => shown.advance(done - before, day);
  return { go, end: () => shown.stop("All months are charged.") };
}

function lines(most: number) {
  const step = Math.ceil(most / 10);
  const go = (before: number, done: number, day: string) => {
    if (Math.floor(before / step) < Math.floor(done / step)) console.log(`${day}: ${done} of ${most}`);
  };
  return { go, end: () => console.log("All months are charged.") };
}
