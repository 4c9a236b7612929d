import { dayInSeoul, type CardMovement, type Outcome, type StatementPage, type TenantId } from "@wonflow/core";
import { expect } from "vitest";
import { clocksDifferByMs, expectUnknown, heard } from "../heard.ts";
import type { CaseContext, Cases } from "./case-context.ts";

const dayMs = 24 * 3_600_000;

/** Only of a gateway that has a list of a day. */
export const statementCases: Cases = {
  "lists an approval once, under its key and its reference, at its time, also after a restart": async (context) => {
    const { approved, foundApproval, reopen } = context;
    const key = await approved();
    const { reference, approvedAt } = valueOf(await foundApproval(key));
    await whenOver(context, approvedAt);
    for (const opened of [context, await reopen()]) {
      const lines = linesOf(await listOf(opened, approvedAt), key);
      expect(lines).toEqual([approvedLine(key, reference, 10_000)]);
      for (const { at } of lines) expectAt(at, approvedAt);
    }
  },

  "lists an approval of the small hours on its day in Seoul": async (context) => {
    const { gateway, approval, newKey, tenant, card, now } = context;
    await whenOver(context, now());
    const key = newKey();
    const cardToken = await checkedToken(context, { tenant, card });
    const { approvedAt } = valueOf(await gateway.approve(approval(key, { cardToken })));
    await whenOver(context, approvedAt);
    expect(linesOf(await listOf(context, approvedAt), key)).toHaveLength(1);
  },

  "lists an approval whose answer was lost": async (context) => {
    const { gateway, approval, newKey, breakNext, foundApproval } = context;
    const key = newKey();
    await breakNext("approve", "answer-lost");
    await heard(() => gateway.approve(approval(key)));
    const { reference, approvedAt } = valueOf(await foundApproval(key));
    await whenOver(context, approvedAt);
    expect(linesOf(await listOf(context, approvedAt), key)).toEqual([approvedLine(key, reference, 10_000)]);
  },

  "lists each cancellation with its amount, beside the whole amount that was approved": async (context) => {
    const { approved, cancel, foundApproval } = context;
    const key = await approved();
    const { reference, approvedAt } = valueOf(await foundApproval(key));
    const canceled = [valueOf(await cancel({ approvalKey: key, amount: 3_000 }))];
    canceled.push(valueOf(await cancel({ approvalKey: key, amount: 3_000 })));
    for (const { canceledAt } of canceled) await whenOver(context, canceledAt);
    expect(approvals(linesOf(await listOf(context, approvedAt), key))).toEqual([approvedLine(key, reference, 10_000)]);
    const given = givenBack(
      await listOfEach(
        context,
        canceled.map(({ canceledAt }) => canceledAt),
      ),
      key,
    );
    const line = { ...approvedLine(key, reference, 3_000), kind: "CANCELED" };
    expect(given).toEqual([line, line]);
    for (const [index, { canceledAt }] of canceled.entries()) expectAt(given[index]?.at, canceledAt);
  },

  "lists a manual refund": async (context) => {
    const { approved, refundByHand, now } = context;
    const key = await approved();
    await refundByHand(key, 4_000);
    const at = now();
    await whenOver(context, at);
    const [given, ...others] = givenBack(await listOf(context, at), key);
    expect([given?.amount, others]).toEqual([4_000, []]);
  },

  "lists no money of a reversed approval": async (context) => {
    const { approved, reverse, foundApproval } = context;
    const key = await approved();
    const { approvedAt } = valueOf(await foundApproval(key));
    expect(await reverse(key)).toMatchObject({ outcome: "done" });
    await whenOver(context, approvedAt);
    const signed = linesOf(await listOf(context, approvedAt), key).map((line) => {
      return line.kind === "APPROVED" ? line.amount : -line.amount;
    });
    expect(signed.reduce((sum, amount) => sum + amount, 0)).toBe(0);
  },

  "lists no approval that was refused": async (context) => {
    const { gateway, approval, newKey, tenant, refusedCard, now } = context;
    const cardToken = await checkedToken(context, { tenant, card: refusedCard() });
    const key = newKey();
    expect(await gateway.approve(approval(key, { cardToken }))).toMatchObject({ outcome: "refused" });
    const at = now();
    await whenOver(context, at);
    expect(linesOf(await listOf(context, at), key)).toEqual([]);
  },

  "lists each of several once over all its pages, and the same whenever it is asked": async (context) => {
    const { gateway, approval, newKey, now } = context;
    const keys = [newKey(), newKey(), newKey(), newKey(), newKey()];
    const at = now();
    for (const key of keys) {
      expect(await gateway.approve(approval(key, { amount: 1_000 }))).toMatchObject({ outcome: "done" });
    }
    await whenOver(context, now());
    const list = await listOf(context, at);
    for (const key of keys) expect(linesOf(list, key)).toHaveLength(1);
    expect(await listOf(context, at)).toEqual(list);
  },

  "lists nothing of another day": async (context) => {
    const { approved, foundApproval } = context;
    const key = await approved();
    const { approvedAt } = valueOf(await foundApproval(key));
    await whenOver(context, approvedAt + dayMs);
    for (const at of [approvedAt - dayMs, approvedAt + dayMs]) {
      const list = await listOf(context, at);
      expect(linesOf(list, key)).toEqual([]);
      for (const line of list) expect(dayInSeoul(line.at)).toBe(dayInSeoul(at));
    }
  },

  "lists nothing of another merchant": async (context) => {
    const { gateway, approval, approved, newKey, card, otherTenant: tenant, foundApproval } = context;
    const key = await approved();
    const { approvedAt } = valueOf(await foundApproval(key));
    const cardToken = await checkedToken(context, { tenant, card });
    const theirs = newKey();
    expect(await gateway.approve(approval(theirs, { tenant, cardToken }))).toMatchObject({ outcome: "done" });
    await whenOver(context, approvedAt);
    const [own, others] = [await listOf(context, approvedAt), await listOf(context, approvedAt, tenant)];
    expect([linesOf(own, key).length, linesOf(own, theirs).length]).toEqual([1, 0]);
    expect([linesOf(others, key).length, linesOf(others, theirs).length]).toEqual([0, 1]);
  },

  "of a day that is not over is unknown": async (context) => {
    const { approved, now } = context;
    await approved();
    for (const at of [now(), now() + dayMs]) await expectUnknown(() => pageOf(context, { at, cursor: null }));
  },
};

export const lostStatementCases: Cases = {
  "that breaks is unknown": async (context) => {
    const { now, breakNext } = context;
    const at = now() - dayMs;
    for (const fault of ["request-lost", "answer-lost"] as const) {
      await breakNext("statement", fault);
      await expectUnknown(() => pageOf(context, { at, cursor: null }));
    }
  },
};

/** Only of a gateway that has a window, too. */
export const windowStatementCases: Cases = {
  "lists a payment once, by its approval or by what was authenticated: it would be unknown money": async (context) => {
    const { gateway, inWindow } = context;
    const { authenticated, approval } = inWindow();
    const request = approval(await authenticated());
    const { reference, approvedAt } = valueOf(await gateway.approve(request));
    await whenOver(context, approvedAt);
    const lines = linesOf(await listOf(context, approvedAt), request.key);
    expect(lines).toEqual([approvedLine(request.key, reference, 10_000)]);
  },
};

async function checkedToken(
  { gateway, newKey, deadline }: CaseContext,
  { tenant, card }: Pick<CaseContext, "tenant" | "card">,
): Promise<string> {
  return valueOf(await gateway.authenticate({ tenant, key: newKey(), card, deadline: deadline() })).token;
}

interface Page {
  /** A moment of the day, in milliseconds since 1970. */
  readonly at: number;
  readonly cursor: string | null;
  readonly tenant?: TenantId;
}

async function pageOf(
  context: CaseContext,
  { at, cursor, tenant = context.tenant }: Page,
): Promise<Outcome<StatementPage, never>> {
  const question = { tenant, day: dayInSeoul(at), cursor, deadline: context.deadline() };
  const page: Outcome<StatementPage, never> | undefined = await context.bound.statement?.(question);
  if (page === undefined) throw new Error("The gateway has no list of a day.");
  if (page.outcome !== "done") return page;
  const movements = page.value.movements.map((line) => ({
    ...line,
    approvalKey: context.approvalKeyOf(line.approvalKey),
  }));
  return { ...page, value: { ...page.value, movements } };
}

/** A list of this many pages does not end. */
const mostPages = 1_000;

/** All pages of the list of the day of this moment. */
async function listOf(context: CaseContext, at: number, tenant = context.tenant): Promise<readonly CardMovement[]> {
  const lines: CardMovement[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < mostPages; pages += 1) {
    const { movements, next }: StatementPage = valueOf(await pageOf(context, { at, cursor, tenant }));
    lines.push(...movements);
    if (next === null) return lines;
    cursor = next;
  }
  throw new Error(`The list of ${dayInSeoul(at)} has no end.`);
}

/** The lists of all days of these moments. */
async function listOfEach(context: CaseContext, moments: readonly number[]): Promise<readonly CardMovement[]> {
  const byDay = new Map(moments.map((at) => [dayInSeoul(at), at]));
  const lines: CardMovement[] = [];
  for (const at of byDay.values()) lines.push(...(await listOf(context, at)));
  return lines;
}

/** Lets time pass until the day of this moment is over. */
async function whenOver({ now, advance }: CaseContext, at: number): Promise<void> {
  const nextDay = Date.parse(`${dayInSeoul(at + dayMs)}T00:00:00+09:00`);
  const left = nextDay + clocksDifferByMs - now();
  if (left > 0) await advance(left);
}

function linesOf(lines: readonly CardMovement[], key: string): readonly CardMovement[] {
  return lines.filter(({ approvalKey }) => approvalKey === key);
}

const approvals = (lines: readonly CardMovement[]) => lines.filter(({ kind }) => kind === "APPROVED");

function givenBack(lines: readonly CardMovement[], key: string): readonly CardMovement[] {
  return linesOf(lines, key).filter(({ kind }) => kind !== "APPROVED");
}

function approvedLine(key: string, reference: string | null, amount: number): object {
  const at: unknown = expect.any(Number);
  return { kind: "APPROVED", approvalKey: key, approvalReference: reference, amount, at };
}

function expectAt(listed: number | undefined, at: number): void {
  expect(Math.abs((listed ?? Number.NaN) - at)).toBeLessThanOrEqual(clocksDifferByMs);
}

function valueOf<Value>(answer: { readonly outcome: string; readonly value?: Value }): Value {
  if (answer.value === undefined) throw new Error(`This was not done: ${JSON.stringify(answer)}`);
  return answer.value;
}
