import { appendFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

import { openOrderBook } from "./order-book.ts";

const order = (orderId: string) => ({ orderId, seller: "potter", name: "찻잔", amount: 28_000, customerId: "buyer" });

test("orders are there again, and a line that a dying process left is taken away", async () => {
  const folder = await mkdtemp(join(tmpdir(), "wonflow-orders-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "new", "orders.jsonl");
  openOrderBook(file).add(order("a"));
  await appendFile(file, '{"orderId":"찻');
  const book = openOrderBook(file);
  expect(book.all()).toEqual([order("a")]);
  book.add(order("b"));
  expect(openOrderBook(file).all()).toEqual([order("a"), order("b")]);
  expect([book.find("b"), book.find("c")]).toEqual([order("b"), undefined]);
  expect((await readFile(file, "utf8")).split("\n")).toHaveLength(3);
});
