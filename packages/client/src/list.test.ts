import { describe, expect, test } from "vitest";

import { createClient } from "./index.ts";

/** A client, and the queries that it asks for; `answer` makes the answer to each. */
function clientOf(answer: (query: URLSearchParams) => unknown) {
  const asked: string[] = [];
  const fetch = async (url: string) => {
    const { searchParams } = new URL(url);
    asked.push(searchParams.toString());
    return Response.json(answer(searchParams));
  };
  const wonflow = createClient({ url: "https://pay.example", secretKey: "test_sk_docs", mId: 1, fetch });
  return { wonflow, asked };
}

describe("a list of pages", () => {
  const pages = (query: URLSearchParams) => {
    const at = Number(query.get("startingAfter") ?? 0);
    return {
      hasMore: at < 4,
      size: 2,
      nextCursor: at < 4 ? String(at + 2) : null,
      items: [{ id: at }, { id: at + 1 }],
    };
  };

  test("is asked for as it is read, and no further", async () => {
    const { wonflow, asked } = clientOf(pages);
    const list = wonflow.payouts.list({ payoutDateGte: "2026-11-01", payoutDateLte: null });
    expect(asked).toEqual([]);
    const read: unknown[] = [];
    for await (const { id } of list) {
      read.push(id);
      if (read.length === 3) break;
    }
    expect(read).toEqual([0, 1, 2]);
    expect(asked).toEqual(["limit=500&payoutDateGte=2026-11-01", "limit=500&payoutDateGte=2026-11-01&startingAfter=2"]);
  });

  test("is read to its end, and again from its beginning", async () => {
    const { wonflow } = clientOf(pages);
    const list = wonflow.sellers.list({ startingAfter: "2" });
    for (const _ of [1, 2]) {
      const read: unknown[] = [];
      for await (const { id } of list) read.push(id);
      expect(read).toEqual([2, 3, 4, 5]);
    }
    expect((await list.page()).items).toHaveLength(2);
  });
});

describe("settlements", () => {
  const day = (index: number) => new Date(Date.UTC(2026, 10, 1) + index * 86_400_000).toISOString().slice(0, 10);

  test.each([0, 1, 5, 6, 7, 8, 13, 14, 30, 400])(
    "of %s days more than one are asked for by the week, each day once",
    async (more) => {
      const { wonflow, asked } = clientOf(() => []);
      for await (const _ of wonflow.settlements.list({ from: day(0), to: day(more) }));
      const days = asked.flatMap((query) => {
        const [, from = "", to = ""] = /^from=(.+)&to=(.+)$/.exec(query) ?? [];
        const count = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
        expect([count > 0, count <= 7]).toEqual([true, true]);
        const first = (Date.parse(from) - Date.UTC(2026, 10, 1)) / 86_400_000;
        return Array.from({ length: count }, (_, index) => first + index);
      });
      expect(days).toEqual(Array.from({ length: more + 1 }, (_, index) => index));
    },
  );

  test("with invalid dates are sent unchanged", async () => {
    const { wonflow, asked } = clientOf(() => []);
    const wrong = [
      ["2026-11-05", "2026-11-01"],
      ["today", "2026-11-01"],
      ["2026-11-01", "2026-13-01"],
    ] as const;
    for (const [from, to] of wrong) for await (const _ of wonflow.settlements.list({ from, to }));
    expect(asked).toEqual(wrong.map(([from, to]) => `from=${from}&to=${to}`));
  });
});
