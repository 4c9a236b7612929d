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

type Brief<Request extends KeyedCall, Known extends keyof Request> = Omit<Request, Known | "credentials"> &
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
 * Calls a card network as core does, with all that earlier calls and answers have told.
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
    authenticate(brief) {
      const request = { credentials: null, askedAt: now(), key: `card.${(checks += 1)}.${now()}`, ...brief };
      return storing(request, "authenticate", () => network.authenticate(request));
    },
    issueToken(brief) {
      const request = { credentials: null, askedAt: now(), ...brief };
      return storing(request, "issueToken", () => network.issueToken(request));
    },
    releaseToken(brief) {
      const unknown = { tokenAskedAt: now(), token: null, storedBy: "issueToken" } as const;
      const known = tokens.get(nameOf({ tenant: brief.tenant, key: brief.tokenKey })) ?? unknown;
      return network.releaseToken({ credentials: null, askedAt: now(), ...known, ...brief });
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
      const request = { credentials: null, askedAt: now(), taxFreeAmount: 0, ...brief };
      const { askedAt, amount } = request;
      rememberCall(memory.approvals, request, { askedAt, amount, reference: null });
      const answer = await network.approve(request);
      learnOfApproval(memory, request, answer);
      return answer;
    },
    async cancel(brief) {
      const { about, remainingAmount } = knownOfApproval(memory, brief, now());
      const wanted = { taxFreeAmount: 0, remainingAmount, reason: "Contract of the card port" };
      const request = { credentials: null, askedAt: now(), ...about, ...wanted, ...brief };
      const { tenant, askedAt, amount, approvalKey } = request;
      const call = { tenant, askedAt, amount, approvalKey, reference: null, done: false };
      rememberCall(memory.cancellations, request, call);
      const answer = await network.cancel(request);
      learnOfCancellation(memory, request, answer);
      return answer;
    },
    reverse(brief) {
      const { about, approved } = knownOfApproval(memory, brief, now());
      return network.reverse({ credentials: null, askedAt: now(), ...about, amount: approved, ...brief });
    },
    async lookUpApproval(brief) {
      const { askedAt = now(), reference = null } = memory.approvals.get(nameOf(brief)) ?? {};
      const answer = await network.lookUpApproval({ credentials: null, askedAt, reference, ...brief });
      learnOfApproval(memory, brief, answer);
      return answer;
    },
    async lookUpCancellation(brief) {
      const known = knownOfCancellation(memory, brief, now());
      const answer = await network.lookUpCancellation({ credentials: null, ...known, ...brief });
      learnOfCancellation(memory, brief, answer);
      return answer;
    },
  };
}
