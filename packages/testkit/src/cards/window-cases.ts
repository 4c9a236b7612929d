import { openingRefusals, windowMethods } from "@wonflow/core";
import { expect } from "vitest";
import { expectUnknown, heard } from "../heard.ts";
import { onlyFor, type CaseContext, type Cases } from "./case-context.ts";
import { notificationCases } from "./notification-cases.ts";
import { windowStatementCases } from "./statement-cases.ts";
import {
  lostWindowApprovalCases,
  repeatedWindowApprovalCases,
  windowApprovalCases,
  windowRefundCases,
} from "./window-approval-cases.ts";
import {
  authenticationLookUpMomentCases,
  returnMomentCases,
  windowApprovalMomentCases,
  windowCredentialsCases,
} from "./window-moment-cases.ts";
import {
  oddAuthenticationLookUpCases,
  oddOpeningCases,
  oddReturnCases,
  oddWindowApprovalCases,
} from "./window-odd-cases.ts";
import { expectListed, failureCases, forgeryCases, returnCases } from "./window-return-cases.ts";

const faults = ["request-lost", "answer-lost"] as const;

const methodsCases: Cases = {
  "are methods of the port, each once, with the one that is tested: a buyer would choose what does not open": async ({
    inWindow,
    tenant,
  }) => {
    const { methods, method } = inWindow();
    const offered = await methods(tenant);
    for (const each of offered) expect(windowMethods).toContain(each);
    expect(new Set(offered).size).toBe(offered.length);
    expect(offered).toContain(method);
  },

  "approves for a time that is promised in whole milliseconds: a buyer could confirm without limit, or never": async ({
    bound,
  }) => {
    const { approvableForMs = Number.NaN } = bound.window ?? {};
    expect(Number.isSafeInteger(approvableForMs)).toBe(true);
    expect(approvableForMs).toBeGreaterThan(0);
  },
};

function isAddress(url: string): boolean {
  return URL.canParse(url) && ["http:", "https:"].includes(new URL(url).protocol);
}

const beginCases: Cases = {
  "answers an address that a browser can open, and a time: the buyer would have nowhere to go": async ({
    inWindow,
  }) => {
    const { opening, begin } = inWindow();
    const answer = await begin(await opening());
    if (answer.outcome !== "done") return expect(answer.outcome).toBe("done");
    const { lastsMs, open } = answer.value;
    expect(Number.isSafeInteger(lastsMs) && lastsMs > 0).toBe(true);
    expect([open.url, isAddress(open.url)]).toEqual([open.url, true]);
    expect(["redirect", "post", "script"]).toContain(open.kind);
    if (open.kind === "script") expect(open.launcher).toMatch(/=>|^\s*(?:async\s+)?function\b/);
    // It is kept between the opening and the page that opens the window.
    expect(JSON.parse(JSON.stringify(open))).toEqual(open);
  },

  "repeated under its key is about the same order: a second tab would charge another one": async ({ inWindow }) => {
    const { opening, begin, opened, authenticate, finish } = inWindow();
    const first = await opened();
    const again = await begin(await opening({ ...first.request }));
    expect(again).toMatchObject({ outcome: "done" });
    if (again.outcome !== "done") return;
    const second = { ...first, window: { ...first.window, open: again.value.open } };
    const { key, amount } = first.request;
    expect(await finish(second, await authenticate(second))).toMatchObject({ outcome: "done", value: { key, amount } });
  },

  "two at once are each about their own order: one buyer would pay for the other": async (context) => {
    const { opened, authenticate, finish } = context.inWindow();
    const pair = await Promise.all([opened({ amount: 1_000 }), opened({ amount: 2_000 })]);
    const returned = await Promise.all(pair.map(async (one) => finish(one, await authenticate(one))));
    for (const [index, { request }] of pair.entries()) {
      const { key, amount } = request;
      expect(returned[index]).toMatchObject({ outcome: "done", value: { key, amount } });
    }
  },

  "under keys of 64 characters that differ in the last are two orders: one payment would be mistaken for the other":
    async (context) => {
      const { opened, authenticate, finish } = context.inWindow();
      const start = `${context.newKey()}-`.padEnd(63, "k").slice(0, 63);
      const [one, other] = [await opened({ key: `${start}a` }), await opened({ key: `${start}b`, amount: 2_000 })];
      const fields = await authenticate(one);
      expect(await finish(one, fields)).toMatchObject({ outcome: "done", value: { key: `${start}a`, amount: 10_000 } });
      expect((await heard(() => finish(other, fields))).outcome).toBe("forged");
    },

  "under keys that differ in a capital letter are two orders: one payment would be mistaken for the other": async (
    context,
  ) => {
    const { authenticated } = context.inWindow();
    const start = context.newKey();
    const pair = [
      await authenticated({ key: `${start}-a` }),
      await authenticated({ key: `${start}-A`, amount: 2_000 }),
    ];
    expect(pair.map(({ value: { key, amount } }) => [key, amount])).toEqual([
      [`${start}-a`, 10_000],
      [`${start}-A`, 2_000],
    ]);
  },

  "of an order with a Korean name of 100 characters is done: its buyer could never pay": async ({ inWindow }) => {
    const { authenticated } = inWindow();
    const korean = "보성 우전 녹차와 하동 세작을 담은 선물 상자 ".repeat(4).slice(0, 100);
    for (const orderName of [korean, `"녹차" & <세작>; 100% 1/2=?|`]) {
      expect((await authenticated({ orderName })).value.amount).toBe(10_000);
    }
  },

  "on a phone, in English, is done: its buyer could never pay": async ({ inWindow }) => {
    const { authenticated } = inWindow();
    expect((await authenticated({ device: "MOBILE", language: "en" })).value.amount).toBe(10_000);
  },

  "of an amount that the provider does not take is refused with a code of the port, or opens": async ({ inWindow }) => {
    const { opening, begin } = inWindow();
    const answer = await heard(async () => begin(await opening({ amount: 1 })));
    if (answer.outcome === "refused" && "code" in answer) expect(openingRefusals).toContain(answer.code);
    else expect(["done", "unknown"]).toContain(answer.outcome);
  },

  "that breaks is unknown: an open window would be called refused": async ({ inWindow, breakNext }) => {
    const { opening, begin, needsProvider } = inWindow();
    needsProvider("begin");
    for (const fault of faults) {
      const request = await opening();
      await breakNext("begin", fault);
      await expectUnknown(() => begin(request));
    }
  },
};

const lookUpCases: Cases = {
  "says not-found before the buyer acted, also after a restart: it would be mistaken for an answer": async (
    context,
  ) => {
    const { opened, lookUp } = context.inWindow();
    const one = await opened();
    expect(await lookUp(one)).toEqual({ outcome: "not-found" });
    const later = await context.reopen();
    expect(await later.inWindow().lookUp(one)).toEqual({ outcome: "not-found" });
  },

  "says not-found of a key that was never opened, and of another merchant": async ({ inWindow, otherTenant }) => {
    const { authenticated, opening, lookUp } = inWindow();
    const one = await authenticated();
    expect(await lookUp({ request: await opening() })).toEqual({ outcome: "not-found" });
    expect(await lookUp(one, { tenant: otherTenant })).toEqual({ outcome: "not-found" });
  },

  "agrees with the return, also when it never came, and after a restart: the payment would differ": async (context) => {
    const { opened, authenticate, finish, lookUp } = context.inWindow();
    const one = await opened();
    const fields = await authenticate(one);
    const found = await lookUp(one);
    expect(found).toMatchObject({ outcome: "done", value: { key: one.request.key, amount: 10_000 } });
    const returned = await finish(one, fields);
    if (found.outcome !== "done" || returned.outcome !== "done") return expect(returned).toEqual(found);
    // The provider's answer may show more than the browser brought.
    const { paidWith, ...brought } = returned.value;
    expect(found.value).toEqual({ ...brought, paidWith: paidWith ?? found.value.paidWith });
    const later = await context.reopen();
    expect(await later.inWindow().lookUp(one)).toEqual(found);
  },

  "finds no authentication of a buyer who left: who did not agree would pay": async ({ inWindow }) => {
    const { opened, cancel, lookUp } = inWindow();
    const left = await opened();
    await cancel(left);
    const answer = await lookUp(left);
    expect(["not-found", "refused"]).toContain(answer.outcome);
    expectListed(answer);
  },

  "finds no authentication of a buyer who failed: who did not agree would pay": async ({ inWindow }) => {
    const { opened, fail, lookUp } = inWindow();
    const failed = await opened();
    await fail(failed, "provider");
    const answer = await lookUp(failed);
    expect(["not-found", "refused"]).toContain(answer.outcome);
    expectListed(answer);
  },

  "that breaks is unknown: a buyer who paid would be called gone": async ({ inWindow, breakNext }) => {
    const { authenticated, opened, lookUp } = inWindow();
    for (const one of [await authenticated(), await opened()]) {
      for (const fault of faults) {
        await breakNext("lookUpAuthentication", fault);
        await expectUnknown(() => lookUp(one));
      }
    }
  },
};

const hasWindow = ({ bound }: CaseContext) => bound.window !== undefined;
const noWindow = "the gateway has no window (window)";

/** The part of the contract about the provider's window. */
export const windowContract: Readonly<Record<string, Cases>> = {
  methods: onlyFor(hasWindow, noWindow, methodsCases),
  begin: onlyFor(hasWindow, noWindow, { ...beginCases, ...oddOpeningCases }),
  finish: onlyFor(hasWindow, noWindow, {
    ...returnCases,
    ...forgeryCases,
    ...failureCases,
    ...oddReturnCases,
    ...returnMomentCases,
  }),
  lookUpAuthentication: onlyFor(
    ({ bound }) => bound.window?.lookUpAuthentication !== undefined,
    "the gateway can't be asked about an authentication (window.lookUpAuthentication)",
    { ...lookUpCases, ...oddAuthenticationLookUpCases, ...authenticationLookUpMomentCases },
  ),
  "approve in the window": onlyFor(hasWindow, noWindow, {
    ...windowApprovalCases,
    ...lostWindowApprovalCases,
    ...oddWindowApprovalCases,
    ...windowApprovalMomentCases,
  }),
  "approve in the window again": onlyFor(
    (context) => hasWindow(context) && context.promises.repeatsApprovals,
    "the gateway has no window, or core never does this there (repeatsApprovals)",
    repeatedWindowApprovalCases,
  ),
  "cancel, reverse and look up in the window": onlyFor(hasWindow, noWindow, windowRefundCases),
  "statement in the window": onlyFor(
    (context) => hasWindow(context) && context.bound.statement !== undefined,
    "the gateway has no window, or no list of a day (statement)",
    windowStatementCases,
  ),
  "credentials in the window": onlyFor(
    (context) => hasWindow(context) && context.bound.credentials !== undefined,
    "the gateway has no window, or does not say with which credentials it sends (credentials)",
    windowCredentialsCases,
  ),
  readNotification: onlyFor(
    ({ bound }) => bound.readNotification !== undefined,
    "the gateway reads no messages of its provider (readNotification)",
    notificationCases,
  ),
};
