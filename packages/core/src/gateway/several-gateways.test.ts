import { leastPromises, mostPromises, sandboxGateway, type SandboxPromises } from "@wonflow/sandbox";
import { fakeClock, sequentialIds, testVault } from "@wonflow/testkit";
import { memoryStore } from "@wonflow/store-memory";
import { describe, expect, test } from "vitest";
import { chargeInput, createBillingWorld, issueInput } from "../../test/billing-world.ts";
import { cardEntry, codeOf, sessionInput, shop, valueOf, withKeyIn } from "../../test/world.ts";
import { bindPayments, type Gateway, type GivenGateways, type PaymentWindow } from "../index.ts";

const second = (number: number) => ({ ...sessionInput, orderId: `order-20261120-000${number}` });

/** A merchant of the sandbox `old`, which may move to the sandbox `new`. */
async function twoGateways({ promises = mostPromises }: { readonly promises?: Partial<SandboxPromises> } = {}) {
  const ids = sequentialIds();
  const clock = fakeClock(Date.UTC(2026, 10, 20, 1, 0, 0));
  const next = sandboxGateway({ clock, ids, promises: mostPromises });
  const gateway = sandboxGateway({ clock, ids, promises: { ...mostPromises, ...promises } });
  const world = await createBillingWorld({
    sharing: { clock, ids, memory: memoryStore(), gateway },
    gateways: (old) => ({ old, new: next }),
    merchant: { gateway: "old" },
  });
  const move = async (gateway: string | null = "new") => {
    const merchant = valueOf(await world.payments.merchants.get(shop));
    valueOf(await world.payments.merchants.register({ ...merchant, gateway }));
  };
  return { ...world, next, move, heldBy: () => [gateway.held("7:test"), next.held("7:test")] };
}

const names = (gateways: readonly { readonly records: () => readonly { readonly key: string }[] }[]) =>
  gateways.map((gateway) => gateway.records().map(({ key }) => key));

describe("a merchant moves to another gateway", () => {
  test("new cards go there; what was paid is canceled where it was approved", async () => {
    const world = await twoGateways();
    const before = await world.paid();
    await world.move();
    const after = await world.paid(second(2));
    expect(world.heldBy()).toEqual([10_000, 10_000]);
    valueOf(await world.cancel(before.intentKey, 4_000));
    expect(world.heldBy()).toEqual([6_000, 10_000]);
    valueOf(await world.cancel(after.intentKey));
    expect(world.heldBy()).toEqual([6_000, 0]);
    expect(names([world.gateway, world.next])).toEqual([
      [`approval-${before.intentKey}`],
      [`approval-${after.intentKey}`],
    ]);
    expect(await world.balances()).toMatchObject({ receivable: 6_000 });
  });

  test("a card that was checked before is approved where it was checked", async () => {
    const world = await twoGateways();
    const { intentKey, orderId, amount } = await world.authenticated();
    await world.move();
    valueOf(await world.payments.intents.confirm(shop, { intentKey, orderId, amount }));
    expect(world.heldBy()).toEqual([10_000, 0]);
  });

  test("a billing key is charged and refunded at the gateway that has its card", async () => {
    const world = await twoGateways();
    const kept = await world.billkey();
    await world.move();
    const fresh = await world.billkey("shinhan");
    valueOf(await world.charge(chargeInput([kept, fresh])));
    expect(world.heldBy()).toEqual([5_000, 5_001]);
    for (const billkey of [kept, fresh]) valueOf(await world.payments.billing.remove(shop, billkey));
    await world.pass(60);
    for (const gateway of [world.gateway, world.next]) {
      expect(gateway.tokens("7:test")).toMatchObject([{ state: "RELEASED" }]);
    }
  });

  test("a split charge that one gateway refuses is undone at the other", async () => {
    const world = await twoGateways();
    const kept = await world.billkey();
    await world.move();
    const refused = await world.billkey("no-funds");
    expect((await world.charge(chargeInput([kept, refused]))).ok).toBe(false);
    await world.pass(60);
    expect(world.heldBy()).toEqual([0, 0]);
    expect(world.gateway.records()).toMatchObject([{ state: "REVERSED" }]);
    expect(await world.balances()).toMatchObject({ receivable: 0 });
  });

  test.each(["answer-lost", "refused-connection"] as const)(
    "an approval in progress is looked up at the gateway it was sent to: %s",
    async (fault) => {
      const world = await twoGateways();
      const { intentKey, orderId, amount } = await world.authenticated();
      world.gateway.faults.next("approve", fault);
      expect((await world.payments.intents.confirm(shop, { intentKey, orderId, amount })).ok).toBe(false);
      await world.move();
      await world.pass(200);
      expect(await world.status(intentKey)).toBe(fault === "answer-lost" ? "DONE" : "ABORTED");
      expect(world.heldBy()).toEqual([fault === "answer-lost" ? 10_000 : 0, 0]);
    },
  );

  test("a checked card that was never used is released at the gateway that has it", async () => {
    const world = await twoGateways({ promises: { ...leastPromises, settlesWithinMs: 1_000 } });
    await world.authenticated();
    expect(world.gateway.tokens("7:test")).toMatchObject([{ state: "ISSUED" }]);
    await world.move();
    await world.pass(1_000);
    expect(world.gateway.tokens("7:test")).toMatchObject([{ state: "RELEASED" }]);
    expect(world.next.tokens("7:test")).toEqual([]);
  });
});

describe("which gateway takes a merchant's cards", () => {
  test("a name that is not bound is refused, with those that are", async () => {
    const world = await twoGateways();
    const merchant = valueOf(await world.payments.merchants.get(shop));
    const answer = await world.payments.merchants.register({ ...merchant, gateway: "missing" });
    const problem = "must be the name of a gateway that is bound in test mode: old, new";
    expect(answer).toMatchObject({
      ok: false,
      error: { code: "INVALID_REQUEST", details: [{ field: "gateway", problem }] },
    });
    expect(valueOf(await world.payments.merchants.get(shop)).gateway).toBe("old");
  });

  test("a process without gateways, such as a command, takes any name", async () => {
    const { clock, ids, memory } = await twoGateways();
    const parts = { clock, ids, store: memory, vault: testVault() };
    const { merchants } = bindPayments({ ...parts, gateways: {} });
    const merchant = valueOf(await merchants.get(shop));
    expect(valueOf(await merchants.register({ ...merchant, gateway: "another" })).gateway).toBe("another");
    const answer = await merchants.register({ ...merchant, gateway: "Ä" });
    expect(answer).toMatchObject({ ok: false, error: { details: [{ field: "gateway" }] } });
  });

  test("of several without a default, a merchant must name one", async () => {
    const world = await twoGateways();
    const { token } = await world.session(second(3));
    await world.move(null);
    const refused = {
      ok: false,
      error: {
        code: "FORBIDDEN_REQUEST",
        details: [{ field: "gateway", problem: "is default, which is not bound here; bound are: old, new" }],
      },
    };
    expect(await world.payments.billing.issue(shop, issueInput())).toMatchObject(refused);
    expect(await world.payments.sessions.create(shop, second(4))).toMatchObject(refused);
    const { redirectUrl } = valueOf(await world.payments.checkout.authenticate(token, cardEntry("kb")));
    expect(new URL(redirectUrl).searchParams.get("code")).toBe("PAY_PROCESS_ABORTED");
    expect(world.heldBy()).toEqual([0, 0]);
  });

  test("the only gateway needs no name", async () => {
    const world = await createBillingWorld({ gateways: (only) => ({ only }) });
    await world.paid();
    expect(world.held()).toBe(10_000);
  });
});

describe("a gateway that is no longer bound", () => {
  async function withoutOld() {
    const world = await twoGateways();
    const paid = await world.paid();
    const kept = await world.billkey();
    const waiting = await world.authenticated(second(2));
    await world.move();
    const { clock, ids, memory, gateway, next } = world;
    const sharing = { clock, ids, memory, gateway };
    const options = { sharing, gateways: () => ({ new: next }), merchant: { gateway: "new" } };
    return { world, later: await createBillingWorld(options), paid, kept, waiting };
  }

  test("approves nothing, at no other gateway either", async () => {
    const { world, later, kept, waiting } = await withoutOld();
    const { intentKey, orderId, amount } = waiting;
    const confirmed = await later.payments.intents.confirm(shop, { intentKey, orderId, amount });
    const charged = await later.charge(chargeInput([kept]));
    for (const answer of [confirmed, charged]) {
      expect(answer).toMatchObject({
        ok: false,
        error: { code: "FORBIDDEN_REQUEST", details: [{ field: "gateway", code: "FORBIDDEN_REQUEST" }] },
      });
    }
    expect(world.heldBy()).toEqual([10_000, 0]);
    expect(await later.status(intentKey)).toBe("IN_PROGRESS");
  });

  test("leaves a cancellation unknown until it is bound again", async () => {
    const { world, later, paid } = await withoutOld();
    expect(codeOf(await later.cancel(paid.intentKey))).toBe("FAILED_REFUND_PROCESS");
    await later.pass(100);
    expect(valueOf(await later.payments.intents.lookUp(shop, { intentKey: paid.intentKey }))).toMatchObject({
      cancel: { inProgress: true },
    });
    expect(world.heldBy()).toEqual([10_000, 0]);
    await world.clock.advance(60 * 60_000);
    await world.pass(5);
    expect(await world.status(paid.intentKey)).toBe("CANCELED");
    expect(world.heldBy()).toEqual([0, 0]);
  });
});

describe("credentials", () => {
  /** A gateway that is sent each call with the name of its newest credentials. */
  async function rotating() {
    let newest = "2026-11";
    const sent: (readonly [call: string, credentials: string | null])[] = [];
    const noted = (call: string, request: { readonly credentials: string | null }) => {
      sent.push([call, request.credentials]);
    };
    const world = await createBillingWorld({
      gateways: (gateway): Gateway => ({
        ...withKeyIn(gateway, {
          releaseToken: (request) => (noted("release", request), gateway.keyIn.releaseToken(request)),
        }),
        credentials: async () => newest,
        approve: (request) => (noted("approve", request), gateway.approve(request)),
        reverse: (request) => (noted("reverse", request), gateway.reverse(request)),
        cancel: (request) => (noted("cancel", request), gateway.cancel(request)),
        lookUpApproval: (request) => (noted("look up approval", request), gateway.lookUpApproval(request)),
        lookUpCancellation: (request) => (noted("look up cancellation", request), gateway.lookUpCancellation(request)),
      }),
    });
    return { ...world, sent, rotate: () => (newest = "2026-12") };
  }

  test("an open attempt keeps those that it was sent with; what is sent later has the newest", async () => {
    const world = await rotating();
    const { intentKey, orderId, amount } = await world.authenticated();
    world.gateway.faults.next("approve", "refused-connection");
    await world.payments.intents.confirm(shop, { intentKey, orderId, amount });
    world.rotate();
    await world.pass(200);
    expect(await world.status(intentKey)).toBe("ABORTED");
    const [first, ...others] = world.sent;
    expect(first).toEqual(["approve", "2026-11"]);
    const lookUps = others.filter(([call]) => call === "look up approval");
    expect(new Set(lookUps.map(([, credentials]) => credentials))).toEqual(new Set(["2026-11"]));
    expect(others.filter(([call]) => call === "reverse")).toContainEqual(["reverse", "2026-12"]);
  });

  test.each(["", "two words", "x".repeat(65), 7 as unknown as string])(
    "an invalid name stops a call before it is sent: %j",
    async (name) => {
      const world = await createBillingWorld({
        gateways: (gateway) => ({ ...gateway, credentials: async () => name }),
      });
      const { token } = await world.session();
      await expect(world.payments.checkout.authenticate(token, cardEntry("kb"))).rejects.toThrow(
        "the gateway default must name its credentials in 1 to 64 visible ASCII characters",
      );
      await expect(world.billkey()).rejects.toThrow("must name its credentials");
      expect(world.gateway.tokens("7:test")).toEqual([]);
    },
  );

  test("a cancellation that is sent again, and a card's release, have the newest", async () => {
    const world = await rotating();
    const billkey = await world.billkey();
    const { intentKey } = await world.paid();
    world.gateway.faults.next("cancel", "refused-connection");
    expect((await world.cancel(intentKey)).ok).toBe(false);
    valueOf(await world.payments.billing.remove(shop, billkey));
    world.rotate();
    await world.pass(120);
    expect(await world.status(intentKey)).toBe("CANCELED");
    expect(world.sent.filter(([call]) => call === "cancel" || call === "release")).toEqual([
      ["cancel", "2026-11"],
      ["release", "2026-12"],
      ["cancel", "2026-12"],
    ]);
  });

  test("a cancellation in place of a net-cancel that came too late has the newest", async () => {
    const world = await rotating();
    const { intentKey, orderId, amount } = await world.authenticated();
    world.gateway.faults.next("approve", "arrives-late");
    world.gateway.faults.schedule(({ operation }) => (operation === "reverse" ? "refused-connection" : undefined));
    await world.payments.intents.confirm(shop, { intentKey, orderId, amount });
    await world.pass(35);
    await world.gateway.deliverDelayed();
    await world.clock.advance(61 * 60_000);
    // They are rotated while the net-cancel is refused.
    world.gateway.faults.schedule(({ operation }) => {
      if (operation === "reverse") world.rotate();
      return undefined;
    });
    await world.pass(100);
    expect(await world.status(intentKey)).toBe("ABORTED");
    expect(world.held()).toBe(0);
    expect(world.sent.filter(([call]) => call === "cancel")).toEqual([["cancel", "2026-12"]]);
  });

  test("a gateway that can't return its credentials stops no call to another", async () => {
    const { clock, ids, memory, gateway, next } = await twoGateways();
    const credentials = () => Promise.reject(new Error("no account of this merchant"));
    const world = await createBillingWorld({
      sharing: { clock, ids, memory, gateway },
      gateways: (old) => ({ old, new: { ...next, credentials } }),
      merchant: { gateway: "old" },
    });
    const { intentKey } = await world.paid();
    valueOf(await world.cancel(intentKey));
    expect(world.held()).toBe(0);
    const merchant = valueOf(await world.payments.merchants.get(shop));
    valueOf(await world.payments.merchants.register({ ...merchant, gateway: "new" }));
    await expect(world.billkey()).rejects.toThrow("no account of this merchant");
  });

  test("a cancellation is sent with the newest, and asked about with those", async () => {
    const world = await rotating();
    const { intentKey } = await world.paid();
    world.rotate();
    world.gateway.faults.next("cancel", "answer-lost");
    expect((await world.cancel(intentKey)).ok).toBe(false);
    await world.pass(100);
    expect(await world.status(intentKey)).toBe("CANCELED");
    expect(world.sent.slice(1)).toEqual([
      ["cancel", "2026-12"],
      ["look up cancellation", "2026-12"],
    ]);
  });
});

test("operators are notified of what each gateway refuses the service", async () => {
  const { clock, ids, memory, gateway, next } = await twoGateways();
  const refused = async () => ({ outcome: "refused", code: "PROVIDER_NOT_AGREED" }) as const;
  const world = await createBillingWorld({
    sharing: { clock, ids, memory, gateway },
    gateways: (old) => ({
      old: withKeyIn(old, { issueToken: refused }),
      new: withKeyIn(next, { issueToken: refused }),
    }),
  });
  const merchant = valueOf(await world.payments.merchants.get(shop));
  for (const gateway of ["old", "new", "old"]) {
    valueOf(await world.payments.merchants.register({ ...merchant, gateway }));
    expect(codeOf(await world.payments.billing.issue(shop, issueInput()))).toBe("PROVIDER_NOT_AGREED");
  }
  expect(world.notices).toMatchObject([
    { kind: "provider-account-refused", gateway: "old" },
    { kind: "provider-account-refused", gateway: "new" },
  ]);
});

test("each gateway's list of a day is compared with what was approved there", async () => {
  const world = await twoGateways();
  const { intentKey } = await world.paid();
  const approvalKey = `approval-${intentKey}`;
  const line = {
    kind: "APPROVED",
    approvalKey,
    approvalReference: "r",
    amount: 10_000,
    at: world.clock.now(),
  } as const;
  const listing = (movements: readonly (typeof line)[]) => async () =>
    ({ outcome: "done", value: { movements, next: null } }) as const;
  Object.assign(world.gateway, { statement: listing([line]) });
  Object.assign(world.next, { statement: listing([]) });
  await world.clock.advance(24 * 60 * 60_000);
  expect(valueOf(await world.payments.reconcile(shop, "2026-11-20"))).toMatchObject({
    differences: [],
    unanswered: [],
  });
  // The same key at the other gateway is another payment.
  Object.assign(world.next, { statement: listing([line]) });
  const { differences } = valueOf(await world.payments.reconcile(shop, "2026-11-20"));
  expect(differences).toMatchObject([{ kind: "only-theirs", reference: approvalKey, statement: 10_000 }]);
});

test.each<[string, GivenGateways, string]>([
  ["a name with a space", { "my gateway": aGateway() }, "the name of the gateway my gateway must be"],
  ["no name", { "": aGateway() }, "the name of the gateway  must be"],
  [
    "a month too short",
    { old: months(1, 2) },
    "declare its keyIn.installmentMonths from 2 to 36, the shortest first: [1,2]",
  ],
  ["a month too long", { old: months(2, 37) }, "[2,37]"],
  ["half a month", { old: months(2.5) }, "[2.5]"],
  ["a month that is not a number", { old: months(Number.NaN) }, "[null]"],
  ["a month twice", { old: months(2, 2) }, "[2,2]"],
  ["months in disorder", { old: months(3, 2) }, "[3,2]"],
  [
    "months that are not a list",
    { old: withKeyIn(aGateway(), { installmentMonths: 12 as never }) },
    "the shortest first: 12",
  ],
  ["a negative time", { old: { ...aGateway(), settlesWithinMs: -1 } }, "the gateway old of test mode must say its"],
  ["neither keyIn nor window", { old: withoutCards() }, "the gateway old of test mode must have keyIn, or window, or"],
  ["a window without a time", withWindow(Number.NaN), "of test mode must say its window.approvableForMs"],
  ["a window with a negative time", withWindow(-1), "in whole milliseconds: -1"],
  ["a window without any time", withWindow(0), "of test mode must say its window.approvableForMs, at least 1"],
  ...(["repeatsApprovals", "repeatsCancellations"] as const).flatMap((name) => [
    wrongly(`text for ${name}`, { [name]: "false" }, `must say its ${name}, true or false: "false"`),
    wrongly(`nothing for ${name}`, { [name]: undefined }, `must say its ${name}, true or false: undefined`),
    wrongly(`a number for ${name}`, { [name]: 0 }, `must say its ${name}, true or false: 0`),
  ]),
  ["a window with half a millisecond", withWindow(0.5), "in whole milliseconds: 0.5"],
])("%s is refused at the start", (_, test, problem) => {
  const clock = fakeClock(0);
  const parts = { store: memoryStore(), clock, ids: sequentialIds(), vault: testVault() };
  expect(() => bindPayments({ ...parts, gateways: { test } })).toThrow(problem);
});

test.each([
  ["lump sums only", months()],
  ["installments", months(2, 12, 36)],
  ["a window besides", withWindow(600_000)],
  ["a window alone", { ...withoutCards(), window: aWindow(600_000) }],
])("a gateway may have %s", (_, gateway) => {
  const parts = { store: memoryStore(), clock: fakeClock(0), ids: sequentialIds(), vault: testVault() };
  expect(() => bindPayments({ ...parts, gateways: { test: gateway } })).not.toThrow();
});

function months(...installmentMonths: readonly number[]): Gateway {
  return withKeyIn(aGateway(), { installmentMonths });
}

/** As only a gateway without types can be. */
function wrongly(what: string, members: object, problem: string): [string, GivenGateways, string] {
  return [what, { old: Object.assign({}, aGateway(), members) }, problem];
}

function aWindow(approvableForMs: number): PaymentWindow {
  const unasked = () => Promise.reject(new Error("this window is never opened"));
  return { approvableForMs, methods: async () => ["CARD"], begin: unasked, finish: unasked };
}

function withWindow(approvableForMs: number): Gateway {
  return { ...aGateway(), window: aWindow(approvableForMs) };
}

function withoutCards(): Gateway {
  const { keyIn: _, ...others } = aGateway();
  return others;
}

function aGateway(): Gateway {
  return sandboxGateway({ clock: fakeClock(0), ids: sequentialIds() });
}
