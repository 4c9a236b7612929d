import { dayInSeoul } from "@wonflow/core";
import { expect } from "vitest";
import { expectNow, heard } from "../heard.ts";
import { remaining, type CaseContext, type Cases } from "./case-context.ts";

const [aSecond, aDay] = [1_000, 24 * 3_600_000];

/** Lets time pass until this time of the next day in Seoul. */
export async function passUntil({ now, advance }: CaseContext, time: string): Promise<void> {
  await advance(Date.parse(`${dayInSeoul(now() + aDay)}T${time}+09:00`) - now());
}

/** Checks a card at this time of the next day. */
async function cardAt(context: CaseContext, time: string): Promise<string> {
  await passUntil(context, time);
  const { gateway, tenant, newKey, card, deadline } = context;
  const answer = await gateway.authenticate({ tenant, key: newKey(), card, deadline: deadline() });
  if (answer.outcome !== "done") throw new Error(`The card of the fixture was not authenticated at ${time}.`);
  return answer.value.token;
}

/** Expects that payments and refunds of this time whose answers were lost are found soon, and two days later. */
async function foundSince(context: CaseContext, time: string): Promise<void> {
  const { gateway, approval, newKey, cancel, breakNext, advance, foundApproval, foundCancellation } = context;
  const cardToken = await cardAt(context, time);
  const [key, cancelKey] = [newKey(), newKey()];
  await breakNext("approve", "answer-lost");
  await heard(() => gateway.approve(approval(key, { cardToken })));
  await advance(4 * aSecond);
  const found = await foundApproval(key);
  expect(found).toMatchObject({ outcome: "done", value: { key, amount: 10_000 } });
  await breakNext("cancel", "answer-lost");
  await heard(() => cancel({ approvalKey: key, amount: 4_000, key: cancelKey }));
  await advance(4 * aSecond);
  const canceled = await foundCancellation(cancelKey);
  expect(canceled).toMatchObject({ outcome: "done", value: { key: cancelKey, amount: 4_000 } });
  await advance(2 * aDay);
  expect(await foundApproval(key)).toEqual(remaining(found, 6_000));
  expect(await foundCancellation(cancelKey)).toEqual(canceled);
}

const since = (time: string) => (context: CaseContext) => foundSince(context, time);

export const clockCases: Cases = {
  "of what was asked at 23:59:58 finds it the next day, and two days later: it would be counted as lost":
    since("23:59:58"),
  "of what was asked at 00:00:03 finds it that day, and two days later: it would be counted as lost": since("00:00:03"),
  "of what was asked at 08:30, which is yesterday in UTC, finds it then, and two days later: it would be counted as lost":
    since("08:30:00"),

  "of what was asked at 23:59:58, and took effect the next day, finds it: it would be counted as lost": async (
    context,
  ) => {
    const { gateway, approval, newKey, breakNext, advance, foundApproval } = context;
    const cardToken = await cardAt(context, "23:59:58");
    const key = newKey();
    await breakNext("approve", { arrivesAfterMs: 4 * aSecond });
    await heard(() => gateway.approve(approval(key, { cardToken })));
    await advance(5 * aSecond);
    expect(await foundApproval(key)).toMatchObject({ outcome: "done", value: { key } });
    await advance(2 * aDay);
    expect(await foundApproval(key)).toMatchObject({ outcome: "done", value: { key } });
  },

  "has the same times in every time zone of the machine: a payment would be booked on another day": async (context) => {
    const { gateway, approval, newKey, cancel, foundApproval } = context;
    const cardToken = await cardAt(context, "08:30:00");
    await inEachZone(context, async () => {
      const key = newKey();
      const approved = await gateway.approve(approval(key, { cardToken }));
      const found = await foundApproval(key);
      for (const answer of [approved, found])
        expectNow(context, answer.outcome === "done" ? answer.value.approvedAt : undefined);
      const canceled = await cancel({ approvalKey: key, amount: 1_000 });
      expectNow(context, canceled.outcome === "done" ? canceled.value.canceledAt : undefined);
    });
  },
};

const zones = { UTC: 0, "Asia/Seoul": -540, "America/Los_Angeles": undefined } as const;

/** Runs this in three time zones of the process. */
export async function inEachZone({ skip }: CaseContext, run: () => Promise<void>): Promise<void> {
  const before = process.env["TZ"];
  try {
    for (const [zone, offset] of Object.entries(zones)) {
      process.env["TZ"] = zone;
      if (offset !== undefined && new Date().getTimezoneOffset() !== offset) {
        skip("the time zone of this process can't be changed");
      }
      await run();
    }
  } finally {
    if (before === undefined) delete process.env["TZ"];
    else process.env["TZ"] = before;
  }
}

export const settlingCases: Cases = {
  "settles no earlier than its provider's latest effect: a payment would be abandoned before it arrives": async ({
    promises,
    latestEffectMs,
  }) => {
    // With 0 a net-cancel forbids what arrives later, or a call has one effect however often it arrives.
    if (promises.settlesWithinMs > 0) expect(promises.settlesWithinMs).toBeGreaterThanOrEqual(latestEffectMs());
  },

  "can be reversed after its provider's latest effect: nothing could undo it": async ({ promises, latestEffectMs }) => {
    expect(promises.reversibleForMs).toBeGreaterThan(latestEffectMs());
  },
};
