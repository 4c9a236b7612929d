import type { Opening, Returned } from "@wonflow/core";
import type { WindowChoice } from "@wonflow/nice-emulator";
import { expect } from "vitest";
import { inBrowser, launched } from "./browser.ts";
import {
  accounts,
  openWorld,
  openingKey,
  outcomeOf,
  plain,
  seconds,
  type Make,
  type OwnCases,
  type World,
} from "./fixture.ts";
import { untrusted } from "./odd-answers.ts";

type OpeningRequest = Parameters<World["gateway"]["window"]["begin"]>[0];
type Approval = Extract<Parameters<World["gateway"]["approve"]>[0], { readonly authentication: object }>;

/** The window as core and a buyer use it. */
function windowIn({ clock, gateway, emulator, call, caller }: World) {
  const deadline = () => clock.now() + seconds(10);
  const opening = (change: Partial<OpeningRequest> = {}): OpeningRequest => {
    const key = openingKey();
    return {
      ...call,
      ...plain(clock),
      key,
      deadline: deadline(),
      purpose: "payment",
      method: "CARD",
      amount: 10_000,
      taxFreeAmount: 0,
      orderName: "우롱차",
      device: "PC",
      language: "ko",
      until: clock.now() + seconds(1_800),
      returnUrl: `https://pay.example/windows/pw_${key}/return`,
      ...change,
    };
  };
  const begun = async (request: OpeningRequest): Promise<Opening["open"]> => {
    const answer = await gateway.window.begin(request);
    if (answer.outcome !== "done") throw new Error(JSON.stringify(answer));
    return answer.value.open;
  };
  const finish = ({ tenant, key, askedAt, credentials, purpose, method, amount }: OpeningRequest, fields: Fields) => {
    const question = { tenant, key, askedAt, credentials, purpose, method, amount, deadline: deadline() };
    return gateway.window.finish({ ...question, fields });
  };
  const brought = async (request: OpeningRequest, choice: WindowChoice = {}) =>
    (await inBrowser(await begun(request), choice))?.fields ?? {};
  const approval = ({ key, askedAt, amount }: OpeningRequest, reference: string, change: Partial<Approval> = {}) => ({
    ...call,
    ...plain(clock),
    key: `approval-${key}`,
    deadline: deadline(),
    amount,
    taxFreeAmount: 0,
    orderName: "우롱차",
    authentication: { key, reference, askedAt },
    ...change,
  });
  const paid = async (choice: WindowChoice = {}, change: Partial<OpeningRequest> = {}) => {
    const request = opening(change);
    const reference = referenceOf(await finish(request, await brought(request, choice)));
    return { request, approval: approval(request, reference) };
  };
  const approve = (request: ReturnType<typeof approval>) => caller.approve(request);
  const lookUp = (request: ReturnType<typeof approval>) =>
    gateway.lookUpApproval({ ...request, deadline: deadline(), reference: null });
  const held = (orderId: string) => emulator.book().approvals.find((each) => each.orderId === orderId)?.held ?? 0;
  return { opening, begun, brought, finish, approval, paid, approve, lookUp, held, deadline };
}

type Fields = Readonly<Record<string, string>>;

function referenceOf(answer: Returned): string {
  if (answer.outcome !== "done") throw new Error(`not authenticated: ${JSON.stringify(answer)}`);
  return answer.value.reference;
}

type Windowed = Omit<World, "approve" | "lookUp"> & ReturnType<typeof windowIn>;

/** An own case about the window. */
export function inWindow(run: (world: Windowed) => Promise<void>, change: Parameters<typeof openWorld>[2] = {}) {
  return (make: Make) => openWorld(make, (world) => run({ ...world, ...windowIn(world) }), change);
}

const forged = { outcome: "forged" };

const openings: OwnCases = {
  "opens with the order as the provider takes it": inWindow(async ({ opening, begun, emulator }) => {
    const request = opening({ orderName: `"녹차" | 세작`, amount: 12_345, taxFreeAmount: 57, language: "en" });
    const { key: orderId, returnUrl } = request;
    expect(await begun(request)).toMatchObject({
      kind: "script",
      url: `${emulator.url}/v1/js/`,
      fields: {
        clientId: accounts["1:test"].clientKey,
        method: "card",
        orderId,
        amount: 12_345,
        taxFreeAmt: 57,
        goodsName: "-녹차- - 세작",
        returnUrl,
        language: "EN",
        // A message about its cancellation may have the order id of that, which does not contain the merchant.
        mallReserved: "1:test",
      },
    });
    const long = await begun(opening({ orderName: "제주 유기농 우롱차 선물 세트 (대)" }));
    expect(long).toHaveProperty("fields.goodsName", "제주 유기농 우롱차 선물 세트");
  }),

  "opens each method by the provider's name": inWindow(async ({ opening, begun }) => {
    const names = {
      CARD: "card",
      TRANSFER: "bank",
      KAKAOPAY: "kakaopay",
      NAVERPAY: "naverpayCard",
      SAMSUNGPAY: "samsungpayCard",
      PAYCO: "payco",
    } as const;
    for (const [method, name] of Object.entries(names)) {
      expect(await begun(opening({ method: method as keyof typeof names }))).toHaveProperty("fields.method", name);
    }
  }),

  "refuses what the provider would refuse, by the name of the field, and without the field": inWindow(
    async ({ gateway, opening }) => {
      const returnUrl = `https://pay.example/${"x".repeat(481)}`;
      const answer = await gateway.window.begin(opening({ returnUrl }));
      expect(answer).toMatchObject({ outcome: "refused", code: "PROVIDER_ERROR" });
      expect(answer).toHaveProperty("provider.message", expect.stringMatching(/^returnUrl has 501 bytes, .* 500: /));
      expect(JSON.stringify(answer)).not.toContain("xxx");
      expect(await outcomeOf(() => gateway.window.begin(opening({ returnUrl: returnUrl.slice(0, -1) })))).toBe("done");
    },
  ),

  "refuses to keep a card, and what the window does not have": inWindow(async ({ gateway, opening }) => {
    for (const change of [{ purpose: "card-registration" }, { method: "TOSSPAY" }] as const) {
      const refused = { outcome: "refused", code: "PROVIDER_NOT_AGREED" };
      expect(await gateway.window.begin(opening(change))).toEqual(refused);
    }
  }),

  "reports a window that fails to open": inWindow(async ({ emulator, opening, begun }) => {
    const open = await begun(opening());
    if (open.kind !== "script") throw new Error(open.kind);
    emulator.failScript(1);
    expect(await launched(open)).toBeUndefined();
    expect(await launched(open)).toMatchObject({ action: `${emulator.url}/v1/window` });
    // A page whose script did not load has no AUTHNICE.
    expect(await launched({ ...open, url: "data:text/javascript," })).toBeUndefined();
  }),

  "offers nothing to a merchant without an account, and sends none of its openings": inWindow(
    async ({ gateway, opening, emulator }) => {
      const before = emulator.arrived().length;
      expect(await gateway.window.methods("1:test")).toEqual([]);
      const refused = { outcome: "refused", code: "UNAUTHORIZED_PROVIDER_KEY" };
      expect(await gateway.window.begin(opening())).toEqual(refused);
      expect(await outcomeOf(() => gateway.window.finish({ ...opening(), fields: signedLooking }))).toBe("unknown");
      expect(emulator.arrived()).toHaveLength(before);
    },
    { accountsOf: () => undefined },
  ),
};

const signedLooking = { authResultCode: "0000", orderId: "x" };

const returns: OwnCases = {
  "a return whose signature is wrong is forged": inWindow(async ({ opening, brought, finish }) => {
    const request = opening();
    for (const act of ["forge-signature", "forge-amount"] as const) {
      expect(await finish(request, await brought(request, { act }))).toEqual(forged);
    }
    const fields = await brought(request);
    expect(await finish(request, { ...fields, authToken: "0".repeat(32) })).toEqual(forged);
  }),

  "a return to another client key than the merchant's is forged": inWindow(async (world) => {
    const { opening, brought, finish } = world;
    const request = opening();
    const theirs = opening({ tenant: "2:test", key: request.key });
    expect(await finish(request, await brought(theirs))).toEqual(forged);
  }),

  "a tid that would lead to another call is forged": inWindow(async ({ opening, brought, finish }) => {
    const request = opening();
    const fields = await brought(request);
    for (const tid of ["netcancel", "find", "..", "x".repeat(31), `../${"x".repeat(20)}`, ""]) {
      expect([tid, await finish(request, { ...fields, tid })]).toEqual([tid, forged]);
    }
  }),

  "a failure is never more than the browser's word": inWindow(async ({ opening, brought, finish }) => {
    const request = opening();
    const fields = await brought(request);
    const codes = { P091: "PAY_PROCESS_CANCELED", I002: "PAY_PROCESS_CANCELED", "3095": "PAY_PROCESS_ABORTED" };
    for (const [authResultCode, code] of Object.entries(codes)) {
      expect(await finish(request, { ...fields, authResultCode })).toEqual({ outcome: "unsigned", code });
    }
    expect(await finish(opening(), { ...fields, authResultCode: "P091" })).toEqual(forged);
  }),

  "a return is done with any answer that does not show its tid, as the approval proves it": inWindow(
    async ({ emulator, opening, brought, finish, approval, approve }) => {
      for (const code of ["A118", "U121", "ZZ99", "U104"]) {
        const request = opening();
        const fields = await brought(request);
        emulator.breakNext("find", { says: code });
        const reference = referenceOf(await finish(request, fields));
        expect(await approve(approval(request, reference))).toMatchObject({ outcome: "done" });
      }
    },
  ),
};

const replays: OwnCases = {
  "a replayed return charges no other order: what was charged for it is undone": inWindow(async (world) => {
    const { opening, brought, finish, approval, approve, lookUp, held, emulator } = world;
    const [one, other] = [opening(), opening()];
    const fields = await brought(other);
    const reference = referenceOf(await finish(one, { ...fields, orderId: one.key }));
    const request = approval(one, reference);
    expect(await approve(request)).toMatchObject({ outcome: "unknown" });
    expect(emulator.book().approvals).toMatchObject([{ orderId: other.key, held: 0, cancellations: [{}] }]);
    // Nothing was charged for this order, and the other one is over.
    expect(await lookUp(request)).toEqual({ outcome: "not-found" });
    const theirs = approval(other, reference);
    expect(await approve(theirs)).toMatchObject({ outcome: "refused", code: "ALREADY_CANCELED_PAYMENT" });
    expect([held(one.key), held(other.key)]).toEqual([0, 0]);
  }),

  "a replayed return whose charge can't be undone stays unknown": inWindow(async (world) => {
    const { opening, brought, finish, approval, approve, lookUp, emulator, clock } = world;
    const [one, other] = [opening(), opening()];
    const reference = referenceOf(await finish(one, { ...(await brought(other)), orderId: one.key }));
    const request = approval(one, reference);
    emulator.breakNext("cancel", "request-lost");
    expect(await approve(request)).toMatchObject({ outcome: "unknown" });
    await clock.advance(seconds(3_600));
    expect(await lookUp(request)).toMatchObject({ outcome: "unknown" });
  }),

  "the tid of a payment that was made is forged for any other order": inWindow(async (world) => {
    const { opening, brought, finish, approve, paid, held } = world;
    const earlier = await paid();
    expect(await approve(earlier.approval)).toMatchObject({ outcome: "done" });
    const one = opening();
    const { reference: tid } = earlier.approval.authentication;
    expect(await finish(one, { ...(await brought(opening())), orderId: one.key, tid })).toEqual(forged);
    expect(held(earlier.request.key)).toBe(10_000);
  }),
};

const approvals: OwnCases = {
  "an approval by a tid or order that is used up is looked up": inWindow(async ({ emulator, paid, approve }) => {
    for (const code of ["U112", "U114", "A127", "P015", "U121", "A210", "P018", "P019"]) {
      const { approval } = await paid();
      emulator.breakNext("approve", { says: code, takesEffect: true });
      expect(await approve(approval)).toMatchObject({ outcome: "done", value: { key: approval.key, amount: 10_000 } });
    }
  }),

  "an approval without an authentication is refused once a look-up does not find it": inWindow(
    async ({ emulator, paid, approve }) => {
      const { approval } = await paid();
      emulator.breakNext("approve", { says: "U121" });
      expect(await approve(approval)).toMatchObject({ outcome: "refused", code: "PROVIDER_ERROR" });
      emulator.breakNext("approve", { says: "U114" });
      expect(await approve(approval)).toMatchObject({ outcome: "unknown" });
      emulator.breakNext("approve", { says: "U121" });
      for (const _try of [1, 2]) emulator.breakNext("find", "request-lost");
      expect(await outcomeOf(() => approve(approval))).toBe("unknown");
    },
  ),

  "what look-ups show of an authentication is no payment": inWindow(
    async ({ emulator, paid, approve, lookUp, held }) => {
      const { request, approval } = await paid();
      emulator.breakNext("approve", "request-lost");
      expect(await outcomeOf(() => approve(approval))).toBe("unknown");
      expect(await lookUp(approval)).toEqual({ outcome: "not-found" });
      expect(held(request.key)).toBe(0);
      expect(await approve(approval)).toMatchObject({ outcome: "done" });
    },
    { showsUnapproved: true },
  ),

  "a bank's mismatch is unknown: it may have withdrawn the money": inWindow(async ({ emulator, paid, approve }) => {
    const { approval } = await paid({}, { method: "TRANSFER" });
    emulator.breakNext("approve", { says: "4006", takesEffect: true });
    expect(await approve(approval)).toMatchObject({ outcome: "unknown" });
  }),

  "an approval in the window with HTTP 500 is unknown, whatever it says": inWindow(
    async ({ emulator, paid, approve }) => {
      for (const [status, outcome] of [
        [500, "unknown"],
        [502, "unknown"],
        [400, "refused"],
      ] as const) {
        const { approval } = await paid();
        emulator.breakNext("approve", { says: "A123", status });
        expect(await outcomeOf(() => approve(approval))).toBe(outcome);
      }
    },
  ),

  "a wallet's discount changes no amount, and lets no part be canceled": inWindow(async (world) => {
    const { paid, approve, lookUp, caller, call, held } = world;
    const { request, approval } = await paid({ couponAmt: 1_000 }, { method: "PAYCO" });
    const paidWith = { method: "EASY_PAY", easyPay: { provider: "PAYCO", discountAmount: 1_000 } };
    const value = { amount: 10_000, remainingAmount: 10_000, paidWith };
    expect(await approve(approval)).toMatchObject({ outcome: "done", value });
    expect(await lookUp(approval)).toMatchObject({ outcome: "done", value });
    const about = { ...call, approvalKey: approval.key, authentication: approval.authentication };
    const part = { outcome: "refused", code: "NOT_ALLOWED_PARTIAL_REFUND" };
    expect(await caller.cancel({ ...about, key: "cancellation-1", amount: 1_000 })).toMatchObject(part);
    expect(await caller.cancel({ ...about, key: "cancellation-2", amount: 10_000 })).toMatchObject({ outcome: "done" });
    expect(held(request.key)).toBe(0);
  }),

  "says how it was really paid": inWindow(async ({ paid, approve }) => {
    const card = { issuerCode: "41", maskedNumber: "941041******0001", installmentPlanMonths: 3 };
    const wallet = (provider: string) => ({ method: "EASY_PAY", easyPay: { provider, discountAmount: 0 } });
    for (const [method, choice, paidWith] of [
      ["CARD", { months: 3, card: "9410410000000001" }, { method: "CARD", card }],
      ["TRANSFER", {}, { method: "TRANSFER", transfer: { bankCode: "004" } }],
      ["KAKAOPAY", { money: true }, wallet("KAKAOPAY")],
      ["NAVERPAY", {}, wallet("NAVERPAY")],
      ["SAMSUNGPAY", {}, wallet("SAMSUNGPAY")],
      ["PAYCO", { money: true }, wallet("PAYCO")],
    ] as const) {
      const { approval } = await paid(choice, { method, amount: 60_000 });
      expect(await approve(approval)).toMatchObject({ outcome: "done", value: { paidWith } });
    }
  }),
};

const messages: OwnCases = {
  "a message is answered with the text that the provider expects, with each of the merchant's keys": inWindow(
    async (world) => {
      const { gateway, emulator, addAccount, paid, approve, call } = world;
      const reply = { contentType: "text/html", body: "OK" };
      const read = (orderId: string) => gateway.readNotification?.({ headers: {}, body: emulator.messageOf(orderId) });
      const former = await paid();
      await approve(former.approval);
      addAccount();
      const newer = await paid({}, { credentials: (await gateway.credentials?.(call.tenant)) ?? null });
      await approve({ ...newer.approval, credentials: null });
      expect(emulator.book().approvals.map(({ account }) => account)).toEqual([
        accounts["1:test"].clientKey,
        "client-of-tea-house-2",
      ]);
      for (const { request } of [former, newer]) {
        const keys = [request.key];
        const hint = { outcome: "look-at", keys, tenant: call.tenant, remainingAmount: request.amount, reply };
        expect(await read(request.key)).toEqual(hint);
      }
    },
  ),

  "a message about a card's payment names its merchant and what is left": (make) =>
    openWorld(make, async ({ gateway, emulator, approve, call }) => {
      const read = (change: object = {}) => {
        const message = { ...(JSON.parse(emulator.messageOf("approval-1")) as object), ...change };
        return gateway.readNotification?.({ headers: {}, body: JSON.stringify(message) });
      };
      await approve("approval-1");
      emulator.refundByHand("approval-1", 3_000);
      const hint = { outcome: "look-at", keys: ["approval-1"], tenant: call.tenant, remainingAmount: 7_000 };
      expect(await read()).toMatchObject(hint);
      expect(await read({ orderId: "cancellation-1" })).toMatchObject({ ...hint, keys: ["cancellation-1"] });
      expect(await read({ balanceAmt: "?" })).not.toHaveProperty("remainingAmount");
      expect(await read({ signature: "0".repeat(64) })).toEqual(forged);
      // Another system's at the same shop.
      for (const mallReserved of [null, "", 7, "platform", "7", "its own words"]) {
        expect([mallReserved, await read({ mallReserved })]).toMatchObject([mallReserved, { keys: [] }]);
      }
    }),

  "a message whose signature is wrong, or of another merchant, is forged": inWindow(async (world) => {
    const { gateway, emulator, paid, approve } = world;
    const { request, approval } = await paid();
    await approve(approval);
    const message = JSON.parse(emulator.messageOf(request.key)) as Record<string, unknown>;
    const read = (change: object) =>
      gateway.readNotification?.({ headers: {}, body: JSON.stringify({ ...message, ...change }) });
    const otherMerchant = request.key.replace(/1t$/, "2t");
    for (const change of [
      { signature: "0".repeat(64) },
      { signature: undefined },
      { amount: 1 },
      { tid: "nicemu00m01011another000000001" },
      { orderId: otherMerchant },
    ]) {
      expect([change, await read(change)]).toEqual([change, forged]);
    }
  }),

  "a message about an order of another system, or a sample, is acknowledged and looked up nowhere": inWindow(
    async ({ gateway }) => {
      const read = (body: string) => gateway.readNotification?.({ headers: {}, body });
      const reply = { contentType: "text/html", body: "OK" };
      const sample = JSON.stringify({ tid: "nicemu00m01011sample0000000001", orderId: "sample-order", amount: 1_004 });
      expect(await read(sample)).toEqual({ outcome: "look-at", keys: [], reply });
      expect(await read('{"orderId":"sample-order"}')).toEqual(forged);
    },
  ),
};

/** What is charged for another order is undone, with cases of its own. */
const untrustedHere = [...untrusted.filter((fault) => fault !== "other-order"), "other-amount"] as const;

const odd: OwnCases = Object.fromEntries(
  untrustedHere.map((fault) => [
    `an approval in the window that is answered by ${typeof fault === "string" ? fault : JSON.stringify(fault)} is unknown, and found`,
    inWindow(async ({ emulator, paid, approve, lookUp }) => {
      const { approval } = await paid();
      emulator.breakNext("approve", fault);
      expect(await outcomeOf(() => approve(approval))).toBe("unknown");
      expect(await lookUp(approval)).toMatchObject({ outcome: "done", value: { key: approval.key, amount: 10_000 } });
    }),
  ]),
);

export const inTheWindow: OwnCases = { ...openings, ...returns, ...replays, ...approvals, ...odd, ...messages };
