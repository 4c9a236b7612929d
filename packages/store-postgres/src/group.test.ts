import { expect, test, vi } from "vitest";
import { StoreUnavailable } from "./errors.ts";
import { inGroups } from "./group.ts";

interface Item {
  readonly name: string;
}

/** Groups up to a size, each answered when the test says so. */
function groupsOf(most: number, atOnce = 1) {
  const begun: { readonly names: readonly string[]; readonly end: (error?: Error) => void }[] = [];
  const add = inGroups<Item, string>({
    atOnce,
    choose: (waiting) => new Set(waiting.slice(0, most)),
    run: (items) =>
      new Promise((resolve, reject) => {
        const names = items.map(({ name }) => name);
        const end = (error?: Error) => (error === undefined ? resolve(names.map((name) => `${name}!`)) : reject(error));
        begun.push({ names, end });
      }),
  });
  return { begun, add: (name: string) => add({ name }) };
}

test("a call that comes alone runs at once; calls that come meanwhile run together next", async () => {
  const { begun, add } = groupsOf(10);
  const first = add("a");
  await vi.waitFor(() => expect(begun.map(({ names }) => names)).toEqual([["a"]]));
  const others = ["b", "c", "d"].map(add);
  await Promise.resolve();
  expect(begun).toHaveLength(1);
  begun[0]?.end();
  expect(await first).toBe("a!");
  await vi.waitFor(() => expect(begun.map(({ names }) => names)).toEqual([["a"], ["b", "c", "d"]]));
  begun[1]?.end();
  expect(await Promise.all(others)).toEqual(["b!", "c!", "d!"]);
});

test("simultaneous calls run together, in their order, as many as fit, and in no more groups than may run at once", async () => {
  const { begun, add } = groupsOf(2, 2);
  const answers = ["a", "b", "c", "d", "e"].map(add);
  await vi.waitFor(() =>
    expect(begun.map(({ names }) => names)).toEqual([
      ["a", "b"],
      ["c", "d"],
    ]),
  );
  begun[1]?.end();
  await vi.waitFor(() => expect(begun.map(({ names }) => names)[2]).toEqual(["e"]));
  for (const { end } of begun) end();
  expect(await Promise.all(answers)).toEqual(["a!", "b!", "c!", "d!", "e!"]);
});

test("a call that waits for its turn is not overtaken by one that comes later", async () => {
  const { begun, add } = groupsOf(1);
  const answers = [add("a")];
  const hasBegun = (...names: readonly string[]) =>
    vi.waitFor(() => expect(begun.map((group) => group.names[0])).toEqual(names));
  await hasBegun("a");
  answers.push(add("b"), add("c"));
  begun[0]?.end();
  await hasBegun("a", "b");
  answers.push(add("d"));
  begun[1]?.end();
  await hasBegun("a", "b", "c");
  begun[2]?.end();
  await hasBegun("a", "b", "c", "d");
  begun[3]?.end();
  expect(await Promise.all(answers)).toEqual(["a!", "b!", "c!", "d!"]);
});

test("many simultaneous calls go in halves, so that the callers of one half work while the other half runs", async () => {
  const { begun, add } = groupsOf(1_000);
  const sizes = () => begun.map(({ names }) => names.length);
  const few = Array.from({ length: 99 }, (_, index) => add(`few ${index}`));
  await vi.waitFor(() => expect(sizes()).toEqual([99]));
  begun[0]?.end();
  await Promise.all(few);
  const many = Array.from({ length: 131 }, (_, index) => add(`many ${index}`));
  await vi.waitFor(() => expect(sizes()).toEqual([99, 66]));
  const meanwhile = Array.from({ length: 20 }, (_, index) => add(`meanwhile ${index}`));
  begun[1]?.end();
  await vi.waitFor(() => expect(sizes()).toEqual([99, 66, 85]));
  begun[2]?.end();
  expect(await Promise.all([...many, ...meanwhile])).toHaveLength(151);
});

test("a call that may not run beside those under way waits until they are answered; other calls do not", async () => {
  const begun: (() => void)[] = [];
  const underWay = new Set<Item>();
  const add = inGroups<Item, string>({
    atOnce: 2,
    choose: (waiting) => new Set(waiting.filter(({ name }) => [...underWay].every((other) => other.name !== name))),
    async run(items) {
      for (const item of items) underWay.add(item);
      await new Promise<void>((resolve) => begun.push(resolve));
      for (const item of items) underWay.delete(item);
      return items.map(({ name }) => `${name} in group ${begun.length}`);
    },
  });
  const first = add({ name: "a" });
  await vi.waitFor(() => expect(begun).toHaveLength(1));
  const same = add({ name: "a" });
  await vi.waitFor(() => expect(add.waiting()).toBe(1));
  const other = add({ name: "b" });
  await vi.waitFor(() => expect(begun).toHaveLength(2));
  begun[0]?.();
  expect(await first).toBe("a in group 2");
  await vi.waitFor(() => expect(begun).toHaveLength(3));
  for (const end of begun) end();
  expect(await Promise.all([same, other])).toEqual(["a in group 3", "b in group 3"]);
});

test("groups that are answered in no time leave all else its turn, one after each group", async () => {
  const add = inGroups<Item, string>({
    atOnce: 1,
    choose: (waiting) => new Set(waiting),
    run: async (items) => items.map(({ name }) => name),
  });
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  for (let n = 0; n < 100; n += 1) await add({ name: "next" });
  isOver = true;
  expect(turns).toBeGreaterThanOrEqual(99);
});

test("an error of a group rejects all of its calls, and no other", async () => {
  const { begun, add } = groupsOf(2);
  const answers = Promise.allSettled(["a", "b", "c"].map(add));
  await vi.waitFor(() => expect(begun).toHaveLength(1));
  begun[0]?.end(new Error("no"));
  await vi.waitFor(() => expect(begun).toHaveLength(2));
  begun[1]?.end();
  expect(await answers).toMatchObject([
    { status: "rejected", reason: { message: "no" } },
    { status: "rejected", reason: { message: "no" } },
    { status: "fulfilled", value: "c!" },
  ]);
});

test("a call that has waited five seconds for its turn, or finds 10,000 waiting, is refused because the database does not keep up", async () => {
  const { begun, add } = groupsOf(1);
  const first = add("a");
  await vi.waitFor(() => expect(begun).toHaveLength(1));
  const now = vi.spyOn(performance, "now").mockReturnValue(1_000);
  const late = Promise.allSettled([add("late")]);
  now.mockReturnValue(6_000);
  const inTime = add("in time");
  const waiting = Array.from({ length: 9_998 }, (_, index) => add(`${index}`));
  for (const each of waiting) each.catch(() => {});
  await expect(add("one too many")).rejects.toThrow("10000 calls wait for the database already");
  begun[0]?.end();
  expect(await first).toBe("a!");
  expect(await late).toMatchObject([{ status: "rejected", reason: expect.any(StoreUnavailable) as unknown }]);
  await vi.waitFor(() => expect(begun[1]?.names).toEqual(["in time"]));
  begun[1]?.end();
  expect(await inTime).toBe("in time!");
  now.mockRestore();
});

test("if all that wait have waited five seconds, all are refused, and none runs", async () => {
  const { begun, add } = groupsOf(1);
  const first = add("a");
  await vi.waitFor(() => expect(begun).toHaveLength(1));
  const now = vi.spyOn(performance, "now").mockReturnValue(1_000);
  const late = Promise.allSettled(["b", "c"].map(add));
  now.mockReturnValue(6_000);
  begun[0]?.end();
  expect(await first).toBe("a!");
  const told = { status: "rejected", reason: expect.any(StoreUnavailable) as unknown };
  await new Promise((turn) => setImmediate(turn));
  expect(begun).toHaveLength(1);
  expect(await late).toMatchObject([told, told]);
  now.mockRestore();
});
