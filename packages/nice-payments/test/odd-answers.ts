import type { NiceFault, NiceFaultKind } from "@wonflow/nice-emulator";
import { expect } from "vitest";
import {
  accounts,
  card,
  type Make,
  openWorld,
  outcomeOf,
  plain,
  seconds,
  tenant,
  type OwnCases,
  type World,
} from "./fixture.ts";

/** Answers that leave the outcome of any call unknown. */
const inconclusive: readonly NiceFault[] = [
  "html",
  "server-error",
  "redirect",
  "truncated",
  "oversized",
  "error-inside",
  "other-order",
  { says: "ZZ99", takesEffect: true },
  { says: "3001", takesEffect: true },
];

/** Answers about a payment that must not be trusted. */
export const untrusted: readonly NiceFault[] = [...inconclusive, "wrong-signature", "no-signature"];

function nameOf(fault: NiceFault): string {
  return typeof fault === "string" ? fault : JSON.stringify(fault);
}

function each(
  faults: readonly NiceFault[],
  titled: (fault: string) => string,
  run: (world: World, fault: NiceFault) => Promise<void>,
): OwnCases {
  return Object.fromEntries(
    faults.map((fault) => [titled(nameOf(fault)), (make: Make) => openWorld(make, (world) => run(world, fault))]),
  );
}

const approvals = each(
  [...untrusted, "other-amount"],
  (fault) => `an approval that is answered by ${fault} is unknown, and found`,
  async ({ emulator, approve, lookUp }, fault) => {
    emulator.breakNext("approve", fault);
    expect(await outcomeOf(() => approve("approval-1"))).toBe("unknown");
    expect(await lookUp("approval-1")).toMatchObject({ outcome: "done", value: { amount: 10_000 } });
  },
);

const lookUps = each(
  untrusted,
  (fault) => `a look-up that is answered by ${fault} is unknown`,
  async ({ emulator, approve, lookUp }, fault) => {
    await approve("approval-1");
    emulator.breakNext("find", fault);
    expect(await outcomeOf(() => lookUp("approval-1"))).toBe("unknown");
  },
);

const cancellations = each(
  untrusted.filter((fault) => fault !== "other-order"),
  (fault) => `a cancellation that is answered by ${fault} is unknown, and found`,
  async ({ emulator, approve, caller, call }, fault) => {
    await approve("approval-1");
    emulator.breakNext("cancel", fault);
    const request = { ...call, key: "cancellation-1", approvalKey: "approval-1", amount: 4_000 };
    expect(await outcomeOf(() => caller.cancel(request))).toBe("unknown");
    const found = await caller.lookUpCancellation({ ...call, key: "cancellation-1" });
    expect(found).toMatchObject({ outcome: "done", value: { amount: 4_000 } });
  },
);

const reversals = each(
  [...untrusted, "other-amount"],
  (fault) => `a net-cancel that is answered by ${fault} is unknown, and done when it is asked for again`,
  async ({ emulator, approve, caller, call }, fault) => {
    await approve("approval-1");
    emulator.breakNext("netcancel", fault);
    const request = { ...call, key: "reversal-1", approvalKey: "approval-1" };
    expect(await outcomeOf(() => caller.reverse(request))).toBe("unknown");
    expect(await outcomeOf(() => caller.reverse(request))).toBe("done");
  },
);

const cards = each(
  inconclusive,
  (fault) => `a check that is answered by ${fault} is unknown`,
  async ({ clock, emulator, gateway, call }, fault) => {
    emulator.breakNext("regist", fault);
    const request = { ...call, ...plain(clock), key: "card-2", card };
    expect(await outcomeOf(() => gateway.keyIn.authenticate(request))).toBe("unknown");
  },
);

const releases = each(
  inconclusive.filter((fault) => fault !== "other-order"),
  (fault) => `a release that is answered by ${fault} is unknown, and not found when it is asked for again`,
  async ({ clock, emulator, gateway, call, token }, fault) => {
    emulator.breakNext("expire", fault);
    const about = { tokenKey: "card-1", tokenAskedAt: clock.now(), token, storedBy: "authenticate" } as const;
    const request = { ...call, ...plain(clock), key: "release-1", ...about };
    expect(await outcomeOf(() => gateway.keyIn.releaseToken(request))).toBe("unknown");
    expect(await outcomeOf(() => gateway.keyIn.releaseToken(request))).toBe("not-found");
  },
);

/** What the adapter says or throws about a call, with all that hangs on an error. */
async function textOf(call: () => Promise<unknown>): Promise<string> {
  return call().then(
    (answer) => JSON.stringify(answer),
    (error: unknown) => {
      const fields = Object.getOwnPropertyNames(error).map((name) => Reflect.get(Object(error), name) as unknown);
      return JSON.stringify([String(error), ...fields.map(String)]);
    },
  );
}

const { secretKey } = accounts[tenant];

const hiding: OwnCases = {
  "no text holds card data or a secret, whatever goes wrong": (make) =>
    openWorld(make, async ({ clock, emulator, gateway, call, approve, token }) => {
      const personal = `${card.number} ${card.registNo} ${secretKey} ${token}`;
      const faults: readonly NiceFault[] = [
        ...untrusted,
        "request-lost",
        "answer-lost",
        { says: "F112", message: personal },
        { says: "3095", message: `한도초과 ${personal}` },
        { says: "ZZ99", message: personal },
      ];
      for (const fault of faults) {
        emulator.breakNext("regist", fault);
        emulator.breakNext("approve", fault);
        const request = { ...call, ...plain(clock), key: `card-${nameOf(fault).length}`, card };
        const said = [
          await textOf(() => gateway.keyIn.authenticate(request)),
          await textOf(() => approve(`approval-${nameOf(fault).length}`, { cardToken: token })),
        ];
        for (const hidden of [card.number, secretKey]) expect(said.join()).not.toContain(hidden);
        expect(said[0]).not.toContain(card.registNo);
        expect(said[1]).not.toContain(token);
      }
    }),

  "a card goes to the gateway only enciphered": (make) =>
    openWorld(make, async ({ emulator }) => {
      const [stored] = emulator.arrived();
      expect(stored?.call).toBe("regist");
      expect(stored?.body).toMatch(/"encData":"[0-9a-f]{160}"/);
      for (const hidden of [card.number, card.registNo]) expect(stored?.body).not.toContain(hidden);
    }),
};

const spelled: OwnCases = {
  "fields that the manual's examples spell otherwise are read": (make) =>
    openWorld(make, async ({ clock, emulator, gateway, call, approve, lookUp }) => {
      const every: NiceFaultKind = "other-spelling";
      for (const name of ["regist", "approve", "find"] as const) emulator.breakNext(name, every);
      const request = { ...call, ...plain(clock), key: "card-2", card };
      expect(await gateway.keyIn.authenticate(request)).toMatchObject({ outcome: "done", value: { key: "card-2" } });
      expect(await approve("approval-1")).toMatchObject({ outcome: "done" });
      expect(await lookUp("approval-1")).toMatchObject({ outcome: "done" });
    }),
};

const canceledBefore: OwnCases = {
  "a cancellation that a proxy sent twice is done, though the gateway reports it as done before": (make) =>
    openWorld(make, async ({ emulator, approve, caller, call }) => {
      await approve("approval-1");
      emulator.breakNext("cancel", { says: "2013", takesEffect: true });
      const request = { ...call, key: "cancellation-1", approvalKey: "approval-1", amount: 10_000 };
      const canceled = await caller.cancel(request);
      expect(canceled).toMatchObject({ outcome: "done", value: { key: "cancellation-1", amount: 10_000 } });
      expect(await caller.lookUpCancellation({ ...call, key: "cancellation-1" })).toEqual(canceled);
    }),

  "a payment is canceled without an amount if no part of it was refunded, and with one otherwise": (make) =>
    openWorld(make, async ({ emulator, approve, caller, call }) => {
      const sent = () => emulator.arrived().flatMap(({ call: name, body }) => (name === "cancel" ? [body] : []));
      await approve("approval-1");
      await approve("approval-2");
      const whole = { ...call, key: "cancellation-1", approvalKey: "approval-1", amount: 10_000 };
      expect(await outcomeOf(() => caller.cancel(whole))).toBe("done");
      expect(sent().at(-1)).not.toMatch(/cancelAmt|taxFreeAmt/);
      for (const [key, amount] of [
        ["cancellation-2", 4_000],
        ["cancellation-3", 6_000],
      ] as const) {
        expect(await outcomeOf(() => caller.cancel({ ...whole, key, approvalKey: "approval-2", amount }))).toBe("done");
        expect(sent().at(-1)).toContain(`"cancelAmt":${amount}`);
      }
      // Nothing shows whether a part of it was refunded by hand.
      await approve("approval-3");
      emulator.breakNext("find", "request-lost");
      emulator.breakNext("find", "request-lost");
      const blind = { ...whole, key: "cancellation-4", approvalKey: "approval-3" };
      expect(await caller.cancel(blind)).toMatchObject({ outcome: "done" });
      expect(sent().at(-1)).toContain('"cancelAmt":10000');
      expect(emulator.book().approvals.map(({ held }) => held)).toEqual([0, 0, 0]);
    }),

  "a payment whose answer was lost is found two days later, under the day of its call": (make) =>
    openWorld(make, async ({ emulator, approve, lookUp, clock }) => {
      emulator.breakNext("approve", "answer-lost");
      expect(await outcomeOf(() => approve("approval-1"))).toBe("unknown");
      await clock.advance(48 * 60 * 60 * 1000);
      expect(await lookUp("approval-1")).toMatchObject({ outcome: "done", value: { remainingAmount: 10_000 } });
    }),

  "a payment that is shown with the order id of its cancellation is found all the same": (make) =>
    openWorld(make, async ({ emulator, approve, caller, call, lookUp }) => {
      await approve("approval-1");
      const part = { ...call, key: "cancellation-1", approvalKey: "approval-1", amount: 4_000 };
      const canceled = await caller.cancel(part);
      const shown = async (ask: () => Promise<unknown>) => {
        emulator.breakNext("find", "cancel-order");
        return ask();
      };
      expect(await shown(() => lookUp("approval-1"))).toMatchObject({
        outcome: "done",
        value: { remainingAmount: 6_000 },
      });
      expect(await shown(() => caller.lookUpCancellation({ ...call, key: "cancellation-1" }))).toEqual(canceled);
      const rest = { ...part, key: "cancellation-2", amount: 6_000 };
      expect(await shown(() => outcomeOf(() => caller.cancel(rest)))).toBe("done");
      expect(await shown(() => lookUp("approval-1"))).toMatchObject({ outcome: "done", value: { remainingAmount: 0 } });
    }),

  "a cancellation whose reason the gateway does not show is known by the name in its answer, and by nothing later": (
    make,
  ) =>
    openWorld(make, async ({ emulator, approve, caller, call }) => {
      await approve("approval-1");
      const request = { ...call, key: "cancellation-1", approvalKey: "approval-1", amount: 4_000 };
      emulator.breakNext("cancel", "other-reasons");
      const canceled = await caller.cancel(request);
      const [booked] = emulator.book().approvals[0]?.cancellations ?? [];
      expect(canceled).toMatchObject({ outcome: "done", value: { amount: 4_000, reference: booked?.tid } });
      const lost = { ...request, key: "cancellation-2" };
      emulator.breakNext("cancel", "answer-lost");
      expect(await outcomeOf(() => caller.cancel(lost))).toBe("unknown");
      emulator.breakNext("find", "other-reasons");
      expect(await outcomeOf(() => caller.lookUpCancellation({ ...call, key: "cancellation-2" }))).toBe("unknown");
    }),

  "a manual refund of the same amount, right after a cancellation that was lost, leaves it unknown": (make) =>
    openWorld(make, async ({ emulator, approve, caller, call }) => {
      await approve("approval-1");
      emulator.breakNext("cancel", "request-lost");
      const request = { ...call, key: "cancellation-1", approvalKey: "approval-1", amount: 4_000 };
      expect(await outcomeOf(() => caller.cancel(request))).toBe("unknown");
      emulator.refundByHand("approval-1", 4_000);
      expect(await outcomeOf(() => caller.lookUpCancellation({ ...call, key: "cancellation-1" }))).toBe("unknown");
    }),

  "a refund by hand may be a lost cancellation up to five minutes before it, as clocks differ": async (make) => {
    const outcomeAfter = async (ms: number) => {
      let outcome = "";
      await openWorld(make, async ({ clock, emulator, approve, caller, call }) => {
        await approve("approval-1");
        emulator.refundByHand("approval-1", 4_000);
        await clock.advance(ms);
        emulator.breakNext("cancel", "request-lost");
        const asked = { ...call, deadline: clock.now() + seconds(10), key: "cancellation-1" };
        await outcomeOf(() => caller.cancel({ ...asked, approvalKey: "approval-1", amount: 4_000 }));
        outcome = await outcomeOf(() => caller.lookUpCancellation(asked));
      });
      return outcome;
    };
    expect(await outcomeAfter(seconds(300))).toBe("unknown");
    expect(await outcomeAfter(seconds(301))).toBe("not-found");
  },

  "a net-cancel that the gateway reports as done before is looked up": (make) =>
    openWorld(make, async ({ emulator, approve, caller, call }) => {
      await approve("approval-1");
      emulator.breakNext("netcancel", { says: "2013", takesEffect: true });
      const request = { ...call, key: "reversal-1", approvalKey: "approval-1" };
      expect(await caller.reverse(request)).toEqual({ outcome: "done", value: { approvalKey: "approval-1" } });
      expect(emulator.book().approvals).toMatchObject([{ held: 0 }]);
    }),

  "a card of a company that no table names is stored, and shows none": (make) =>
    openWorld(make, async ({ clock, gateway, call }) => {
      const other = { ...card, number: "9410990000000001" };
      const stored = await gateway.keyIn.authenticate({ ...call, ...plain(clock), key: "card-2", card: other });
      expect(stored).toMatchObject({ outcome: "done", value: { issuerCode: "00", maskedNumber: "941099******0001" } });
    }),
};

const more: OwnCases = {
  "a card's company is returned as Wonflow's code": (make) =>
    openWorld(make, async ({ clock, gateway, call }) => {
      const stored = await gateway.keyIn.issueToken({ ...call, ...plain(clock), key: "card-2", card });
      expect(stored).toMatchObject({ outcome: "done", value: { issuerCode: "11", maskedNumber: "941011******0001" } });
    }),

  "a refusal with HTTP 500 or 502 is unknown, and one with HTTP 400 is a refusal": (make) =>
    openWorld(make, async ({ emulator, approve }) => {
      for (const [status, outcome] of [
        [500, "unknown"],
        [502, "unknown"],
        [400, "refused"],
      ] as const) {
        emulator.breakNext("approve", { says: "3021", status });
        expect(await outcomeOf(() => approve(`approval-${status}`))).toBe(outcome);
      }
    }),

  "an order id that was used before is unknown: this call may have used it": (make) =>
    openWorld(make, async ({ emulator, approve, lookUp }) => {
      emulator.breakNext("approve", { says: "U112", takesEffect: true });
      expect(await outcomeOf(() => approve("approval-1"))).toBe("unknown");
      expect(await outcomeOf(() => lookUp("approval-1"))).toBe("done");
    }),

  "promises what the manual does": (make) =>
    openWorld(make, async ({ gateway }) => {
      const { sandbox, settlesWithinMs, reversibleForMs, repeatsCancellations } = gateway;
      const { storesCheckedCards } = gateway.keyIn;
      expect({ sandbox, storesCheckedCards, repeatsCancellations }).toEqual({
        sandbox: false,
        storesCheckedCards: true,
        repeatsCancellations: false,
      });
      expect([settlesWithinMs, reversibleForMs]).toEqual([15 * 60_000, 60 * 60_000]);
      expect(gateway.keyIn.installmentMonths).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    }),
};

export const oddAnswers: OwnCases = {
  ...more,
  ...approvals,
  ...lookUps,
  ...cancellations,
  ...reversals,
  ...cards,
  ...releases,
  ...hiding,
  ...spelled,
  ...canceledBefore,
};
