import type { PaymentIntent, PaymentList } from "@wonflow/client";
import { describe, expect, test } from "vitest";
import { firstList, passedOver, withNewerShown, withNewest, withPage, withPayment } from "./shown-list.ts";

const payment = (intentKey: string, status = "DONE") => ({ intentKey, status }) as unknown as PaymentIntent;

const page = (keys: string, nextCursor: string | null = null): PaymentList => {
  const items = keys.split("").map((key) => payment(key));
  return { items, size: items.length, hasMore: nextCursor !== null, nextCursor };
};

const keysOf = (items: readonly PaymentIntent[]) => items.map(({ intentKey }) => intentKey).join("");

describe("newer payments", () => {
  test.each([
    ["none", "fedc", "fedc", ""],
    ["one more", "gfed", "fedc", "g"],
    ["two more", "hgfe", "fedc", "hg"],
    ["more than a page", "ponm", "fedc", "ponm"],
  ])("stand aside until they are asked for: %s", (_, newest, items, newer) => {
    const list = withNewest(firstList(page("fedc")), page(newest));
    expect([keysOf(list.items), keysOf(list.newer)]).toEqual([items, newer]);
  });

  test.each([
    ["gfed", "gfedc", null],
    ["ponm", "ponm", "next"],
  ])("are then shown: %s", (newest, items, cursor) => {
    const list = withNewerShown(withNewest(firstList(page("fedc")), page(newest, "next")));
    expect([keysOf(list.items), list.nextCursor, list.newer]).toEqual([items, cursor, []]);
  });

  test("are shown at once where there was nothing", () => {
    expect(keysOf(withNewest(firstList(page("")), page("ab")).items)).toBe("ab");
  });
});

test("a payment that has changed is updated in its place", () => {
  const changed = { ...page("gfed"), items: [payment("g"), payment("f"), payment("e", "CANCELED"), payment("d")] };
  const { items } = withNewest(firstList(page("fedc")), changed);
  expect(items.map(({ intentKey, status }) => `${intentKey} ${status}`)).toEqual([
    "f DONE",
    "e CANCELED",
    "d DONE",
    "c DONE",
  ]);
});

test("a page that follows is appended, without what is there already", () => {
  const list = withPage(firstList(page("fed", "more")), page("dcb", "last"));
  expect([keysOf(list.items), list.nextCursor]).toEqual(["fedcb", "last"]);
});

test.each([
  ["fedc", ""],
  ["fdc", "e"],
  ["gfec", "d"],
  ["fed", ""],
  ["", ""],
])("what the newest page %j passes over has changed: %j", (newest, changed) => {
  expect(keysOf(passedOver(withNewest(firstList(page("fedc")), page(newest))))).toBe(changed);
});

test("one payment is put in its place", () => {
  const { items } = withPayment(firstList(page("ab")), payment("b", "CANCELED"));
  expect(items.map(({ status }) => status)).toEqual(["DONE", "CANCELED"]);
});
