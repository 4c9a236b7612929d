import { expect, test } from "vitest";
import { changeSet, write } from "../test/change-sets.ts";
import { waitingCommit, type WaitingCommit } from "./batch.ts";
import { chooseTogether } from "./commit.ts";

const order = (id: string) => ({ kind: "order", id });

/** A change set by its use of records, such as `+a` (makes), `=a` (writes), `?a` (reads) and `!a` (needs it absent). */
function using(uses: string, id = uses): WaitingCommit {
  const parts = uses.split(" ").map((use) => ({ how: use.slice(0, 1), key: order(use.slice(1)) }));
  return waitingCommit(
    changeSet({
      id,
      expect: parts.map(({ how, key }) => ({ key, version: "+!".includes(how) ? "absent" : 1 })),
      writes: parts.flatMap(({ how, key }) => ("+=".includes(how) ? [write(key)] : [])),
    }),
  );
}

const idsOf = (chosen: ReadonlySet<WaitingCommit>) => [...chosen].map(({ changeSet: { id } }) => id);

test.each<[why: string, underWay: readonly string[], waiting: readonly string[], together: readonly string[]]>([
  ["different records", [], ["=a", "+b", "?c"], ["=a", "+b", "?c"]],
  ["readers of one record", [], ["?a =b", "?a =c"], ["?a =b", "?a =c"]],
  ["those that need one absent", [], ["!a =b", "!a =c"], ["!a =b", "!a =c"]],
  ["not a reader behind a writer", [], ["=a", "?a =b"], ["=a"]],
  ["not a writer behind a reader", [], ["?a =b", "=a"], ["?a =b"]],
  ["not a second reader behind a writer and a reader", [], ["=a", "?a =b", "?a =c"], ["=a"]],
  ["not two makers", [], ["+a", "+a =b"], ["+a"]],
  ["not one that needs it there, and one that needs it absent", [], ["?a =b", "!a =c"], ["?a =b"]],
  ["not two that need it absent behind one that needs it there", [], ["?a =b", "!a =c", "!a =d"], ["?a =b"]],
  ["not a reader that would overtake a writer", [], ["?a =b", "=a", "?a =c"], ["?a =b"]],
  ["not one that would overtake, on another record of the skipped one", [], ["=a", "=a =b", "=b", "=c"], ["=a", "=c"]],
  ["what meets none under way", ["=a"], ["?a =b", "=c"], ["=c"]],
  ["readers beside a reader under way", ["?a =b"], ["?a =c", "=a"], ["?a =c"]],
])("go together: %s", (_why, underWay, waiting, together) => {
  const running = new Set(underWay.map((uses) => using(uses, `running ${uses}`)));
  expect(
    idsOf(
      chooseTogether(
        waiting.map((uses) => using(uses)),
        running,
      ),
    ),
  ).toEqual(together);
});

test("those of other places wait, the place being that of the first that may go", () => {
  const at = (uses: string, place: string) => ({ ...using(uses), place });
  const waiting = [at("=a", "x"), at("=b", "y"), at("=c", "x"), at("=d", "y"), at("=b =e", "y")];
  expect(idsOf(chooseTogether(waiting, new Set()))).toEqual(["=a", "=c"]);
  expect(idsOf(chooseTogether(waiting, new Set([using("=a", "running")])))).toEqual(["=b", "=d"]);
});

test("two with one id do not go together", () => {
  expect(chooseTogether([using("=a", "id"), using("=b", "id")], new Set()).size).toBe(1);
});

test("a batch has at most 500 change sets", () => {
  const many = Array.from({ length: 501 }, (_, index) => using(`=${index}`));
  expect(chooseTogether(many, new Set()).size).toBe(500);
});

test("a batch ends with the change set that takes its bodies over two million characters", () => {
  /** A change set whose body has this many characters as JSON. */
  const long = (id: string, characters: number) => {
    const body = { text: "x".repeat(characters - JSON.stringify({ text: "" }).length) };
    return waitingCommit(changeSet({ id, expect: [{ key: order(id), version: 1 }], writes: [write(order(id), body)] }));
  };
  const chosen = (...sizes: readonly number[]) =>
    chooseTogether(
      sizes.map((size, index) => long(String(index), size)),
      new Set(),
    ).size;
  expect([chosen(1_999_980, 20, 20, 20), chosen(2_000_001, 20), chosen(2_000_000, 9_000_000, 20)]).toEqual([3, 1, 2]);
});
