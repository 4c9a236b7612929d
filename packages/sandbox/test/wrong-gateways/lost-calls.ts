import { insteadOfBreaking, refused, type WrongGateway, type CardCalls } from "./right.ts";

const notFound = { outcome: "not-found" } as const;
const lostAnswer = "whose answer is lost is unknown, and is found by a look-up, also after a restart";
const lostRequest = "whose request is lost is unknown, and is not found, also once it has settled and after a restart";
const late = "that takes effect late is found as soon as it has, at the latest when it has settled";
const breaking = (what: string) => `lookUp: of ${what} that breaks is unknown, whether it took effect or never arrived`;

/** A gateway that says not-found again of what it once did not find. */
function remembersNotFound(lookUp: CardCalls["lookUpApproval"], seen: Set<string>): CardCalls["lookUpApproval"] {
  return async (question) => {
    if (seen.has(question.key)) return notFound;
    const answer = await lookUp(question);
    if (answer.outcome === "not-found") seen.add(question.key);
    return answer;
  };
}

/** A connection that broke after the call was sent, and is reported as never opened. */
async function saysNotSent(): Promise<never> {
  throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED", notSent: true });
}

/** Wrong handling of a broken connection, and of a call that never arrived. */
export const wrongLostCalls: readonly WrongGateway[] = [
  [
    "reports an approval that timed out as refused",
    `approve: ${lostAnswer}`,
    ({ gateway }) => ({ approve: insteadOfBreaking(gateway.approve, () => refused) }),
  ],
  [
    "says that an approval which timed out was never sent",
    `approve: ${lostAnswer}`,
    ({ gateway }) => ({ approve: insteadOfBreaking(gateway.approve, saysNotSent) }),
  ],
  [
    "reports an approval whose request was cut as refused",
    `approve: ${lostRequest}`,
    ({ gateway }) => ({ approve: insteadOfBreaking(gateway.approve, () => refused) }),
  ],
  [
    "sends an approval that timed out again, and believes the refusal of the second",
    `approve: ${lostAnswer}`,
    ({ gateway }) => ({ approve: insteadOfBreaking(gateway.approve, gateway.approve) }),
  ],
  [
    "reverses an approval that timed out by itself, and reports it as refused",
    `approve: ${lostAnswer}`,
    ({ gateway }) => ({
      approve: insteadOfBreaking(gateway.approve, async ({ key, amount, ...call }) => {
        const about = { approvalKey: key, approvalReference: null, approvalAskedAt: call.askedAt };
        await gateway.reverse({ ...call, key: `${key}.r`, amount, ...about });
        return refused;
      }),
    }),
  ],
  [
    "finds an approval by its reference only, which is unknown after a lost answer",
    `approve: ${lostAnswer}`,
    ({ gateway }) => ({
      lookUpApproval: async (question) => (question.reference === null ? notFound : gateway.lookUpApproval(question)),
    }),
  ],
  [
    "remembers what it did not find",
    `approve: ${late}`,
    ({ gateway, seen }) => ({ lookUpApproval: remembersNotFound(gateway.lookUpApproval, seen) }),
  ],
  [
    "reports an approval that is not found as refused",
    "lookUp: says not-found of a key that never arrived",
    ({ gateway }) => ({
      async lookUpApproval(question) {
        const answer = await gateway.lookUpApproval(question);
        return answer.outcome === "not-found" ? refused : answer;
      },
    }),
  ],
  [
    "reports a broken look-up as not found",
    breaking("an approval"),
    ({ gateway }) => ({ lookUpApproval: insteadOfBreaking(gateway.lookUpApproval, () => notFound) }),
  ],
  [
    "reports a broken look-up as refused",
    breaking("an approval"),
    ({ gateway }) => ({ lookUpApproval: insteadOfBreaking(gateway.lookUpApproval, () => refused) }),
  ],
  [
    "reports a broken look-up of a cancellation as not found",
    breaking("a cancellation"),
    ({ gateway }) => ({ lookUpCancellation: insteadOfBreaking(gateway.lookUpCancellation, () => notFound) }),
  ],
  [
    "reports a cancellation that timed out as refused",
    `cancel: ${lostAnswer}`,
    ({ gateway }) => ({ cancel: insteadOfBreaking(gateway.cancel, () => refused) }),
  ],
  [
    "reports a cancellation whose request was cut as done",
    `cancel: ${lostRequest}`,
    ({ gateway }) => ({
      cancel: insteadOfBreaking(gateway.cancel, ({ key, amount, askedAt }) => {
        return { outcome: "done", value: { key, amount, reference: null, canceledAt: askedAt } } as const;
      }),
    }),
  ],
  [
    "sends a cancellation that timed out again, which refunds twice",
    `cancel: ${lostAnswer}`,
    ({ gateway }) => ({
      cancel: insteadOfBreaking(gateway.cancel, async (request) => {
        await gateway.cancel(request);
        throw new Error("timed out");
      }),
    }),
  ],
  [
    "finds no cancellation that took effect late",
    `cancel: ${late}`,
    ({ gateway, seen }) => ({
      async lookUpCancellation(question) {
        const answer = await gateway.lookUpCancellation(question);
        if (answer.outcome === "not-found") seen.add(question.key);
        return seen.has(question.key) ? notFound : answer;
      },
    }),
  ],
  [
    "cancels by the approval's reference only, which is unknown after a lost answer",
    "cancel: of an approval whose answer was lost refunds",
    ({ gateway }) => ({
      cancel: async (request) =>
        request.approvalReference === null ? { outcome: "refused", code: "REFUND_REJECTED" } : gateway.cancel(request),
    }),
  ],
  [
    "reports a broken reversal as done",
    "reverse: whose request is lost is unknown, leaves the approval, and can be asked for again",
    ({ gateway }) => ({
      reverse: insteadOfBreaking(gateway.reverse, ({ approvalKey }) => {
        return { outcome: "done", value: { approvalKey } } as const;
      }),
    }),
  ],
  [
    "reports a broken reversal as not found",
    "reverse: whose answer is lost is unknown, and is acknowledged when it is asked for again, also after a restart",
    ({ gateway }) => ({ reverse: insteadOfBreaking(gateway.reverse, () => notFound) }),
  ],
  [
    "refuses to reverse what it has reversed",
    "reverse: whose answer is lost is unknown, and is acknowledged when it is asked for again, also after a restart",
    ({ gateway, seen }) => ({
      async reverse(request) {
        if (seen.has(request.approvalKey)) return refused;
        seen.add(request.approvalKey);
        return gateway.reverse(request);
      },
    }),
  ],
  [
    "reverses by the approval's reference only, which is unknown after a lost answer",
    "reverse: of an approval whose answer was lost undoes it",
    ({ gateway }) => ({
      reverse: async (request) => (request.approvalReference === null ? notFound : gateway.reverse(request)),
    }),
  ],
  [
    "reports a broken check as refused",
    "authenticate: that breaks is unknown",
    ({ gateway }) => ({ authenticate: insteadOfBreaking(gateway.authenticate, () => refused) }),
  ],
  [
    "reports a broken request to store a card as refused",
    "issueToken: whose request is lost is unknown, and its release is answered",
    ({ gateway }) => ({ issueToken: insteadOfBreaking(gateway.issueToken, () => refused) }),
  ],
  [
    "finds a stored card by its token only, and says that there is none",
    "issueToken: whose answer is lost is unknown, and is released by its key, or the release reports that it can't know",
    ({ gateway }) => ({
      releaseToken: async (request) => (request.token === null ? notFound : gateway.releaseToken(request)),
    }),
  ],
  [
    "reports a broken release as done",
    "releaseToken: whose request is lost is unknown, leaves the token good, and can be asked for again",
    ({ gateway }) => ({
      releaseToken: insteadOfBreaking(gateway.releaseToken, ({ tokenKey }) => {
        return { outcome: "done", value: { tokenKey } } as const;
      }),
    }),
  ],
  [
    "reports a broken release as not found",
    "releaseToken: whose answer is lost is unknown, and is done or not-found when it is asked for again",
    ({ gateway }) => ({ releaseToken: insteadOfBreaking(gateway.releaseToken, () => notFound) }),
  ],
];
