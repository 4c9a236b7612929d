import { expect } from "vitest";
import { heard } from "../heard.ts";
import type { CaseContext, Cases } from "./case-context.ts";
import type { BreakableCall, Oddity } from "./fixture.ts";

const words = {
  html: "HTML",
  "server-error": "a status of 5xx",
  "other-shape": "another shape",
  "unlisted-code": "an unlisted code",
} as const satisfies Partial<Record<Oddity, string>>;

interface Answer {
  readonly outcome: string;
  readonly value?: object;
}

interface Prepared {
  readonly ask: () => Promise<Answer>;
  /** Expects that it took effect, and is found. */
  readonly afterwards?: () => Promise<void>;
  /** What an answer of its own would say. */
  readonly own: object;
}

export interface OddCall {
  readonly call: BreakableCall;
  /** Before the title, where a group has several calls. */
  readonly about?: string;
  /** What a wrong adapter would do. */
  readonly prevents: string;
  /** The one outcome beside unknown that an adapter may find out by asking further. */
  readonly orElse?: "done";
  /** Whether an answer about something else may also be called forged. */
  readonly mayBeForged?: boolean;
  readonly prepare: (context: CaseContext) => Promise<Prepared>;
}

/** Answers that no adapter can read. */
export function unreadable({ call, about = "", prevents, orElse, prepare }: OddCall): Cases {
  const cases = Object.entries(words).map(([name, word]) => {
    const oddity = oddityOf(name);
    const run = async (context: CaseContext) => {
      const { ask, afterwards } = await prepare(context);
      await context.oddNext(call, oddity);
      const { outcome } = await heard(ask);
      if (oddity !== "unlisted-code" || outcome !== orElse) expect(outcome).toBe("unknown");
      await afterwards?.();
    };
    return [`${about}answered with ${word} though it took effect, is unknown: ${prevents}`, run] as const;
  });
  return Object.fromEntries(cases);
}

function oddityOf(name: string): keyof typeof words {
  const found = (["html", "server-error", "other-shape", "unlisted-code"] as const).find((each) => each === name);
  if (found === undefined) throw new Error(`${name} is no oddity`);
  return found;
}

/** An answer about something else is unknown, or core sees in it that it is about something else. */
export function aboutAnother(
  oddity: "other-order" | "other-amount",
  { call, about = "", mayBeForged = false, prepare }: OddCall,
): Cases {
  const [what, prevents] =
    oddity === "other-order"
      ? ["about another order", "no other buyer's money is booked here"]
      : ["with another amount", "no other amount is booked than the provider has"];
  const title = `${about}answered ${what}, is never done as it was asked for: ${prevents}`;
  const run = async (context: CaseContext) => {
    const { ask, own } = await prepare(context);
    await context.oddNext(call, oddity);
    const answer = await heard(ask);
    expect(["done", "unknown", ...(mayBeForged ? ["forged"] : [])]).toContain(answer.outcome);
    expect(answer).not.toMatchObject({ outcome: "done", value: own });
  };
  return { [title]: run };
}

const authentication: OddCall = {
  call: "authenticate",
  prevents: "a card that is stored would never be released",
  async prepare({ gateway, tenant, newKey, card, deadline }) {
    const key = newKey();
    return { ask: () => gateway.authenticate({ tenant, key, card, deadline: deadline() }), own: { key } };
  },
};

const issuing: OddCall = {
  call: "issueToken",
  prevents: "a card that is stored would never be released",
  async prepare({ gateway, token, newKey }) {
    const key = newKey();
    return { ask: () => gateway.issueToken(token(key)), own: { key } };
  },
};

const release: OddCall = {
  call: "releaseToken",
  prevents: "it would never be asked again, or without end",
  orElse: "done",
  async prepare({ issued, release: released, isGood }) {
    const { key, token } = await issued();
    const afterwards = async () => expect(await isGood(token)).toBe(false);
    return { ask: () => released(key), afterwards, own: { tokenKey: key } };
  },
};

const approving: OddCall = {
  call: "approve",
  prevents: "the buyer would pay for a payment that we call refused",
  async prepare({ gateway, approval, newKey, foundApproval }) {
    const key = newKey();
    const own = { key, amount: 10_000 };
    const afterwards = async () => expect(await foundApproval(key)).toMatchObject({ outcome: "done", value: own });
    return { ask: () => gateway.approve(approval(key)), afterwards, own };
  },
};

const canceling: OddCall = {
  call: "cancel",
  prevents: "the buyer would be refunded a second time",
  async prepare({ approved, cancel, newKey, foundCancellation }) {
    const [approvalKey, key] = [await approved(), newKey()];
    const own = { key, amount: 4_000 };
    const afterwards = async () => expect(await foundCancellation(key)).toMatchObject({ outcome: "done", value: own });
    return { ask: () => cancel({ approvalKey, amount: 4_000, key }), afterwards, own };
  },
};

const reversing: OddCall = {
  call: "reverse",
  prevents: "an undone approval would be refunded as well",
  orElse: "done",
  async prepare({ approved, reverse, foundApproval }) {
    const approvalKey = await approved();
    const afterwards = async () => expect(await foundApproval(approvalKey)).toMatchObject({ outcome: "refused" });
    return { ask: () => reverse(approvalKey), afterwards, own: { approvalKey } };
  },
};

const approvalLookUp: OddCall = {
  call: "lookUpApproval",
  about: "of an approval ",
  prevents: "the buyer's money would be counted as lost",
  async prepare({ approved, foundApproval }) {
    const key = await approved();
    const own = { key, amount: 10_000 };
    const afterwards = async () => expect(await foundApproval(key)).toMatchObject({ outcome: "done", value: own });
    return { ask: () => foundApproval(key), afterwards, own };
  },
};

const cancellationLookUp: OddCall = {
  call: "lookUpCancellation",
  about: "of a cancellation ",
  prevents: "it would be sent, and refunded, again",
  async prepare({ approved, cancel, newKey, foundCancellation }) {
    const key = newKey();
    const own = { key, amount: 4_000 };
    expect(await cancel({ approvalKey: await approved(), amount: 4_000, key })).toMatchObject({ outcome: "done" });
    const afterwards = async () => expect(await foundCancellation(key)).toMatchObject({ outcome: "done", value: own });
    return { ask: () => foundCancellation(key), afterwards, own };
  },
};

export const oddAuthenticationCases: Cases = {
  ...unreadable(authentication),
  ...aboutAnother("other-order", authentication),
};
export const oddIssuingCases: Cases = { ...unreadable(issuing), ...aboutAnother("other-order", issuing) };
export const oddReleaseCases: Cases = unreadable(release);
export const oddApprovalCases: Cases = {
  ...unreadable(approving),
  ...aboutAnother("other-order", approving),
  ...aboutAnother("other-amount", approving),

  "that arrives twice is not refused, and is booked once: the buyer would pay for nothing, or twice": async (
    context,
  ) => {
    const { gateway, approval, newKey, oddNext, foundApproval, book } = context;
    const key = newKey();
    await oddNext("approve", "arrives-twice");
    const answer = await heard(() => gateway.approve(approval(key)));
    const found = await foundApproval(key);
    expect(found).toMatchObject({ outcome: "done", value: { key, amount: 10_000 } });
    if (answer.outcome !== "unknown") expect(answer).toEqual(found);
    expect(await book(key)).toMatchObject({ held: 10_000 });
  },
};
export const oddCancellationCases: Cases = {
  ...unreadable(canceling),
  ...aboutAnother("other-amount", canceling),

  "that arrives twice is never mistaken for one that did not happen, and what remains is as the provider has it":
    async (context) => {
      const { approved, cancel, newKey, oddNext, foundApproval, foundCancellation, book } = context;
      const [approvalKey, key] = [await approved(), newKey()];
      await oddNext("cancel", "arrives-twice");
      expect(["done", "unknown"]).toContain((await heard(() => cancel({ approvalKey, amount: 4_000, key }))).outcome);
      expect(["done", "unknown"]).toContain((await heard(() => foundCancellation(key))).outcome);
      const { held } = await book(approvalKey);
      expect(await foundApproval(approvalKey)).toHaveProperty("value.remainingAmount", held);
    },
};
export const oddReversalCases: Cases = {
  ...unreadable(reversing),
  ...aboutAnother("other-order", reversing),

  "that arrives twice is not refused: an undone approval would be refunded as well": async (context) => {
    const { approved, reverse, oddNext, foundApproval } = context;
    const approvalKey = await approved();
    await oddNext("reverse", "arrives-twice");
    expect(["done", "unknown"]).toContain((await heard(() => reverse(approvalKey))).outcome);
    expect(await foundApproval(approvalKey)).toMatchObject({ outcome: "refused" });
  },
};
export const oddLookUpCases: Cases = {
  ...unreadable(approvalLookUp),
  ...aboutAnother("other-order", approvalLookUp),
  ...aboutAnother("other-amount", approvalLookUp),
  ...unreadable(cancellationLookUp),
  ...aboutAnother("other-amount", cancellationLookUp),
};

/** Only of a gateway that has a list of a day. */
export const oddStatementCases: Cases = unreadable({
  call: "statement",
  prevents: "a day's payments would be missing from a reconciliation",
  async prepare({ bound, tenant, now, deadline }) {
    const day = new Date(now() - 15 * 3_600_000).toISOString().slice(0, 10);
    const question = { tenant, day, cursor: null };
    const ask = async () => {
      if (bound.statement === undefined) throw new Error("The gateway has no list of a day.");
      return bound.statement({ ...question, deadline: deadline() });
    };
    return { ask, own: {} };
  },
});
