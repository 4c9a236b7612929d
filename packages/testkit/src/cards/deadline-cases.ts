import { expect } from "vitest";
import { expectUnknown, heard } from "../heard.ts";
import type { CaseContext, Cases } from "./case-context.ts";
import type { BreakableCall } from "./fixture.ts";

const [aSecond, sentWithinMs, aTickMs, mostTicks] = [1_000, 500, 50, 60];

/** Expects that a call which is never answered ends as unknown soon after its deadline. */
export async function endsAtItsDeadline(
  { now, oddNext, wait }: CaseContext,
  call: BreakableCall,
  ask: (deadline: number) => Promise<{ readonly outcome: string }>,
): Promise<void> {
  await oddNext(call, "no-answer");
  let outcome = "still waiting";
  const asked = heard(() => ask(now() + aSecond)).then((answer) => (outcome = answer.outcome));
  // By the machine's time alone, so that it has been sent before a clock of the fixture moves.
  await new Promise((passed) => setTimeout(passed, sentWithinMs));
  for (let tick = 0; tick < mostTicks && outcome === "still waiting"; tick += 1) await wait(aTickMs);
  expect(outcome).toBe("unknown");
  await asked;
}

export const approvalDeadlineCases: Cases = {
  "without any answer is unknown soon after its deadline: the checkout would hang, or be called refused": async (
    context,
  ) => {
    const { gateway, approval, newKey, foundApproval } = context;
    const key = newKey();
    await endsAtItsDeadline(context, "approve", (deadline) => gateway.approve(approval(key, { deadline })));
    expect(await foundApproval(key)).toMatchObject({ outcome: "done", value: { key, amount: 10_000 } });
  },

  "whose deadline has passed is not sent: it would take money when no one waits for it": async (context) => {
    const { gateway, approval, newKey, now, foundApproval } = context;
    const key = newKey();
    const answer = await heard(() => gateway.approve(approval(key, { deadline: now() - 1 })));
    expect(["unknown", "refused"]).toContain(answer.outcome);
    expect(await foundApproval(key)).toEqual({ outcome: "not-found" });
  },
};

export const cancellationDeadlineCases: Cases = {
  "without any answer is unknown soon after its deadline: it would be sent, and refunded, again": async (context) => {
    const { approved, cancel, newKey, foundCancellation } = context;
    const [approvalKey, key] = [await approved(), newKey()];
    await endsAtItsDeadline(context, "cancel", (deadline) => cancel({ approvalKey, amount: 4_000, key, deadline }));
    expect(await foundCancellation(key)).toMatchObject({ outcome: "done", value: { key, amount: 4_000 } });
  },

  "whose deadline has passed is not sent: it would refund after it was abandoned": async (context) => {
    const { approved, cancel, newKey, now, foundApproval, foundCancellation } = context;
    const [approvalKey, key] = [await approved(), newKey()];
    const before = await foundApproval(approvalKey);
    const answer = await heard(() => cancel({ approvalKey, amount: 4_000, key, deadline: now() - 1 }));
    expect(["unknown", "refused"]).toContain(answer.outcome);
    expect(await foundCancellation(key)).toEqual({ outcome: "not-found" });
    expect(await foundApproval(approvalKey)).toEqual(before);
  },
};

export const reversalDeadlineCases: Cases = {
  "without any answer is unknown soon after its deadline: an undone approval would be refunded as well": async (
    context,
  ) => {
    const { gateway, approved, newKey, tenant, foundApproval } = context;
    const approvalKey = await approved();
    const call = { key: newKey(), tenant, approvalKey };
    await endsAtItsDeadline(context, "reverse", (deadline) => gateway.reverse({ ...call, deadline }));
    expect(await foundApproval(approvalKey)).toMatchObject({ outcome: "refused" });
  },

  "whose deadline has passed is not sent: it would undo a payment that was kept meanwhile": async (context) => {
    const { gateway, approved, newKey, tenant, now, foundApproval } = context;
    const approvalKey = await approved();
    await heard(() => gateway.reverse({ key: newKey(), tenant, approvalKey, deadline: now() - 1 }));
    expect(await foundApproval(approvalKey)).toMatchObject({ outcome: "done" });
  },
};

export const lookUpDeadlineCases: Cases = {
  "without any answer is unknown soon after its deadline: a payment would be mistaken for one that never arrived":
    async (context) => {
      const { gateway, approved, tenant } = context;
      const key = await approved();
      await endsAtItsDeadline(context, "lookUpApproval", (deadline) => {
        return gateway.lookUpApproval({ key, tenant, deadline });
      });
    },

  "whose deadline has passed is unknown: a payment would be mistaken for one that never arrived": async (context) => {
    const { gateway, approved, tenant, now } = context;
    const key = await approved();
    await expectUnknownOrNotSent(() => gateway.lookUpApproval({ key, tenant, deadline: now() - 1 }));
  },
};

export const releaseDeadlineCases: Cases = {
  "whose deadline has passed is not sent: a card would be released that is still to be charged": async (context) => {
    const { gateway, issued, newKey, tenant, now, isGood } = context;
    const { key: tokenKey, token } = await issued();
    await heard(() => gateway.releaseToken({ key: newKey(), tenant, tokenKey, deadline: now() - 1 }));
    expect(await isGood(token)).toBe(true);
  },
};

/** Also an error that says that nothing was sent: of a look-up core takes it for unknown. */
export async function expectUnknownOrNotSent(call: () => Promise<{ readonly outcome: string }>): Promise<void> {
  await expectUnknown(() => call().catch(() => ({ outcome: "unknown" })));
}
