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

type Brief<Request, Known extends keyof Request> = Omit<Request, Known> & Partial<Pick<Request, Known>>;

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

interface KnownCall {
  readonly askedAt: number;
  readonly amount: number;
  readonly reference: string | null;
}

interface KnownCancellation extends KnownCall {
  readonly approvalKey: string;
}

/** What is known of calls, as core keeps it: it outlives the network's process. */
export interface CardMemory {
  readonly approvals: Map<string, KnownCall>;
  readonly cancellations: Map<string, KnownCancellation>;
  readonly tokens: Map<string, Pick<ReleaseRequest, "tokenAskedAt" | "token" | "storedBy">>;
}

export function cardMemory(): CardMemory {
  return { approvals: new Map(), cancellations: new Map(), tokens: new Map() };
}

/**
 * Calls a card network as core does, with all that earlier calls and answers have told.
 *
 * @param now the network's time, in milliseconds since 1970: a call is asked then
 */
export function cardCaller<Network extends CardNetwork>(
  network: Network,
  now: () => number,
  memory = cardMemory(),
): Omit<Network, keyof CardCaller> & CardCaller {
  const { approvals, cancellations, tokens } = memory;
  const idOf = ({ tenant, key }: Pick<KeyedCall, "tenant" | "key">) => `${tenant} ${key}`;
  let checks = 0;

  function aboutApproval({ tenant, approvalKey }: Pick<ReversalRequest, "tenant" | "approvalKey">) {
    const known = approvals.get(idOf({ tenant, key: approvalKey }));
    const about = { approvalReference: known?.reference ?? null, approvalAskedAt: known?.askedAt ?? now() };
    return { approved: known?.amount ?? 0, about };
  }

  function remember<Call extends KnownCall>(book: Map<string, Call>, id: string, call: Call): void {
    book.set(id, { ...call, askedAt: book.get(id)?.askedAt ?? call.askedAt });
  }

  function learn<Call extends KnownCall>(
    book: Map<string, Call>,
    id: string,
    answer: { readonly outcome: string; readonly value?: { readonly reference: string | null } },
  ): void {
    const known = book.get(id);
    if (known !== undefined && answer.value !== undefined)
      book.set(id, { ...known, reference: answer.value.reference });
  }

  async function storing(
    request: Pick<KeyedCall, "tenant" | "key" | "askedAt">,
    storedBy: ReleaseRequest["storedBy"],
    ask: () => ReturnType<CardNetwork["issueToken"]>,
  ) {
    const id = idOf(request);
    tokens.set(id, { tokenAskedAt: request.askedAt, token: tokens.get(id)?.token ?? null, storedBy });
    const answer = await ask();
    if (answer.outcome === "done")
      tokens.set(id, { tokenAskedAt: request.askedAt, token: answer.value.token, storedBy });
    return answer;
  }

  const calls: CardCaller = {
    authenticate(brief) {
      const request = { askedAt: now(), key: `card.${(checks += 1)}.${now()}`, ...brief };
      return storing(request, "authenticate", () => network.authenticate(request));
    },
    issueToken(brief) {
      const request = { askedAt: now(), ...brief };
      return storing(request, "issueToken", () => network.issueToken(request));
    },
    releaseToken(brief) {
      const unknown = { tokenAskedAt: now(), token: null, storedBy: "issueToken" } as const;
      const known = tokens.get(idOf({ tenant: brief.tenant, key: brief.tokenKey })) ?? unknown;
      return network.releaseToken({ askedAt: now(), ...known, ...brief });
    },
    async approve(brief) {
      const request = { askedAt: now(), taxFreeAmount: 0, ...brief };
      const { askedAt, amount } = request;
      const id = idOf(request);
      if (!approvals.has(id)) remember(approvals, id, { askedAt, amount, reference: null });
      const answer = await network.approve(request);
      learn(approvals, id, answer);
      return answer;
    },
    async cancel(brief) {
      const { approved, about } = aboutApproval(brief);
      const wanted = { taxFreeAmount: 0, remainingAmount: approved, reason: "contract of the card port" };
      const request = { askedAt: now(), ...about, ...wanted, ...brief };
      const { askedAt, amount, approvalKey } = request;
      const id = idOf(request);
      if (!cancellations.has(id)) remember(cancellations, id, { askedAt, amount, reference: null, approvalKey });
      const answer = await network.cancel(request);
      learn(cancellations, id, answer);
      return answer;
    },
    reverse(brief) {
      const { approved, about } = aboutApproval(brief);
      return network.reverse({ askedAt: now(), ...about, amount: approved, ...brief });
    },
    async lookUpApproval(brief) {
      const known = approvals.get(idOf(brief));
      const question = { askedAt: known?.askedAt ?? now(), reference: known?.reference ?? null, ...brief };
      const answer = await network.lookUpApproval(question);
      learn(approvals, idOf(brief), answer);
      return answer;
    },
    async lookUpCancellation(brief) {
      const id = idOf(brief);
      const { approvalKey = "none", askedAt = now(), amount = 1 } = cancellations.get(id) ?? {};
      const { about } = aboutApproval({ tenant: brief.tenant, approvalKey });
      const others = [...cancellations].filter(([other, call]) => other !== id && call.approvalKey === approvalKey);
      const knownReferences = others.flatMap(([, { reference }]) => reference ?? []);
      const question = { askedAt, approvalKey, ...about, amount, knownReferences, ...brief };
      const answer = await network.lookUpCancellation(question);
      learn(cancellations, id, answer);
      return answer;
    },
  };
  return { ...network, ...calls };
}
