import type {
  ApprovalRequest,
  AuthenticationRequest,
  CancellationRequest,
  CardNetwork,
  KeyedCall,
  ReleaseRequest,
  ReversalRequest,
  TokenRequest,
} from "@wonflow/core";

import {
  cardMemory,
  knownOfApproval,
  knownOfCancellation,
  learnOfApproval,
  learnOfCancellation,
  nameOf,
  rememberCall,
  type CardMemory,
} from "./card-memory.ts";

/** A request without what the caller knows, which a test may give all the same. */
export type Brief<Request extends KeyedCall, Known extends keyof Request> = Omit<Request, Known | "credentials"> &
  Partial<Pick<Request, Known | "credentials">>;

type KnownOfApproval = "askedAt" | "approvalReference" | "approvalAskedAt";

/** The calls of a card network, without what earlier answers have told. */
export interface CardCaller {
  authenticate(request: Brief<AuthenticationRequest, "askedAt" | "key">): ReturnType<CardNetwork["authenticate"]>;
  issueToken(request: Brief<TokenRequest, "askedAt">): ReturnType<CardNetwork["issueToken"]>;
  releaseToken(
    request: Brief<ReleaseRequest, "askedAt" | "tokenAskedAt" | "token" | "storedBy">,
  ): ReturnType<CardNetwork["releaseToken"]>;
  approve(request: Brief<ApprovalRequest, "askedAt" | "taxFreeAmount">): ReturnType<CardNetwork["approve"]>;
  cancel(
    request: Brief<CancellationRequest, KnownOfApproval | "taxFreeAmount" | "remainingAmount" | "reason">,
  ): ReturnType<CardNetwork["cancel"]>;
  reverse(request: Brief<ReversalRequest, KnownOfApproval | "amount">): ReturnType<CardNetwork["reverse"]>;
  lookUpApproval(question: Brief<KeyedCall, "askedAt">): ReturnType<CardNetwork["lookUpApproval"]>;
  lookUpCancellation(question: Brief<KeyedCall, "askedAt">): ReturnType<CardNetwork["lookUpCancellation"]>;
}

/**
 * Calls a card network as core does, with all that earlier calls and answers have told. What changes something is sent
 * with the newest credentials, a look-up with those that its call was sent with.
 *
 * @param now the network's time, in milliseconds since 1970: a call is asked then
 */
export function cardCaller<Network extends CardNetwork>(
  network: Network,
  now: () => number,
  memory: CardMemory = cardMemory(),
): Omit<Network, keyof CardCaller> & CardCaller {
  return { ...network, ...storingCalls(network, now, memory), ...payingCalls(network, now, memory) };
}

/** The credentials that a call is sent with: the network's newest, unless the test gives some. */
async function sentWith(
  network: CardNetwork,
  { tenant, credentials }: Pick<KeyedCall, "tenant"> & Partial<Pick<KeyedCall, "credentials">>,
): Promise<string | null> {
  if (credentials !== undefined) return credentials;
  return (await network.credentials?.(tenant)) ?? null;
}

function storingCalls(
  network: CardNetwork,
  now: () => number,
  { tokens }: CardMemory,
): Pick<CardCaller, "authenticate" | "issueToken" | "releaseToken"> {
  let checks = 0;

  async function storing(
    request: Pick<KeyedCall, "tenant" | "key" | "askedAt">,
    storedBy: ReleaseRequest["storedBy"],
    ask: () => ReturnType<CardNetwork["issueToken"]>,
  ) {
    const id = nameOf(request);
    const tokenAskedAt = tokens.get(id)?.tokenAskedAt ?? request.askedAt;
    tokens.set(id, { tokenAskedAt, token: tokens.get(id)?.token ?? null, storedBy });
    const answer = await ask();
    if (answer.outcome === "done") tokens.set(id, { tokenAskedAt, token: answer.value.token, storedBy });
    return answer;
  }

  return {
    async authenticate(brief) {
      const key = `card.${(checks += 1)}.${now()}`;
      const request = { askedAt: now(), key, ...brief, credentials: await sentWith(network, brief) };
      return storing(request, "authenticate", () => network.authenticate(request));
    },
    async issueToken(brief) {
      const request = { askedAt: now(), ...brief, credentials: await sentWith(network, brief) };
      return storing(request, "issueToken", () => network.issueToken(request));
    },
    async releaseToken(brief) {
      const unknown = { tokenAskedAt: now(), token: null, storedBy: "issueToken" } as const;
      const credentials = await sentWith(network, brief);
      const known = tokens.get(nameOf({ tenant: brief.tenant, key: brief.tokenKey })) ?? unknown;
      return network.releaseToken({ askedAt: now(), ...known, ...brief, credentials });
    },
  };
}

function payingCalls(
  network: CardNetwork,
  now: () => number,
  memory: CardMemory,
): Omit<CardCaller, "authenticate" | "issueToken" | "releaseToken"> {
  return {
    async approve(brief) {
      const credentials = await sentWith(network, brief);
      const request = { askedAt: now(), taxFreeAmount: 0, ...brief, credentials };
      const { askedAt, amount } = request;
      rememberCall(memory.approvals, request, { askedAt, credentials, amount, reference: null });
      const answer = await network.approve(request);
      learnOfApproval(memory, request, answer);
      return answer;
    },
    async cancel(brief) {
      const credentials = await sentWith(network, brief);
      const { about, remainingAmount } = knownOfApproval(memory, brief, now());
      const wanted = { taxFreeAmount: 0, remainingAmount, reason: "Contract of the card port" };
      const request = { askedAt: now(), ...about, ...wanted, ...brief, credentials };
      const { tenant, askedAt, amount, approvalKey } = request;
      const call = { tenant, askedAt, credentials, amount, approvalKey, reference: null, done: false };
      rememberCall(memory.cancellations, request, call);
      const answer = await network.cancel(request);
      learnOfCancellation(memory, request, answer);
      return answer;
    },
    async reverse(brief) {
      const credentials = await sentWith(network, brief);
      const { about, approved } = knownOfApproval(memory, brief, now());
      return network.reverse({ askedAt: now(), ...about, amount: approved, ...brief, credentials });
    },
    async lookUpApproval(brief) {
      const known = memory.approvals.get(nameOf(brief));
      const { askedAt = now(), reference = null, credentials = await sentWith(network, brief) } = known ?? {};
      const answer = await network.lookUpApproval({ askedAt, reference, credentials, ...brief });
      learnOfApproval(memory, brief, answer);
      return answer;
    },
    async lookUpCancellation(brief) {
      const known = knownOfCancellation(memory, brief, now());
      const { credentials = await sentWith(network, brief) } = known;
      const answer = await network.lookUpCancellation({ ...known, credentials, ...brief });
      learnOfCancellation(memory, brief, answer);
      return answer;
    },
  };
}
