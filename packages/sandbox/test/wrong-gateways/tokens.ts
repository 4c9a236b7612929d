import type {
  CardApprovalRequest,
  AuthenticatedCard,
  AuthenticationRefusal,
  Outcome,
  TokenRequest,
} from "@wonflow/core";
import { oneTenant, refused, startMs, type Right, type WrongGateway, type CardCalls } from "./right.ts";

const aQuestion = {
  credentials: null,
  key: "-",
  tenant: oneTenant,
  askedAt: startMs,
  deadline: startMs,
  authentication: null,
  reference: null,
} as const;

/** A gateway that issues under a key of its own, and releases whatever it issued for a key. */
function issuingUnder(
  { gateway, made, released }: Right,
  keyOf: (request: TokenRequest) => string,
): Pick<CardCalls, "issueToken" | "releaseToken"> {
  return {
    async issueToken(request) {
      const key = released.has(request.key) ? request.key : keyOf(request);
      made.push([request.key, key]);
      const answer = await gateway.issueToken({ ...request, key });
      return answer.outcome === "done" ? { ...answer, value: { ...answer.value, key: request.key } } : answer;
    },
    async releaseToken(request) {
      released.add(request.tokenKey);
      for (const [asked, tokenKey] of made) {
        if (asked !== request.tokenKey || tokenKey === asked) continue;
        await gateway.releaseToken({ ...request, key: `${request.key}.${tokenKey}`, tokenKey });
      }
      return gateway.releaseToken(request);
    },
  };
}

/** A gateway that issues what it should refuse. */
function issuingAllTheSame({ gateway, count }: Right, when: () => boolean): Partial<CardCalls> {
  return {
    async issueToken(request) {
      const answer = await gateway.issueToken(request);
      if (answer.outcome !== "refused" || !when()) return answer;
      const again = await gateway.issueToken({ ...request, key: `${request.key}.${count()}` });
      return again.outcome === "done" ? { ...again, value: { ...again.value, key: request.key } } : again;
    },
  };
}

/** A gateway that does not notice that a token was released: it approves with one that looks like it. */
function approvingAllTheSame({ gateway }: Right, request: CardApprovalRequest): ReturnType<CardCalls["approve"]> {
  return gateway.approve({ ...request, cardToken: `${request.cardToken}x` });
}

/** Remembers which keys have a token, and which tokens were released. */
function remembering({ gateway, seen, released }: Right): Pick<CardCalls, "issueToken" | "releaseToken"> {
  const texts = new Map<string, string>();
  return {
    async issueToken(request) {
      const answer = await gateway.issueToken(request);
      if (answer.outcome === "done") texts.set(request.key, answer.value.token);
      seen.add(request.key);
      return answer;
    },
    async releaseToken(request) {
      released.add(texts.get(request.tokenKey) ?? request.tokenKey);
      return gateway.releaseToken(request);
    },
  };
}

/** Knows of a release only what it has seen when it begins, or ends; refuses to issue what was released before. */
function lookingOnce(right: Right, pause: () => Promise<unknown>): Partial<CardCalls> {
  const { gateway, seen, released } = right;
  return {
    async issueToken(request): Promise<Outcome<AuthenticatedCard, AuthenticationRefusal>> {
      if (released.has(request.key)) return refused;
      const answer = await gateway.issueToken(request);
      seen.add(request.key);
      return answer;
    },
    async releaseToken(request) {
      const { tokenKey } = request;
      if (seen.has(tokenKey)) return gateway.releaseToken(request);
      await pause();
      released.add(tokenKey);
      return { outcome: "done", value: { tokenKey } };
    },
  };
}

export const wrongTokens: readonly WrongGateway[] = [
  [
    "names another key of a token",
    "issueToken: answers a token under the key it was asked with, and approves with it again and again",
    ({ gateway }) => ({
      async issueToken(request) {
        const answer = await gateway.issueToken(request);
        return answer.outcome === "done" ? { ...answer, value: { ...answer.value, key: "another" } } : answer;
      },
    }),
  ],
  [
    "approves with a token once",
    "issueToken: answers a token under the key it was asked with, and approves with it again and again",
    ({ gateway, seen }) => ({
      async approve(request) {
        if (seen.has(request.cardToken)) return refused;
        seen.add(request.cardToken);
        return gateway.approve(request);
      },
    }),
  ],
  [
    "issues a new token at every call",
    "issueToken again: called again, answers the outcome of the first call, also after a restart",
    (right) => issuingUnder(right, ({ key }) => `${key}.${right.count()}`),
  ],
  [
    "issues a new token after a restart",
    "issueToken again: called again, answers the outcome of the first call, also after a restart",
    (right) => issuingUnder(right, ({ key }) => `${key}.${right.restarts}`),
  ],
  [
    "refuses a key that it has, as if nothing were issued",
    "issueToken again: called again, answers the outcome of the first call, also after a restart",
    ({ gateway, seen }) => ({
      async issueToken(request) {
        if (seen.has(request.key)) return refused;
        seen.add(request.key);
        return gateway.issueToken(request);
      },
    }),
  ],
  [
    "issues twice when called twice at once",
    "issueToken again: called twice at once, issues one token",
    (right) => {
      const { issueToken, releaseToken } = issuingUnder(right, ({ key }) => `${key}.${right.count()}`);
      return {
        releaseToken,
        async issueToken(request) {
          if (right.seen.has(request.key)) return right.gateway.issueToken(request);
          await Promise.resolve();
          right.seen.add(request.key);
          return issueToken(request);
        },
      };
    },
  ],
  [
    "reports not-found for a key with other content",
    "issueToken again: called again with another owner, does not issue that too",
    ({ gateway, seen }) => ({
      async issueToken(request) {
        const content = JSON.stringify([request.key, request.card.ownerName]);
        if (seen.has(request.key) && !seen.has(content)) return refused;
        seen.add(request.key).add(content);
        return gateway.issueToken(request);
      },
    }),
  ],
  [
    "issues again under a key with other content",
    "issueToken again: called again with another owner, does not issue that too",
    (right) => issuingUnder(right, ({ key, card }) => `${key}.${card.ownerName}`),
  ],
  [
    "has one token for a card, however often it is stored",
    "issueToken: issues another token for the same card under another key, which is released by itself",
    (right) => issuingUnder(right, () => "the only one"),
  ],
  [
    "releases all tokens of a card at once",
    "issueToken: issues another token for the same card under another key, which is released by itself",
    ({ gateway, released }) => ({
      releaseToken(request) {
        released.add(request.tenant);
        return gateway.releaseToken(request);
      },
      approve: async (request) => (released.has(request.tenant) ? refused : gateway.approve(request)),
    }),
  ],
  [
    "has keys for tokens beside the keys for approvals",
    "issueToken again: issues none under the key of an approval, and approves nothing under the key of a token",
    (right) => issuingUnder(right, ({ key }) => `token ${key}`),
  ],
  [
    "has the tokens of all merchants under one roof",
    "issueToken: issues another token for another merchant with the same key",
    ({ gateway }) => ({ issueToken: (request) => gateway.issueToken({ ...request, tenant: oneTenant }) }),
  ],
  [
    "takes any merchant's token",
    "issueToken: refuses another merchant's token",
    ({ gateway }) => ({
      approve: (request) =>
        gateway.approve({ ...request, cardToken: request.cardToken.replace(/_\d:test_/, `_${request.tenant}_`) }),
    }),
  ],
  [
    "keeps approving with a token that was released",
    "releaseToken: takes a token back: nothing is approved with it, also after a restart",
    (right) => ({ approve: (request) => approvingAllTheSame(right, request) }),
  ],
  [
    "issues a released token again",
    "releaseToken first: of a token forbids that it is issued again, also after a restart",
    (right) => issuingAllTheSame(right, () => true),
  ],
  [
    "loses at a restart that a token was released",
    "releaseToken: takes a token back: nothing is approved with it, also after a restart",
    (right) => ({
      approve: (request) => (right.restarts > 0 ? approvingAllTheSame(right, request) : right.gateway.approve(request)),
    }),
  ],
  [
    "answers a release for another token",
    "releaseToken: takes a token back: nothing is approved with it, also after a restart",
    ({ gateway }) => ({
      async releaseToken(request) {
        await gateway.releaseToken(request);
        return { outcome: "done", value: { tokenKey: request.key } };
      },
    }),
  ],
  [
    "reports an approval as refused once its token is released",
    "releaseToken: leaves what was approved before, which can still be canceled",
    (right) => ({
      ...remembering(right),
      lookUpApproval: async (question) => (right.released.size > 0 ? refused : right.gateway.lookUpApproval(question)),
    }),
  ],
  [
    "refunds nothing to a card whose token was released",
    "releaseToken: leaves what was approved before, which can still be canceled",
    (right) => ({
      ...remembering(right),
      cancel: async (request) => (right.released.size > 0 ? refused : right.gateway.cancel(request)),
    }),
  ],
  [
    "loses the release of a token that came before its issuing",
    "releaseToken first: before the issuing arrives, forbids it, also after a restart",
    (right) => ({
      ...remembering(right),
      releaseToken: async (request) =>
        right.seen.has(request.tokenKey)
          ? right.gateway.releaseToken(request)
          : { outcome: "done", value: { tokenKey: request.tokenKey } },
    }),
  ],
  [
    "loses it when it is started again",
    "releaseToken first: before the issuing arrives, forbids it, also after a restart",
    (right) => issuingAllTheSame(right, () => right.restarts > 0),
  ],
  [
    "releases no token in flight",
    "releaseToken first: while the issuing is on its way, leaves no good token",
    (right) => lookingOnce(right, () => Promise.resolve()),
  ],
  [
    "looks whether there is a token, and notes later that there must be none",
    "releaseToken first: sent first, with the issuing right behind it, leaves no good token",
    (right) => lookingOnce(right, () => right.gateway.lookUpApproval(aQuestion)),
  ],
  [
    "refuses to take a token back twice",
    "releaseToken: of a token that was released is done or not-found, under its key and another",
    ({ gateway, seen, released }) => ({
      async issueToken(request) {
        seen.add(request.key);
        return gateway.issueToken(request);
      },
      async releaseToken(request) {
        if (seen.has(request.tokenKey) && released.has(request.tokenKey)) return refused;
        released.add(request.tokenKey);
        return gateway.releaseToken(request);
      },
    }),
  ],
  [
    "refuses a second release of what never arrived",
    "releaseToken first: of what never arrived is acknowledged again",
    ({ gateway, seen, released }) => ({
      async issueToken(request) {
        seen.add(request.key);
        return gateway.issueToken(request);
      },
      async releaseToken(request) {
        if (!seen.has(request.tokenKey) && released.has(request.tokenKey)) return refused;
        released.add(request.tokenKey);
        return gateway.releaseToken(request);
      },
    }),
  ],
  [
    "releases any token, whatever its merchant",
    "releaseToken: by another merchant leaves the token good",
    ({ gateway }) => ({ releaseToken: (request) => gateway.releaseToken({ ...request, tenant: oneTenant }) }),
  ],
];
