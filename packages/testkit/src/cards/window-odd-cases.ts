import { expect } from "vitest";
import { heard } from "../heard.ts";
import type { Cases } from "./case-context.ts";
import { endsAtItsDeadline, expectUnknownOrNotSent } from "./deadline-cases.ts";
import { aboutAnother, unreadable, type OddCall } from "./odd-answer-cases.ts";

const opening: OddCall = {
  call: "begin",
  prevents: "an open window would be called refused",
  async prepare({ inWindow }) {
    const { opening: asked, begin, needsProvider } = inWindow();
    needsProvider("begin");
    const request = await asked();
    const afterwards = async () => expect(await begin(request)).toMatchObject({ outcome: "done" });
    return { ask: () => begin(request), afterwards, own: {} };
  },
};

const returning: OddCall = {
  call: "finish",
  prevents: "the buyer would authenticate again",
  mayBeForged: true,
  async prepare({ inWindow }) {
    const { opened, authenticate, finish, needsProvider } = inWindow();
    needsProvider("finish");
    const one = await opened();
    const fields = await authenticate(one);
    const own = { key: one.request.key, amount: 10_000 };
    const afterwards = async () => expect(await finish(one, fields)).toMatchObject({ outcome: "done", value: own });
    return { ask: () => finish(one, fields), afterwards, own };
  },
};

const lookingUp: OddCall = {
  call: "lookUpAuthentication",
  prevents: "a buyer who authenticated would be called gone",
  async prepare({ inWindow }) {
    const { authenticated, lookUp } = inWindow();
    const one = await authenticated();
    const own = { key: one.request.key, amount: 10_000 };
    const afterwards = async () => expect(await lookUp(one)).toMatchObject({ outcome: "done", value: own });
    return { ask: () => lookUp(one), afterwards, own };
  },
};

const approving: OddCall = {
  call: "approve",
  prevents: "the buyer would pay for a payment that we call refused",
  async prepare({ gateway, inWindow, foundApproval }) {
    const { authenticated, approval } = inWindow();
    const request = approval(await authenticated());
    const own = { key: request.key, amount: 10_000 };
    const afterwards = async () =>
      expect(await foundApproval(request.key)).toMatchObject({ outcome: "done", value: own });
    return { ask: () => gateway.approve(request), afterwards, own };
  },
};

export const oddOpeningCases: Cases = {
  ...unreadable(opening),

  "that arrives twice opens one order: its buyer could not pay, or would pay twice": async (context) => {
    const { opening: asked, begin, needsProvider, opened, authenticate, finish } = context.inWindow();
    needsProvider("begin");
    const request = await asked();
    await context.oddNext("begin", "arrives-twice");
    expect(["done", "unknown"]).toContain((await heard(() => begin(request))).outcome);
    const one = await opened(request);
    const { key, amount } = request;
    expect(await finish(one, await authenticate(one))).toMatchObject({ outcome: "done", value: { key, amount } });
  },

  "without any answer is unknown soon after its deadline: the checkout would hang": async (context) => {
    const { opening: asked, begin, needsProvider } = context.inWindow();
    needsProvider("begin");
    const request = await asked();
    await endsAtItsDeadline(context, "begin", (deadline) => begin({ ...request, deadline }));
  },

  "whose deadline has passed is not sent: a window would open when no page waits for it": async ({ inWindow, now }) => {
    const { opening: asked, begin, needsProvider } = inWindow();
    needsProvider("begin");
    const request = await asked({ deadline: now() - 1 });
    await expectUnknownOrNotSent(() => begin(request));
  },
};

export const oddReturnCases: Cases = {
  ...unreadable(returning),
  ...aboutAnother("other-order", returning),
  ...aboutAnother("other-amount", returning),

  "that asks its provider twice is no replay: the buyer would authenticate again": async ({ inWindow, oddNext }) => {
    const { opened, authenticate, finish, needsProvider } = inWindow();
    needsProvider("finish");
    const one = await opened();
    const fields = await authenticate(one);
    await oddNext("finish", "arrives-twice");
    expect(["done", "unknown"]).toContain((await heard(() => finish(one, fields))).outcome);
    expect(await finish(one, fields)).toMatchObject({ outcome: "done", value: { key: one.request.key } });
  },

  "without any answer is unknown soon after its deadline: the buyer's browser would hang": async (context) => {
    const { authenticated, finish, needsProvider } = context.inWindow();
    needsProvider("finish");
    const one = await authenticated();
    await endsAtItsDeadline(context, "finish", (deadline) => finish(one, one.fields, { deadline }));
  },
};

export const oddAuthenticationLookUpCases: Cases = {
  ...unreadable(lookingUp),
  ...aboutAnother("other-order", lookingUp),
  ...aboutAnother("other-amount", lookingUp),

  "without any answer is unknown soon after its deadline: a buyer who authenticated would be called gone": async (
    context,
  ) => {
    const { authenticated, lookUp } = context.inWindow();
    const one = await authenticated();
    await endsAtItsDeadline(context, "lookUpAuthentication", (deadline) => lookUp(one, { deadline }));
  },

  "whose deadline has passed is unknown: a buyer who authenticated would be called gone": async ({ inWindow, now }) => {
    const { authenticated, lookUp } = inWindow();
    const one = await authenticated();
    await expectUnknownOrNotSent(() => lookUp(one, { deadline: now() - 1 }));
  },
};

export const oddWindowApprovalCases: Cases = {
  ...unreadable(approving),
  ...aboutAnother("other-order", approving),
  ...aboutAnother("other-amount", approving),

  "that arrives twice is not refused, and charges once: the buyer would pay for nothing, or twice": async (context) => {
    const { gateway, inWindow, oddNext, foundApproval } = context;
    const { authenticated, approval, held } = inWindow();
    const one = await authenticated();
    const request = approval(one);
    await oddNext("approve", "arrives-twice");
    const answer = await heard(() => gateway.approve(request));
    const found = await foundApproval(request.key);
    expect(found).toMatchObject({ outcome: "done", value: { key: request.key, amount: 10_000 } });
    if (answer.outcome !== "unknown") expect(answer).toEqual(found);
    expect(await held(one)).toBe(10_000);
  },

  "without any answer is unknown soon after its deadline: the shop would wait, or call it refused": async (context) => {
    const { gateway, inWindow, foundApproval } = context;
    const { authenticated, approval } = inWindow();
    const request = approval(await authenticated());
    await endsAtItsDeadline(context, "approve", (deadline) => gateway.approve({ ...request, deadline }));
    expect(await foundApproval(request.key)).toMatchObject({ outcome: "done", value: { key: request.key } });
  },
};
