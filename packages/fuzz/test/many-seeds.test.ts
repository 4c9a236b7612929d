import { expect, test } from "vitest";

import { sendMany } from "../src/many-seeds.ts";

test("requests of several threads are counted once", { timeout: 60_000 }, async () => {
  const sums: number[] = [];
  const tally = await sendMany({
    from: 1,
    requests: 600,
    workers: 2,
    onProgress: ({ sequences }) => sums.push(sequences),
  });
  expect(sums).toEqual(sums.map((_, index) => 10 * (index + 1)));
  expect([tally.sequences, tally.failed]).toEqual([sums.at(-1), []]);
});
