import { storedCard as kb } from "../../test/card-fixture.ts";
import type { CardApprovalRequest, StoredCardDetails, TenantId } from "@wonflow/core";
import { cardCaller, fakeClock, sequentialIds } from "@wonflow/testkit";
import { describe, expect, test } from "vitest";
import { memoryJournal } from "../journal/journal.ts";
import { sandboxGateway } from "./gateway.ts";
import { mostPromises } from "./promises.ts";
import { testCards } from "./test-cards.ts";

const startMs = Date.UTC(2026, 2, 2, 3);
const tenant = "1:test";
const deadline = startMs + 10_000;
const amex = { number: "340000000071000", cvc: "1234" };
const unknown = { outcome: "unknown" };
const refused = (code: string) => ({ outcome: "refused", code });

function setUp({ clock = fakeClock(startMs), journal = memoryJournal() } = {}) {
  const options = { clock, journal, ids: sequentialIds(), promises: mostPromises };
  const gateway = cardCaller(sandboxGateway(options), clock.now);
  const issue = (key: string, change: Partial<StoredCardDetails> = {}, of: TenantId = tenant) =>
    gateway.issueToken({ tenant: of, key, deadline, card: { ...kb, ...change } });
  const issued = async (key: string, change: Partial<StoredCardDetails> = {}) => {
    const answer = await issue(key, change);
    if (answer.outcome !== "done") throw new Error(`not issued: ${JSON.stringify(answer)}`);
    return answer.value.token;
  };
  const release = (key: string, tokenKey: string) => gateway.releaseToken({ tenant, key, tokenKey, deadline });
  const approve = (key: string, cardToken: string, change: Partial<CardApprovalRequest> = {}) => {
    const rest = { amount: 10_000, installmentPlanMonths: 0, orderName: "Tea", ...change };
    return gateway.approve({ tenant, key, deadline, cardToken, ...rest });
  };
  const states = () => gateway.tokens(tenant).map(({ key, state }) => `${key} ${state}`);
  return { clock, journal, gateway, issue, issued, release, approve, states };
}

test("a card that is stored is charged again and again, until its token is released", async () => {
  const { clock, gateway, issue, approve, release } = setUp();
  const token = "sbx_kb.3012_1:test_0000010000000001";
  expect(await issue("t")).toEqual({
    outcome: "done",
    value: { key: "t", token, maskedNumber: "400000******0009", issuerCode: "11" },
  });
  expect(await approve("a", token)).toMatchObject({ outcome: "done" });
  const approved = await approve("b", token);
  expect(approved).toMatchObject({ outcome: "done" });
  await clock.advance(1_000);
  expect(await release("r", "t")).toEqual({ outcome: "done", value: { tokenKey: "t" } });
  expect(await approve("c", token)).toEqual(refused("INVALID_REJECT_CARD"));
  expect(await approve("b", token)).toEqual(approved);
  const cancel = { tenant, key: "x", approvalKey: "b", amount: 4_000, deadline } as const;
  expect(await gateway.cancel(cancel)).toMatchObject({ outcome: "done" });
  expect(gateway.held(tenant)).toBe(16_000);
  expect(gateway.tokens(tenant)).toEqual([
    {
      tenant,
      key: "t",
      storedBy: "issueToken",
      state: "RELEASED",
      refused: null,
      cardToken: token,
      arrivedAt: startMs,
      releasedAt: startMs + 1_000,
    },
  ]);
});

test("a stored card expires with its last month, in Korea; a token that says none does not expire", async () => {
  const { clock, issued, approve } = setUp();
  const token = await issued("t", { expiryYear: "26", expiryMonth: "04" });
  expect(token).toContain("sbx_kb.2604_");
  await clock.advance(Date.UTC(2026, 3, 30, 15) - 1 - startMs);
  const approved = await approve("a", token);
  expect(approved).toMatchObject({ outcome: "done" });
  await clock.advance(1);
  expect(await approve("b", token)).toEqual(refused("INVALID_CARD_EXPIRATION"));
  expect(await approve("a", token)).toEqual(approved);
  expect(await approve("c", "sbx_kb_1:test_0000010000000001")).toMatchObject({ outcome: "done" });
});

test("waits-for-payday is refused until the 3rd of a month has ended in Korea, and again on the next 1st", async () => {
  const { clock, issued, approve } = setUp();
  const token = await issued("t", { number: "4000000200110007" });
  const limit = refused("REJECT_CARD_PAYMENT");
  await clock.advance(Date.UTC(2026, 2, 3, 15) - 1 - startMs);
  expect(await approve("a", token)).toEqual(limit);
  await clock.advance(1);
  expect(await approve("a", token)).toEqual(limit);
  expect(await approve("b", token)).toMatchObject({ outcome: "done" });
  await clock.advance(28 * 24 * 3_600_000 - 1);
  expect(await approve("c", token)).toMatchObject({ outcome: "done" });
  await clock.advance(1);
  expect(await approve("d", token)).toEqual(limit);
});

describe("issueToken", () => {
  // March 2026 in Korea; the card's details; the outcome
  const rows: readonly (readonly [string, Partial<StoredCardDetails>, string])[] = [
    ["this month", { expiryMonth: "03", expiryYear: "26" }, "done"],
    ["last month", { expiryMonth: "02", expiryYear: "26" }, "INVALID_CARD_EXPIRATION"],
    ["a number like a real one", { number: "4111111111111111" }, "INVALID_CARD_NUMBER"],
    ["password 99", { passwordFront2: "99" }, "INVALID_CARD_PASSWORD"],
    ["a card of another owner, in Korean", { ownerName: "명의자 불일치" }, "INVALID_CARD_IDENTITY"],
    ["a card of another owner, in English", { ownerName: "Owner Mismatch" }, "INVALID_CARD_IDENTITY"],
    ["a CVC of two digits", { cvc: "12" }, "INVALID_CARD_IDENTITY"],
    ["a CVC of four digits", { cvc: "1234" }, "INVALID_CARD_IDENTITY"],
    ["a CVC of letters", { cvc: "abc" }, "INVALID_CARD_IDENTITY"],
    ["an American Express card", amex, "done"],
    ["an American Express card and three digits", { ...amex, cvc: "123" }, "INVALID_CARD_IDENTITY"],
  ];
  test.each(rows)("%s", async (_what, change, expected) => {
    const { gateway, issue } = setUp();
    const answer = await issue("t", change);
    expect(answer.outcome === "refused" ? answer.code : answer.outcome).toBe(expected);
    expect(await issue("t", change)).toEqual(answer);
    const record = expected === "done" ? { state: "ISSUED", refused: null } : { state: "REFUSED", refused: expected };
    expect(gateway.tokens(tenant)).toMatchObject([record]);
  });

  test.each(["", "k".repeat(101)])("the key %o is refused, and nothing is on record", async (key) => {
    const { issue, release, states } = setUp();
    expect(await issue(key)).toEqual(refused("PROVIDER_ERROR"));
    expect(await release(key, "t")).toEqual(refused("PROVIDER_ERROR"));
    expect(await release("r", key)).toEqual(refused("PROVIDER_ERROR"));
    expect(states()).toEqual([]);
  });

  test("the same card twice has two tokens, which are released one by one", async () => {
    const { issued, approve, release } = setUp();
    const [one, other] = [await issued("t"), await issued("t2")];
    expect(one).not.toBe(other);
    await release("r", "t");
    expect(await approve("a", one)).toEqual(refused("INVALID_REJECT_CARD"));
    expect(await approve("b", other)).toMatchObject({ outcome: "done" });
  });

  test("gateways over one journal never issue the same token, also if their ids restart", async () => {
    const journal = memoryJournal();
    const [one, other] = [setUp({ journal }), setUp({ journal })];
    const tokens = [await one.issued("t"), await other.issued("t2"), await one.issued("t3")];
    expect(new Set(tokens).size).toBe(3);
  });

  const changes: readonly Partial<StoredCardDetails>[] = [
    { number: "4000005100000000" },
    { number: "4111111111111111" },
    { passwordFront2: "99" },
    { expiryYear: "25" },
  ];
  test.each(changes)("the same key with %o is unknown, says why and issues nothing", async (change) => {
    const { issue, gateway } = setUp();
    const first = await issue("t");
    expect(await issue("t", change)).toEqual({
      outcome: "unknown",
      reason: "Key t was already used for another call: issueToken with other content.",
    });
    expect(await issue("t")).toEqual(first);
    expect(gateway.tokens(tenant)).toHaveLength(1);
  });

  test("a key that was refused stays so, and is unknown with a card that would not be", async () => {
    const { issue, states } = setUp();
    expect(await issue("t", { passwordFront2: "99" })).toEqual(refused("INVALID_CARD_PASSWORD"));
    expect(await issue("t")).toMatchObject(unknown);
    expect(await issue("t", { ownerName: "Owner Mismatch" })).toMatchObject(unknown);
    expect(await issue("t", { passwordFront2: "99" })).toEqual(refused("INVALID_CARD_PASSWORD"));
    expect(states()).toEqual(["t REFUSED"]);
  });

  test("a card that has expired since is still answered under its key, and approved", async () => {
    const { clock, issue } = setUp();
    const change = { expiryMonth: "03", expiryYear: "26" };
    const first = await issue("t", change);
    await clock.advance(40 * 24 * 3_600_000);
    expect(await issue("t", change)).toEqual(first);
    expect(await issue("t2", change)).toEqual(refused("INVALID_CARD_EXPIRATION"));
  });
});

describe("releaseToken", () => {
  test("before the token was asked for, forbids it", async () => {
    const { clock, release, issue, states, gateway } = setUp();
    expect(await release("r", "t")).toEqual({ outcome: "done", value: { tokenKey: "t" } });
    await clock.advance(1);
    expect(await issue("t")).toEqual(refused("PROVIDER_ERROR"));
    expect(await release("r2", "t")).toEqual({ outcome: "done", value: { tokenKey: "t" } });
    expect(states()).toEqual(["t TOMBSTONED"]);
    expect(gateway.tokens(tenant)).toMatchObject([{ cardToken: null, arrivedAt: null, releasedAt: startMs }]);
  });

  test("again, under its key or another, changes nothing", async () => {
    const { clock, release, issued, issue, gateway } = setUp();
    await issued("t");
    const first = await release("r", "t");
    await clock.advance(1);
    expect(await release("r", "t")).toEqual(first);
    expect(await release("r2", "t")).toEqual(first);
    expect(gateway.tokens(tenant)).toMatchObject([{ state: "RELEASED", releasedAt: startMs }]);
    expect(await issue("t")).toEqual(refused("PROVIDER_ERROR"));
  });

  test("of a token that was refused is acknowledged, and it stays refused for its reason", async () => {
    const { release, issue, states } = setUp();
    await issue("t", { passwordFront2: "99" });
    expect(await release("r", "t")).toMatchObject({ outcome: "done" });
    expect(await issue("t", { passwordFront2: "99" })).toEqual(refused("INVALID_CARD_PASSWORD"));
    expect(states()).toEqual(["t REFUSED"]);
  });

  test("under the same key for another token is unknown, and releases nothing", async () => {
    const { release, issued, approve } = setUp();
    const token = await issued("t");
    await release("r", "t2");
    expect(await release("r", "t")).toEqual({
      outcome: "unknown",
      reason: "Key r was already used for another call: releaseToken with other content.",
    });
    expect(await approve("a", token)).toMatchObject({ outcome: "done" });
  });
});

test("one key is one call, of any kind", async () => {
  const { gateway, issue, issued, release, approve, states } = setUp();
  const token = await issued("t");
  await approve("a", token);
  await release("r", "t2");
  expect(await issue("a")).toMatchObject(unknown);
  expect(await issue("r")).toMatchObject(unknown);
  expect(await approve("t", token)).toMatchObject(unknown);
  expect(await approve("r", token)).toMatchObject(unknown);
  expect(await release("t", "t")).toMatchObject(unknown);
  expect(await release("a", "t")).toMatchObject(unknown);
  expect(await release("b", "b")).toMatchObject(unknown);
  expect(await gateway.reverse({ tenant, key: "t", approvalKey: "a", deadline })).toMatchObject(unknown);
  const cancel = { tenant, key: "r", approvalKey: "a", amount: 1, deadline } as const;
  expect(await gateway.cancel(cancel)).toMatchObject(unknown);
  expect(await gateway.lookUpApproval({ tenant, key: "t", deadline })).toMatchObject(unknown);
  expect(gateway.held(tenant)).toBe(10_000);
  expect(states()).toEqual(["t ISSUED", "t2 TOMBSTONED"]);
});

describe("the record", () => {
  test("lists every token of a tenant, oldest first, and is the same after a restart", async () => {
    const { gateway, clock, journal, issue, issued, release, states } = setUp();
    await issue("t1");
    await issue("t1", {}, "2:test");
    await release("r", "t2");
    await issue("t3", { cvc: "" });
    await issue("t4");
    await release("r2", "t4");
    expect(states()).toEqual(["t1 ISSUED", "t2 TOMBSTONED", "t3 REFUSED", "t4 RELEASED"]);
    expect(gateway.tokens("2:test")).toMatchObject([{ tenant: "2:test", key: "t1", state: "ISSUED" }]);
    const again = setUp({ clock, journal });
    expect(again.gateway.tokens(tenant)).toEqual(gateway.tokens(tenant));
    const [given, taken] = [await again.issued("t1"), gateway.tokens(tenant).at(-1)?.cardToken ?? ""];
    expect(given).toBe(await issued("t1"));
    expect(await again.approve("a", given)).toMatchObject({ outcome: "done" });
    expect(await again.approve("b", taken)).toEqual(refused("INVALID_REJECT_CARD"));
  });

  test("has nothing of any card but the name of the test card and its last month, within its token", async () => {
    const { gateway, journal } = setUp();
    const mine = { passwordFront2: "58", ownerName: "홍길동", ownerPhoneNumber: "01077778888", registNo: "880229" };
    for (const [index, { number, brand }] of testCards.entries()) {
      const card = { ...kb, ...mine, number, cvc: brand === "AMEX" ? "7395" : "739" };
      for (const change of [{}, { cvc: "" }, { passwordFront2: "99" }]) {
        const key = `t${index}-${Object.keys(change).join()}`;
        await gateway.issueToken({ tenant, key, deadline, card: { ...card, ...change } }).catch(() => undefined);
      }
    }
    const values = journal.replay().map(({ value }) => value);
    const fields = new Set(values.flatMap((value) => Object.keys(Object(value))));
    expect(fields).toEqual(new Set(["op", "tenant", "key", "at", "refused", "cardToken"]));
    // The numbers that tell tokens apart are not the card's.
    const text = JSON.stringify(values).replaceAll(/(?<=_)\d{16}(?=")/g, "");
    expect(text).toContain("sbx_kb.3012_1:test_");
    const secrets = [...testCards.map(({ number }) => number), ...Object.values(mine), "739"];
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });
});
