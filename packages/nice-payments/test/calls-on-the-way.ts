import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { expect } from "vitest";
import { openWorld, outcomeOf, plain, seconds, type OwnCases, card, type Make } from "./fixture.ts";

/** Waits until the gateway has a request that it will not answer. */
function arrivedAt({ emulator }: { readonly emulator: { arrived(): readonly unknown[] } }, count: number) {
  return expect.poll(() => emulator.arrived().length, { interval: 5 }).toBe(count);
}

/** How long an approval waits that is never answered, if core would wait for `deadlineMs`. */
async function waitedFor(make: Make, deadlineMs: number, ms: number): Promise<boolean> {
  let isOver = false;
  await openWorld(make, async (world) => {
    const { clock, emulator, approve } = world;
    emulator.breakNext("approve", "no-answer");
    const answer = outcomeOf(() => approve("approval-1", { deadline: clock.now() + deadlineMs }));
    void answer.then(() => (isOver = true));
    await arrivedAt(world, 2);
    await clock.advance(ms);
    if (isOver) expect(await answer).toBe("unknown");
  });
  return isOver;
}

const deadlines: OwnCases = {
  "an approval without an answer is unknown at its deadline": async (make) => {
    expect(await waitedFor(make, seconds(10), seconds(9))).toBe(false);
    expect(await waitedFor(make, seconds(10), seconds(10))).toBe(true);
  },

  "an approval without an answer is unknown after 30 seconds, however long its deadline": async (make) => {
    expect(await waitedFor(make, seconds(60), seconds(29))).toBe(false);
    expect(await waitedFor(make, seconds(60), seconds(31))).toBe(true);
  },

  "nothing is sent after the deadline": (make) =>
    openWorld(make, async ({ clock, emulator, approve, lookUp }) => {
      const before = emulator.arrived().length;
      expect(await outcomeOf(() => approve("approval-1", { deadline: clock.now() }))).toBe("unknown");
      expect(emulator.arrived()).toHaveLength(before);
      expect(await lookUp("approval-1")).toEqual({ outcome: "not-found" });
    }),

  "a connection that is not made in 5 seconds is unknown, also a handshake that hangs": async (make) => {
    const silent = createServer(() => undefined);
    await once(silent.listen(0, "127.0.0.1"), "listening");
    const { port } = silent.address() as AddressInfo;
    const connected = once(silent, "connection");
    try {
      await openWorld(
        make,
        async ({ clock, gateway, call }) => {
          const request = { ...call, ...plain(clock), key: "card-2", card, deadline: clock.now() + seconds(60) };
          let outcome = "still waiting";
          const answer = outcomeOf(() => gateway.keyIn.authenticate(request)).then((reply) => (outcome = reply));
          const [socket] = (await connected) as [Socket];
          // The handshake has started, so the adapter knows that it is connected.
          await once(socket, "data");
          await clock.advance(seconds(6));
          const after6Seconds = outcome;
          socket.destroy();
          await answer;
          expect(after6Seconds).toBe("unknown");
        },
        { url: `https://127.0.0.1:${port}` },
      );
    } finally {
      silent.close();
    }
  },
};

const repeats: OwnCases = {
  "a look-up whose connection breaks is asked again, once": (make) =>
    openWorld(make, async ({ emulator, approve, lookUp }) => {
      await approve("approval-1");
      emulator.breakNext("find", "request-lost");
      expect(await lookUp("approval-1")).toMatchObject({ outcome: "done" });
      for (const _try of [1, 2, 3]) emulator.breakNext("find", "answer-lost");
      const before = emulator.arrived().length;
      expect(await outcomeOf(() => lookUp("approval-1"))).toBe("unknown");
      expect(emulator.arrived()).toHaveLength(before + 2);
    }),

  "a look-up that is never answered is not asked again": (make) =>
    openWorld(make, async (world) => {
      const { clock, emulator, approve, caller, call } = world;
      await approve("approval-1");
      emulator.breakNext("find", "no-answer");
      const before = emulator.arrived().length;
      const asked = { ...call, deadline: clock.now() + seconds(60), key: "approval-1" };
      const outcome = outcomeOf(() => caller.lookUpApproval(asked));
      await arrivedAt(world, before + 1);
      await clock.advance(seconds(30));
      expect(await outcome).toBe("unknown");
      expect(emulator.arrived()).toHaveLength(before + 1);
    }),

  "a look-up on a connection that the gateway has cut is answered": (make) =>
    openWorld(make, async ({ emulator, approve, lookUp }) => {
      await approve("approval-1");
      emulator.breakNext("find", "keep-alive-cut");
      for (const _time of [1, 2]) expect(await lookUp("approval-1")).toMatchObject({ outcome: "done" });
    }),

  "a payment after a look-up on a connection that the gateway has cut is approved": (make) =>
    openWorld(make, async ({ emulator, approve, lookUp }) => {
      emulator.breakNext("find", "keep-alive-cut");
      await lookUp("approval-1");
      expect(await approve("approval-1")).toMatchObject({ outcome: "done" });
    }),

  "no call that changes something is sent twice": (make) =>
    openWorld(make, async ({ clock, emulator, gateway, approve, caller, call, token }) => {
      await approve("approval-1");
      const about = { tokenKey: "card-1", tokenAskedAt: clock.now(), token, storedBy: "authenticate" } as const;
      const calls = {
        regist: () => gateway.keyIn.authenticate({ ...call, ...plain(clock), key: "card-2", card }),
        approve: () => approve("approval-2"),
        cancel: () => caller.cancel({ ...call, key: "cancellation-1", approvalKey: "approval-1", amount: 1_000 }),
        netcancel: () => caller.reverse({ ...call, key: "reversal-2", approvalKey: "approval-3" }),
        expire: () => gateway.keyIn.releaseToken({ ...call, ...plain(clock), key: "release-1", ...about }),
      } as const;
      for (const [name, ask] of Object.entries(calls)) {
        emulator.breakNext(name as keyof typeof calls, "request-lost");
        const before = emulator.arrived().filter((each) => each.call === name).length;
        expect(await outcomeOf(ask)).toBe("unknown");
        expect(emulator.arrived().filter((each) => each.call === name)).toHaveLength(before + 1);
      }
    }),
};

const longKey = `cancellation-${"x".repeat(51)}`;

const limits: OwnCases = {
  "the name of an order is cut to 40 bytes between two characters": (make) =>
    openWorld(make, async ({ emulator, approve }) => {
      await approve("approval-1", { orderName: "제주 유기농 우롱차 선물 세트 (대)" });
      await approve("approval-2", { orderName: `${"a".repeat(37)}🍵🍵` });
      expect(emulator.book().approvals.map(({ goodsName }) => goodsName)).toEqual([
        "제주 유기농 우롱차 선물 세트",
        "a".repeat(37),
      ]);
    }),

  "a cancellation whose key and reason are long keeps its whole key": (make) =>
    openWorld(make, async ({ emulator, approve, caller, call }) => {
      await approve("approval-1");
      const about = { key: longKey, approvalKey: "approval-1", amount: 4_000, reason: "고객이 ".repeat(40) };
      const canceled = await caller.cancel({ ...call, ...about });
      expect(canceled).toMatchObject({ outcome: "done", value: { key: longKey } });
      expect(await caller.lookUpCancellation({ ...call, key: longKey })).toEqual(canceled);
      const [reason = ""] = emulator.book().approvals[0]?.cancellations.map((each) => each.reason) ?? [];
      expect(reason).toBe(`[${longKey}] 고객이 고객이 고객이 고`);
    }),

  "a cancellation is not mistaken for one whose key begins with its own": (make) =>
    openWorld(make, async ({ emulator, approve, caller, call }) => {
      await approve("approval-1");
      await caller.cancel({ ...call, key: "cancellation-1-2", approvalKey: "approval-1", amount: 1_000 });
      emulator.breakNext("cancel", "request-lost");
      const lost = { ...call, key: "cancellation-1", approvalKey: "approval-1", amount: 1_000 };
      expect(await outcomeOf(() => caller.cancel(lost))).toBe("unknown");
      expect(await caller.lookUpCancellation({ ...call, key: "cancellation-1" })).toEqual({ outcome: "not-found" });
    }),

  "one month is a lump sum": (make) =>
    openWorld(make, async ({ emulator, approve }) => {
      expect(await approve("approval-1", { installmentPlanMonths: 1 })).toMatchObject({ outcome: "done" });
      expect(emulator.book().approvals).toMatchObject([{ cardQuota: 0 }]);
    }),

  "an approval that came on the next day is found an hour later, though none was promised": (make) =>
    openWorld(make, async ({ clock, emulator, approve, lookUp }) => {
      emulator.breakNext("approve", { arrivesAfterMs: seconds(11 * 3_600) });
      expect(await outcomeOf(() => approve("approval-1"))).toBe("unknown");
      await clock.advance(seconds(24 * 3_600));
      expect(await lookUp("approval-1")).toMatchObject({
        outcome: "done",
        value: { approvedAt: Date.parse("2026-11-26T01:00:00+09:00") },
      });
    }),
};

export const callsOnTheWay: OwnCases = { ...deadlines, ...repeats, ...limits };
