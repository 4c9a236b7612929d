import { expect, test } from "vitest";
import { createGate } from "./gate.ts";

test("so much runs at once, and the rest in its order, also behind work that fails", async () => {
  const gate = createGate(2);
  const begun: number[] = [];
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<number>());
  const results = ends.map(({ promise }, index) =>
    gate(() => {
      begun.push(index);
      return promise;
    }),
  );
  const settled = Promise.allSettled(results);
  await Promise.resolve();
  expect(begun).toEqual([0, 1]);
  ends[1]?.reject(new Error("broken"));
  await expect(results[1]).rejects.toThrow("broken");
  expect(begun).toEqual([0, 1, 2]);
  for (const index of [0, 2]) ends[index]?.resolve(index);
  await Promise.all([results[0], results[2]]);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  for (const index of [3, 4]) ends[index]?.resolve(index);
  expect((await settled).map(({ status }) => status)).toEqual([
    "fulfilled",
    "rejected",
    "fulfilled",
    "fulfilled",
    "fulfilled",
  ]);
});
