import path from "node:path";
import { createCipheriv, createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import { startNiceEmulator } from "./emulator.ts";
import type { EmulatedAccount } from "./merchant.ts";
import { niceTestCards } from "./test-cards.ts";

const account = { clientKey: "tea-house", secretKey: "secret-key-of-tea-house-32-chars" };
const other = { clientKey: "bookshop", secretKey: "secret-key-of-bookshop-32-chars-" };
const afternoon = Date.parse("2026-11-25T14:00:00+09:00");
const ediDate = "2026-11-25T05:00:00.000Z";
const anHour = 3_600_000;

function hash(...parts: readonly string[]): string {
  return createHash("sha256").update(parts.join("")).digest("hex");
}

/** A card as a client enciphers it. */
function encData(plain: string, secretKey = account.secretKey): string {
  const cipher = createCipheriv("aes-256-cbc", Buffer.from(secretKey), Buffer.from(secretKey.slice(0, 16)));
  return cipher.update(plain, "utf8", "hex") + cipher.final("hex");
}

const typed = "cardNo=9410110000000001&expYear=39&expMonth=12&idNo=900101&cardPw=12";

type Told = Record<string, unknown>;

/** A merchant's server, written from the manual and not with the adapter's code. */
async function opened({ accounts = [account, other] as readonly EmulatedAccount[] } = {}) {
  let now = afternoon;
  const emulator = await startNiceEmulator({ accounts, clock: { now: () => now } });
  onTestFinished(() => emulator.close());
  const send = async (path: string, body?: object, { clientKey, secretKey } = account): Promise<Told> => {
    const response = await fetch(emulator.url + path, {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `Basic ${Buffer.from(`${clientKey}:${secretKey}`).toString("base64")}` },
      redirect: "manual",
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, ...((await response.json()) as Told) };
  };
  const code = async (...asked: Parameters<typeof send>) => (await send(...asked))["resultCode"];
  const store = async (change: object = {}, by = account) => {
    const fields = { orderId: "card-1", encMode: "A2", encData: encData(typed, by.secretKey), ediDate };
    return send("/v1/subscribe/regist", { ...fields, signData: hash("card-1", ediDate, by.secretKey), ...change }, by);
  };
  const pay = async (bid: string, change: Readonly<Record<string, unknown>> = {}) => {
    const orderId = typeof change["orderId"] === "string" ? change["orderId"] : "order.1";
    const fields = { orderId, amount: 10_000, goodsName: "우롱차", cardQuota: 0, useShopInterest: false, ediDate };
    const signData = hash(orderId, bid, ediDate, account.secretKey);
    return send(`/v1/subscribe/${bid}/payments`, { ...fields, signData, ...change });
  };
  const cancel = async (tid: string, change: object = {}) => {
    const fields = { orderId: "cancel.1", reason: "고객 요청", cancelAmt: 4_000, ediDate };
    return send(`/v1/payments/${tid}/cancel`, {
      ...fields,
      signData: hash(tid, ediDate, account.secretKey),
      ...change,
    });
  };
  const netcancel = async (orderId: string) =>
    send("/v1/payments/netcancel", { orderId, ediDate, signData: hash(orderId, ediDate, account.secretKey) });
  const expire = async (bid: string, signData = hash("expire.1", bid, ediDate, account.secretKey)) =>
    send(`/v1/subscribe/${bid}/expire`, { orderId: "expire.1", ediDate, signData });
  const bidOf = async () => String((await store())["bid"]);
  const tidOf = async (orderId = "order.1") => String((await pay(await bidOf(), { orderId }))["tid"]);
  const wait = (ms: number) => void (now += ms);
  return { emulator, send, code, store, pay, cancel, netcancel, expire, bidOf, tidOf, wait };
}

describe("a card", () => {
  test("is stored again and again, each time under a name of its own, until it expires", async () => {
    const { emulator, bidOf, pay, expire } = await opened();
    const [one, two] = [await bidOf(), await bidOf()];
    expect([one, two]).toEqual([expect.stringMatching(/^BIKY.{26}$/), expect.stringMatching(/^BIKY.{26}$/)]);
    expect(await expire(one)).toMatchObject({ resultCode: "0000", bid: one });
    expect(await expire(one)).toMatchObject({ resultCode: "A126" });
    expect(await pay(one)).toMatchObject({ resultCode: "U115" });
    expect(await pay(two)).toMatchObject({ resultCode: "0000", status: "paid" });
    expect(emulator.book().bids.map(({ bid, expired }) => [bid, expired])).toEqual([
      [one, true],
      [two, false],
    ]);
  });

  test.each([
    ["with another key", { encData: encData(typed, other.secretKey) }, "A204"],
    ["that is not hexadecimal", { encData: "so-called-card" }, "A204"],
    ["with a field that no manual knows", { encData: encData(`${typed}&cvc=123`) }, "A204"],
    ["with no number of a card", { encData: encData(typed.replace("9410", "1234")) }, "F112"],
    ["with an odd signature", { signData: "0".repeat(64) }, "U312"],
    ["without a signature", { signData: undefined }, "U100"],
    ["in another mode", { encMode: "A1" }, "U131"],
    ["under a long order id", { orderId: "x".repeat(65) }, "U105"],
  ])("%s is refused: %s", async (_what, change, expected) => {
    expect(await (await opened()).store(change)).toMatchObject({ resultCode: expected });
  });

  test("is no other merchant's", async () => {
    const { store, pay, code } = await opened();
    const bid = String((await store({}, other))["bid"]);
    expect(await pay(bid)).toMatchObject({ resultCode: "U309" });
    expect(await code("/v1/payments/find/order.1?orderDate=20261125", undefined, { ...other, clientKey: "x" })).toBe(
      "U104",
    );
  });
});

describe("a payment", () => {
  test("is signed, and shown as it was paid", async () => {
    const { bidOf, pay, send } = await opened();
    const bid = await bidOf();
    const paid = await pay(bid);
    expect(paid).toMatchObject({ status: "paid", amount: 10_000, balanceAmt: 10_000, orderId: "order.1" });
    expect(paid["paidAt"]).toBe("2026-11-25T14:00:00.000+0900");
    const { tid, ediDate: toldAt, signature } = paid;
    expect(signature).toBe(hash(String(tid), "10000", String(toldAt), account.secretKey));
    expect(await send(`/v1/payments/${String(tid)}`)).toEqual(paid);
  });

  test("is found by its order and its day in Seoul, and no other", async () => {
    const { tidOf, code, wait } = await opened();
    wait(10 * anHour + 1);
    await tidOf();
    const find = (day: string) => code(`/v1/payments/find/order.1?orderDate=${day}`);
    expect([await find("20261125"), await find("20261126")]).toEqual(["A118", "0000"]);
    expect([await code("/v1/payments/find/order.1"), await code("/v1/payments/other")]).toEqual(["U100", "A118"]);
  });

  test("uses its order id up, and a refused one does not", async () => {
    const { bidOf, pay } = await opened();
    const bid = await bidOf();
    expect(await pay(bid, { amount: 40_000, cardQuota: 2 })).toMatchObject({ resultCode: "P037" });
    expect(await pay(bid)).toMatchObject({ resultCode: "0000" });
    expect(await pay(bid)).toMatchObject({ resultCode: "U112" });
  });

  test.each([
    ["a name of 41 bytes", { goodsName: "x".repeat(41) }, "U105"],
    ["an amount in a text", { amount: "10000" }, "U131"],
    ["no amount", { amount: undefined }, "U100"],
    ["interest of the shop", { useShopInterest: true }, "U131"],
    ["a larger part without tax", { taxFreeAmt: 10_001 }, "U321"],
  ])("with %s is refused", async (_what, change, expected) => {
    const { bidOf, pay } = await opened();
    expect(await pay(await bidOf(), change)).toMatchObject({ resultCode: expected });
  });
});

describe("a cancellation", () => {
  test("refunds parts, each order id once, and no more than the balance", async () => {
    const { tidOf, cancel, emulator } = await opened();
    const tid = await tidOf();
    expect(await cancel(tid)).toMatchObject({ status: "partialCancelled", balanceAmt: 6_000 });
    expect(await cancel(tid)).toMatchObject({ resultCode: "U112" });
    expect(await cancel(tid, { orderId: "cancel.2", cancelAmt: 6_001 })).toMatchObject({ resultCode: "2032" });
    const rest = await cancel(tid, { orderId: "cancel.2", cancelAmt: undefined });
    expect(rest).toMatchObject({ status: "cancelled", balanceAmt: 0, cancels: [{ amount: 4_000 }, { amount: 6_000 }] });
    expect(await cancel(tid, { orderId: "cancel.3" })).toMatchObject({ resultCode: "2013" });
    expect(emulator.book().approvals).toMatchObject([{ held: 0, netCancelledAt: null }]);
  });

  test.each([
    ["of no payment", "unknown", {}, "U122"],
    ["with a long reason", undefined, { reason: "품".repeat(34) }, "U105"],
    ["with a part without tax that was not paid so", undefined, { taxFreeAmt: 1 }, "U319"],
    ["of nothing", undefined, { cancelAmt: 0 }, "2010"],
  ])("%s is refused", async (_what, tid, change, expected) => {
    const { tidOf, cancel } = await opened();
    expect(await cancel(tid ?? (await tidOf()), change)).toMatchObject({ resultCode: expected });
  });

  test("comes too late after a year", async () => {
    const { tidOf, cancel, wait } = await opened();
    const tid = await tidOf();
    wait(366 * 24 * anHour);
    expect(await cancel(tid)).toMatchObject({ resultCode: "2016" });
  });
});

describe("a net-cancel", () => {
  test("undoes within an hour, once, and what is left of a payment", async () => {
    const { tidOf, cancel, netcancel, emulator } = await opened();
    await cancel(await tidOf());
    expect(await netcancel("order.1")).toMatchObject({ status: "cancelled", balanceAmt: 0 });
    expect(await netcancel("order.1")).toMatchObject({ resultCode: "2013" });
    expect(emulator.book().approvals).toMatchObject([{ held: 0, netCancelledAt: afternoon }]);
  });

  test("comes too late after an hour", async () => {
    const { tidOf, netcancel, wait } = await opened();
    await tidOf();
    wait(anHour + 1);
    expect(await netcancel("order.1")).toMatchObject({ resultCode: "2020" });
  });

  test("of nothing leaves no trace: a payment that comes later is approved", async () => {
    const { netcancel, bidOf, pay } = await opened();
    expect(await netcancel("order.1")).toMatchObject({ resultCode: "U122" });
    expect(await pay(await bidOf())).toMatchObject({ resultCode: "0000" });
  });
});

describe("the controls over HTTP", () => {
  async function control(url: string, path: string, body?: object) {
    const response = await fetch(`${url}/emulator/${path}`, body && { method: "POST", body: JSON.stringify(body) });
    return { status: response.status, ...((await response.json()) as Told) };
  }

  test("show the book, without card numbers", async () => {
    const { emulator, tidOf, cancel } = await opened();
    const tid = await tidOf();
    await cancel(tid);
    const { status, ...book } = await control(emulator.url, "book");
    expect([status, book]).toEqual([200, emulator.book()]);
    const approval = {
      account: "tea-house",
      merchant: "tea-house",
      orderId: "order.1",
      tid,
      amount: 10_000,
      held: 6_000,
    };
    expect(book).toMatchObject({ approvals: [{ ...approval, cancellations: [{ orderId: "cancel.1" }] }], bids: [{}] });
    expect(JSON.stringify(book)).not.toContain("9410110000000001");
  });

  test("draw faults at random, the same ones for the same seed", async () => {
    const { emulator, code } = await opened();
    const drawn = async () => {
      await control(emulator.url, "faults", { rate: 0.5, kinds: ["error-inside"], seed: 7 });
      const codes: unknown[] = [];
      for (let time = 0; time < 20; time += 1) codes.push(await code("/v1/payments/unknown"));
      return codes;
    };
    const [first, again] = [await drawn(), await drawn()];
    expect(again).toEqual(first);
    expect(new Set(first)).toEqual(new Set(["A299", "A118"]));
    await control(emulator.url, "faults", { rate: 0 });
    expect(await code("/v1/payments/unknown")).toBe("A118");
  });

  test("break calls, and let a merchant refund by hand", async () => {
    const { emulator, tidOf, code } = await opened();
    await control(emulator.url, "break", { call: "find", fault: { says: "S999" }, times: 2 });
    expect([await code("/v1/payments/x"), await code("/v1/payments/x"), await code("/v1/payments/x")]).toEqual([
      "S999",
      "S999",
      "A118",
    ]);
    await tidOf();
    expect(await control(emulator.url, "refund", { orderId: "order.1", amount: 1_000 })).toMatchObject({ status: 200 });
    expect(await control(emulator.url, "refund", { orderId: "order.1", amount: 9_001 })).toMatchObject({ status: 400 });
    expect(emulator.book().approvals).toMatchObject([{ held: 9_000 }]);
  });

  test("break calls only after another one was broken", async () => {
    const { emulator, bidOf, pay, code } = await opened();
    const bid = await bidOf();
    const ask = (body: object) => control(emulator.url, "break", body);
    await ask({ call: "find", fault: { says: "S999" }, after: "approve" });
    await ask({ call: "approve", fault: "answer-lost" });
    expect(await code("/v1/payments/x")).toBe("A118");
    await expect(pay(bid)).rejects.toThrow("fetch failed");
    expect([await code("/v1/payments/x"), await code("/v1/payments/x")]).toEqual(["S999", "A118"]);
  });

  test("take the gateway down for a time", async () => {
    const { emulator, code, wait } = await opened();
    await control(emulator.url, "down", { seconds: 60 });
    await expect(code("/v1/payments/x")).rejects.toThrow("fetch failed");
    wait(59_999);
    await expect(code("/v1/payments/x")).rejects.toThrow("fetch failed");
    wait(1);
    expect(await code("/v1/payments/x")).toBe("A118");
  });

  test("tell what is going to go wrong", async () => {
    const { emulator, bidOf, pay, wait } = await opened();
    const bid = await bidOf();
    const trouble = async () => (await fetch(`${emulator.url}/emulator/trouble`)).json();
    await control(emulator.url, "break", { call: "approve", fault: "answer-lost" });
    await control(emulator.url, "down", { seconds: 60 });
    wait(20_000);
    const asked = [{ call: "approve", fault: "answer-lost" }];
    expect(await trouble()).toEqual({ downForMs: 40_000, asked });
    // A request that a gateway loses while it is down has no fault of its own.
    await expect(pay(bid)).rejects.toThrow("fetch failed");
    expect(await trouble()).toEqual({ downForMs: 40_000, asked });
    wait(40_000);
    await expect(pay(bid)).rejects.toThrow("fetch failed");
    expect(await trouble()).toEqual({ downForMs: 0, asked: [] });
  });

  test.each([
    ["faults", { rate: 2 }, 400],
    ["faults", { rate: 0.3, kinds: ["fire"] }, 400],
    ["down", {}, 400],
    ["break", { call: "refund", fault: "html" }, 400],
    ["shutdown", {}, 404],
  ])("refuse %s %j", async (path, body, status) => {
    expect(await control((await opened()).emulator.url, path, body)).toMatchObject({ status });
  });
});

test("a late effect happens by itself at its own time, and shows in the next answer", async () => {
  const { emulator, bidOf, pay, wait } = await opened();
  const bid = await bidOf();
  emulator.breakNext("approve", "late");
  await expect(pay(bid)).rejects.toThrow("fetch failed");
  wait(29_999);
  expect(emulator.book().approvals).toEqual([]);
  wait(60_000);
  expect(emulator.book().approvals).toMatchObject([{ orderId: "order.1", paidAt: afternoon + 30_000 }]);
});

test("accounts of one merchant share its book", async () => {
  const both = [account, other].map((each) => ({ ...each, merchant: "tea-house" }));
  const { tidOf, send } = await opened({ accounts: both });
  const tid = await tidOf();
  expect(await send(`/v1/payments/${tid}`, undefined, other)).toMatchObject({ resultCode: "0000" });
});

test("a secret key has 32 bytes", async () => {
  await expect(startNiceEmulator({ accounts: [{ clientKey: "x", secretKey: "short" }] })).rejects.toThrow(RangeError);
});

test("the package's page has every test card", () => {
  const page = readFileSync(path.join(import.meta.dirname, "../README.md"), "utf8");
  const lines = [...page.matchAll(/^\| (\d{16}) \| (.+) \|$/gm)].map(([, number, what]) => [number, what]);
  expect(lines).toEqual(niceTestCards.map(({ number, what }) => [number, what]));
});
