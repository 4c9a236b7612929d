import { leastPromises, mostPromises, sandboxCardNetwork, type SandboxPromises } from "@wonflow/sandbox";
import { fakeClock, sequentialIds, testVault } from "@wonflow/testkit";
import { memoryStore } from "@wonflow/store-memory";
import { describe, expect, test } from "vitest";

import { chargeInput, createBillingWorld, issueInput } from "../../test/billing-world.ts";
import { cardEntry, codeOf, sessionInput, shop, valueOf } from "../../test/world.ts";
import { bindPayments, type CardNetwork, type GivenCardNetworks } from "../index.ts";

const second = (number: number) => ({ ...sessionInput, orderId: `order-20261120-000${number}` });

/** A merchant of the sandbox `old`, which may move to the sandbox `new`. */
async function twoNetworks({ promises = mostPromises }: { readonly promises?: Partial<SandboxPromises> } = {}) {
  const ids = sequentialIds();
  const clock = fakeClock(Date.UTC(2026, 10, 20, 1, 0, 0));
  const next = sandboxCardNetwork({ clock, ids, promises: mostPromises });
  const network = sandboxCardNetwork({ clock, ids, promises: { ...mostPromises, ...promises } });
  const world = await createBillingWorld({
    sharing: { clock, ids, memory: memoryStore(), network },
    cardNetworks: (old) => ({ old, new: next }),
    merchant: { cardNetwork: "old" },
  });
  const move = async (cardNetwork: string | null = "new") => {
    const merchant = valueOf(await world.payments.merchants.get(shop));
    valueOf(await world.payments.merchants.register({ ...merchant, cardNetwork }));
  };
  return { ...world, next, move, heldBy: () => [network.held("7:test"), next.held("7:test")] };
}

const names = (networks: readonly { readonly records: () => readonly { readonly key: string }[] }[]) =>
  networks.map((network) => network.records().map(({ key }) => key));

describe("a merchant moves to another network", () => {
  test("new cards go there; what was paid is canceled where it was approved", async () => {
    const world = await twoNetworks();
    const before = await world.paid();
    await world.move();
    const after = await world.paid(second(2));
    expect(world.heldBy()).toEqual([10_000, 10_000]);
    valueOf(await world.cancel(before.intentKey, 4_000));
    expect(world.heldBy()).toEqual([6_000, 10_000]);
    valueOf(await world.cancel(after.intentKey));
    expect(world.heldBy()).toEqual([6_000, 0]);
    expect(names([world.network, world.next])).toEqual([
      [`approval.${before.intentKey}`],
      [`approval.${after.intentKey}`],
    ]);
    expect(await world.balances()).toMatchObject({ receivable: 6_000 });
  });

  test("a card that was checked before is approved where it was checked", async () => {
    const world = await twoNetworks();
    const { intentKey, orderId, amount } = await world.authenticated();
    await world.move();
    valueOf(await world.payments.intents.confirm(shop, { intentKey, orderId, amount }));
    expect(world.heldBy()).toEqual([10_000, 0]);
  });

  test("a billing key is charged, and given back, at the network that has its card", async () => {
    const world = await twoNetworks();
    const kept = await world.billkey();
    await world.move();
    const fresh = await world.billkey("shinhan");
    valueOf(await world.charge(chargeInput([kept, fresh])));
    expect(world.heldBy()).toEqual([5_000, 5_001]);
    for (const billkey of [kept, fresh]) valueOf(await world.payments.billing.remove(shop, billkey));
    await world.pass(60);
    for (const network of [world.network, world.next]) {
      expect(network.tokens("7:test")).toMatchObject([{ state: "RELEASED" }]);
    }
  });

  test("a split charge that one network refuses is undone at the other", async () => {
    const world = await twoNetworks();
    const kept = await world.billkey();
    await world.move();
    const refused = await world.billkey("no-funds");
    expect((await world.charge(chargeInput([kept, refused]))).ok).toBe(false);
    await world.pass(60);
    expect(world.heldBy()).toEqual([0, 0]);
    expect(world.network.records()).toMatchObject([{ state: "REVERSED" }]);
    expect(await world.balances()).toMatchObject({ receivable: 0 });
  });

  test.each(["answer-lost", "refused-connection"] as const)(
    "an approval under way is looked up where it was sent: %s",
    async (fault) => {
      const world = await twoNetworks();
      const { intentKey, orderId, amount } = await world.authenticated();
      world.network.faults.next("approve", fault);
      expect((await world.payments.intents.confirm(shop, { intentKey, orderId, amount })).ok).toBe(false);
      await world.move();
      await world.pass(200);
      expect(await world.status(intentKey)).toBe(fault === "answer-lost" ? "DONE" : "ABORTED");
      expect(world.heldBy()).toEqual([fault === "answer-lost" ? 10_000 : 0, 0]);
    },
  );

  test("a checked card that was never used is given back to the network that has it", async () => {
    const world = await twoNetworks({ promises: { ...leastPromises, settlesWithinMs: 1_000 } });
    await world.authenticated();
    expect(world.network.tokens("7:test")).toMatchObject([{ state: "ISSUED" }]);
    await world.move();
    await world.pass(1_000);
    expect(world.network.tokens("7:test")).toMatchObject([{ state: "RELEASED" }]);
    expect(world.next.tokens("7:test")).toEqual([]);
  });
});

describe("which network takes a merchant's cards", () => {
  test("a name that is not bound is refused, with those that are", async () => {
    const world = await twoNetworks();
    const merchant = valueOf(await world.payments.merchants.get(shop));
    const answer = await world.payments.merchants.register({ ...merchant, cardNetwork: "nobody" });
    const problem = "must be the name of a card network that is bound in test mode: old, new";
    expect(answer).toMatchObject({
      ok: false,
      error: { code: "INVALID_REQUEST", details: [{ field: "cardNetwork", problem }] },
    });
    expect(valueOf(await world.payments.merchants.get(shop)).cardNetwork).toBe("old");
  });

  test("a process without networks, such as a command, takes any name", async () => {
    const { clock, ids, memory } = await twoNetworks();
    const parts = { clock, ids, store: memory, vault: testVault() };
    const { merchants } = bindPayments({ ...parts, cardNetworks: {} });
    const merchant = valueOf(await merchants.get(shop));
    expect(valueOf(await merchants.register({ ...merchant, cardNetwork: "another" })).cardNetwork).toBe("another");
    const answer = await merchants.register({ ...merchant, cardNetwork: "Ä" });
    expect(answer).toMatchObject({ ok: false, error: { details: [{ field: "cardNetwork" }] } });
  });

  test("of several without a default, a merchant must name one", async () => {
    const world = await twoNetworks();
    const { token } = await world.session(second(3));
    await world.move(null);
    const refused = {
      ok: false,
      error: {
        code: "FORBIDDEN_REQUEST",
        details: [{ field: "cardNetwork", problem: "is default, which is not bound here; bound are: old, new" }],
      },
    };
    expect(await world.payments.billing.issue(shop, issueInput())).toMatchObject(refused);
    expect(await world.payments.sessions.create(shop, second(4))).toMatchObject(refused);
    const { redirectUrl } = valueOf(await world.payments.checkout.authenticate(token, cardEntry("kb")));
    expect(new URL(redirectUrl).searchParams.get("code")).toBe("PAY_PROCESS_ABORTED");
    expect(world.heldBy()).toEqual([0, 0]);
  });

  test("the only network needs no name", async () => {
    const world = await createBillingWorld({ cardNetworks: (only) => ({ only }) });
    await world.paid();
    expect(world.held()).toBe(10_000);
  });
});

describe("a network that is no longer bound", () => {
  async function withoutOld() {
    const world = await twoNetworks();
    const paid = await world.paid();
    const kept = await world.billkey();
    const waiting = await world.authenticated(second(2));
    await world.move();
    const { clock, ids, memory, network, next } = world;
    const sharing = { clock, ids, memory, network };
    const options = { sharing, cardNetworks: () => ({ new: next }), merchant: { cardNetwork: "new" } };
    return { world, later: await createBillingWorld(options), paid, kept, waiting };
  }

  test("approves nothing, at no other network either", async () => {
    const { world, later, kept, waiting } = await withoutOld();
    const { intentKey, orderId, amount } = waiting;
    const confirmed = await later.payments.intents.confirm(shop, { intentKey, orderId, amount });
    const charged = await later.charge(chargeInput([kept]));
    for (const answer of [confirmed, charged]) {
      expect(answer).toMatchObject({
        ok: false,
        error: { code: "FORBIDDEN_REQUEST", details: [{ field: "cardNetwork", code: "FORBIDDEN_REQUEST" }] },
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
  /** A network that is sent each call with the name of its newest credentials. */
  async function exchanging() {
    let newest = "2026-11";
    const sent: (readonly [call: string, credentials: string | null])[] = [];
    const told = (call: string, request: { readonly credentials: string | null }) => {
      sent.push([call, request.credentials]);
    };
    const world = await createBillingWorld({
      cardNetworks: (network): CardNetwork => ({
        ...network,
        credentials: async () => newest,
        approve: (request) => (told("approve", request), network.approve(request)),
        releaseToken: (request) => (told("release", request), network.releaseToken(request)),
        reverse: (request) => (told("reverse", request), network.reverse(request)),
        cancel: (request) => (told("cancel", request), network.cancel(request)),
        lookUpApproval: (request) => (told("look up approval", request), network.lookUpApproval(request)),
        lookUpCancellation: (request) => (told("look up cancellation", request), network.lookUpCancellation(request)),
      }),
    });
    return { ...world, sent, exchange: () => (newest = "2026-12") };
  }

  test("an open attempt keeps those that it was sent with; what is sent later has the newest", async () => {
    const world = await exchanging();
    const { intentKey, orderId, amount } = await world.authenticated();
    world.network.faults.next("approve", "refused-connection");
    await world.payments.intents.confirm(shop, { intentKey, orderId, amount });
    world.exchange();
    await world.pass(200);
    expect(await world.status(intentKey)).toBe("ABORTED");
    const [first, ...others] = world.sent;
    expect(first).toEqual(["approve", "2026-11"]);
    const lookUps = others.filter(([call]) => call === "look up approval");
    expect(new Set(lookUps.map(([, credentials]) => credentials))).toEqual(new Set(["2026-11"]));
    expect(others.filter(([call]) => call === "reverse")).toContainEqual(["reverse", "2026-12"]);
  });

  test.each(["", "two words", "x".repeat(65), 7 as unknown as string])(
    "a name that is none stops a call before it is sent: %j",
    async (name) => {
      const world = await createBillingWorld({
        cardNetworks: (network) => ({ ...network, credentials: async () => name }),
      });
      const { token } = await world.session();
      await expect(world.payments.checkout.authenticate(token, cardEntry("kb"))).rejects.toThrow(
        "the card network default must name its credentials in 1 to 64 visible ASCII characters",
      );
      await expect(world.billkey()).rejects.toThrow("must name its credentials");
      expect(world.network.tokens("7:test")).toEqual([]);
    },
  );

  test("a cancellation that is sent again, and a card's release, have the newest", async () => {
    const world = await exchanging();
    const billkey = await world.billkey();
    const { intentKey } = await world.paid();
    world.network.faults.next("cancel", "refused-connection");
    expect((await world.cancel(intentKey)).ok).toBe(false);
    valueOf(await world.payments.billing.remove(shop, billkey));
    world.exchange();
    await world.pass(120);
    expect(await world.status(intentKey)).toBe("CANCELED");
    expect(world.sent.filter(([call]) => call === "cancel" || call === "release")).toEqual([
      ["cancel", "2026-11"],
      ["release", "2026-12"],
      ["cancel", "2026-12"],
    ]);
  });

  test("a cancellation in place of a net-cancel that came too late has the newest", async () => {
    const world = await exchanging();
    const { intentKey, orderId, amount } = await world.authenticated();
    world.network.faults.next("approve", "arrives-late");
    world.network.faults.schedule(({ operation }) => (operation === "reverse" ? "refused-connection" : undefined));
    await world.payments.intents.confirm(shop, { intentKey, orderId, amount });
    await world.pass(35);
    await world.network.deliverDelayed();
    await world.clock.advance(61 * 60_000);
    // They are exchanged while the net-cancel is refused.
    world.network.faults.schedule(({ operation }) => {
      if (operation === "reverse") world.exchange();
      return undefined;
    });
    await world.pass(100);
    expect(await world.status(intentKey)).toBe("ABORTED");
    expect(world.held()).toBe(0);
    expect(world.sent.filter(([call]) => call === "cancel")).toEqual([["cancel", "2026-12"]]);
  });

  test("a network that can't tell its credentials stops no call to another", async () => {
    const { clock, ids, memory, network, next } = await twoNetworks();
    const credentials = () => Promise.reject(new Error("no account of this merchant"));
    const world = await createBillingWorld({
      sharing: { clock, ids, memory, network },
      cardNetworks: (old) => ({ old, new: { ...next, credentials } }),
      merchant: { cardNetwork: "old" },
    });
    const { intentKey } = await world.paid();
    valueOf(await world.cancel(intentKey));
    expect(world.held()).toBe(0);
    const merchant = valueOf(await world.payments.merchants.get(shop));
    valueOf(await world.payments.merchants.register({ ...merchant, cardNetwork: "new" }));
    await expect(world.billkey()).rejects.toThrow("no account of this merchant");
  });

  test("a cancellation is sent with the newest, and asked about with those", async () => {
    const world = await exchanging();
    const { intentKey } = await world.paid();
    world.exchange();
    world.network.faults.next("cancel", "answer-lost");
    expect((await world.cancel(intentKey)).ok).toBe(false);
    await world.pass(100);
    expect(await world.status(intentKey)).toBe("CANCELED");
    expect(world.sent.slice(1)).toEqual([
      ["cancel", "2026-12"],
      ["look up cancellation", "2026-12"],
    ]);
  });
});

test("operators are told of what each network refuses the service", async () => {
  const { clock, ids, memory, network, next } = await twoNetworks();
  const refused = async () => ({ outcome: "refused", code: "PROVIDER_NOT_AGREED" }) as const;
  const world = await createBillingWorld({
    sharing: { clock, ids, memory, network },
    cardNetworks: (old) => ({ old: { ...old, issueToken: refused }, new: { ...next, issueToken: refused } }),
  });
  const merchant = valueOf(await world.payments.merchants.get(shop));
  for (const cardNetwork of ["old", "new", "old"]) {
    valueOf(await world.payments.merchants.register({ ...merchant, cardNetwork }));
    expect(codeOf(await world.payments.billing.issue(shop, issueInput()))).toBe("PROVIDER_NOT_AGREED");
  }
  expect(world.notices).toMatchObject([
    { kind: "provider-account-refused", network: "old" },
    { kind: "provider-account-refused", network: "new" },
  ]);
});

test("each network's list of a day is compared with what was approved there", async () => {
  const world = await twoNetworks();
  const { intentKey } = await world.paid();
  const approvalKey = `approval.${intentKey}`;
  const line = {
    kind: "APPROVED",
    approvalKey,
    approvalReference: "r",
    amount: 10_000,
    at: world.clock.now(),
  } as const;
  const listing = (movements: readonly (typeof line)[]) => async () =>
    ({ outcome: "done", value: { movements, next: null } }) as const;
  Object.assign(world.network, { statement: listing([line]) });
  Object.assign(world.next, { statement: listing([]) });
  await world.clock.advance(24 * 60 * 60_000);
  expect(valueOf(await world.payments.reconcile(shop, "2026-11-20"))).toMatchObject({
    differences: [],
    unanswered: [],
  });
  // The same key at the other network is no payment of ours there.
  Object.assign(world.next, { statement: listing([line]) });
  const { differences } = valueOf(await world.payments.reconcile(shop, "2026-11-20"));
  expect(differences).toMatchObject([{ kind: "only-theirs", reference: approvalKey, statement: 10_000 }]);
});

test.each<[string, GivenCardNetworks, string]>([
  ["a name with a space", { "my network": aNetwork() }, "the name of the card network my network must be"],
  ["no name", { "": aNetwork() }, "the name of the card network  must be"],
  ["a month too short", { old: months(1, 2) }, "declare its installmentMonths from 2 to 36, the shortest first: [1,2]"],
  ["a month too long", { old: months(2, 37) }, "[2,37]"],
  ["half a month", { old: months(2.5) }, "[2.5]"],
  ["a month that is none", { old: months(Number.NaN) }, "[null]"],
  ["a month twice", { old: months(2, 2) }, "[2,2]"],
  ["months in disorder", { old: months(3, 2) }, "[3,2]"],
  ["months that are no list", { old: { ...aNetwork(), installmentMonths: 12 as never } }, "the shortest first: 12"],
  ["a promise", { old: { ...aNetwork(), settlesWithinMs: -1 } }, "the card network old of test mode must say its"],
])("%s that can't be kept is refused at the start", (_, test, problem) => {
  const clock = fakeClock(0);
  const parts = { store: memoryStore(), clock, ids: sequentialIds(), vault: testVault() };
  expect(() => bindPayments({ ...parts, cardNetworks: { test } })).toThrow(problem);
});

test.each([[months()], [months(2, 12, 36)]])("months that a network may declare: %#", (network) => {
  const parts = { store: memoryStore(), clock: fakeClock(0), ids: sequentialIds(), vault: testVault() };
  expect(() => bindPayments({ ...parts, cardNetworks: { test: network } })).not.toThrow();
});

function months(...installmentMonths: readonly number[]): CardNetwork {
  return { ...aNetwork(), installmentMonths };
}

function aNetwork(): CardNetwork {
  return sandboxCardNetwork({ clock: fakeClock(0), ids: sequentialIds() });
}
