import { expect, test } from "vitest";

import { changed, type Change } from "./changes.ts";

const body = { orderId: "a", amount: { value: 1 }, items: [1, 2] };

const one = (at: number, how: Change["how"], name = "__proto__"): readonly Change[] => [
  { at, how, name, value: "hostile", snippet: "!" },
];

test.each<readonly [what: string, changes: readonly Change[], text: string]>([
  ["the whole", one(0, "replace"), `"hostile"`],
  ["a member", one(1, "replace"), `{"orderId":"hostile","amount":{"value":1},"items":[1,2]}`],
  ["a string", one(1, "insert"), `{"orderId":"a!","amount":{"value":1},"items":[1,2]}`],
  [
    "a number, which has no place for a string",
    one(3, "insert"),
    `{"orderId":"a","amount":{"value":"hostile"},"items":[1,2]}`,
  ],
  ["a member within", one(3, "replace"), `{"orderId":"a","amount":{"value":"hostile"},"items":[1,2]}`],
  ["an entry", one(5, "replace"), `{"orderId":"a","amount":{"value":1},"items":["hostile",2]}`],
  ["what is left out", one(2, "remove"), `{"orderId":"a","items":[1,2]}`],
  ["a name", one(1, "rename"), `{"__proto__":"a","amount":{"value":1},"items":[1,2]}`],
  ["what is added", one(0, "add"), `{"orderId":"a","amount":{"value":1},"items":[1,2],"__proto__":"hostile"}`],
  ["what is added to a list", one(4, "add"), `{"orderId":"a","amount":{"value":1},"items":[1,2,"hostile"]}`],
  ["what is put into a list", one(2, "wrap"), `{"orderId":"a","amount":[{"value":1}],"items":[1,2]}`],
  ["a part beyond the last, counted from the start", one(7, "replace"), `"hostile"`],
])("a change of %s", (_what, changes, text) => {
  expect(JSON.stringify(changed(body, changes))).toBe(text);
});

test("without changes a body stays the same", () => {
  expect(changed(body, [])).toBe(body);
});
