import type {
  ApprovalQuestion,
  AuthenticationRequest,
  CancellationQuestion,
  CancellationRequest,
  CardApprovalRequest,
  Gateway,
  KeyedCall,
  KeyIn,
  ReleaseRequest,
  ReversalRequest,
  TokenRequest,
  WindowApprovalRequest,
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

type KnownOfApproval = "askedAt" | "authentication" | "approvalReference" | "approvalAskedAt";

/** The calls of a gateway, without what earlier answers returned. */
export interface CardCaller {
  authenticate(request: Brief<AuthenticationRequest, "askedAt" | "key">): ReturnType<KeyIn["authenticate"]>;
  issueToken(request: Brief<TokenRequest, "askedAt">): ReturnType<KeyIn["issueToken"]>;
  releaseToken(
    request: Brief<ReleaseRequest, "askedAt" | "tokenAskedAt" | "token" | "storedBy">,
  ): ReturnType<KeyIn["releaseToken"]>;
  approve(
    request:
      | Brief<CardApprovalRequest, "askedAt" | "authentication" | "taxFreeAmount">
      | Brief<WindowApprovalRequest, "askedAt" | "taxFreeAmount">,
  ): ReturnType<Gateway["approve"]>;
  cancel(
    request: Brief<CancellationRequest, KnownOfApproval | "taxFreeAmount" | "remainingAmount" | "reason">,
  ): ReturnType<Gateway["cancel"]>;
  reverse(request: Brief<ReversalRequest, KnownOfApproval | "amount">): ReturnType<Gateway["reverse"]>;
  lookUpApproval(
    question: Brief<ApprovalQuestion, "askedAt" | "authentication" | "reference">,
  ): ReturnType<Gateway["lookUpApproval"]>;
  lookUpCancellation(
    question: Brief<CancellationQuestion, KnownOfApproval | "approvalKey" | "amount" | "knownReferences">,
  ): ReturnType<Gateway["lookUpCancellation"]>;
}

/**
 * Calls a gateway as core does, with all that earlier calls sent and returned. What changes something is sent with
 * the newest credentials, a look-up with those that its call was sent with.
 *
 * @param now the gateway's time, in milliseconds since 1970: a call is asked then
 */
export function cardCaller<Called extends Gateway>(
  gateway: Called,
  now: () => number,
  memory: CardMemory = cardMemory(),
): Omit<Called, keyof CardCaller> & CardCaller {
  return { ...gateway, ...storingCalls(gateway, now, memory), ...payingCalls(gateway, now, memory) };
}

function keyInOf({ keyIn }: Gateway): KeyIn {
  if (keyIn === undefined) throw new Error("the gateway takes no typed cards (keyIn)");
  return keyIn;
}

/**
 * Sends a call with the gateway's newest credentials, unless the test gives some. Nothing is awaited for a gateway
 * without credentials, so that calls arrive in the order of sending.
 */
function sending<Answer>(
  gateway: Gateway,
  { tenant, credentials }: Brief<KeyedCall, "askedAt" | "key">,
  send: (credentials: string | null) => Promise<Answer>,
): Promise<Answer> {
  if (credentials !== undefined || gateway.credentials === undefined) return send(credentials ?? null);
  return gateway.credentials(tenant).then(send);
}

function storingCalls(
  gateway: Gateway,
  now: () => number,
  { tokens }: CardMemory,
): Pick<CardCaller, "authenticate" | "issueToken" | "releaseToken"> {
  let checks = 0;

  async function storing(
    request: Pick<KeyedCall, "tenant" | "key" | "askedAt">,
    storedBy: ReleaseRequest["storedBy"],
    ask: () => ReturnType<KeyIn["issueToken"]>,
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
      const checked = { askedAt: now(), key: `card-${(checks += 1)}-${now()}`, ...brief };
      return sending(gateway, brief, (credentials) => {
        const request = { ...checked, credentials };
        return storing(request, "authenticate", () => keyInOf(gateway).authenticate(request));
      });
    },
    issueToken(brief) {
      return sending(gateway, brief, (credentials) => {
        const request = { askedAt: now(), ...brief, credentials };
        return storing(request, "issueToken", () => keyInOf(gateway).issueToken(request));
      });
    },
    releaseToken(brief) {
      const unknown = { tokenAskedAt: now(), token: null, storedBy: "issueToken" } as const;
      return sending(gateway, brief, (credentials) => {
        const known = tokens.get(nameOf({ tenant: brief.tenant, key: brief.tokenKey })) ?? unknown;
        return keyInOf(gateway).releaseToken({ askedAt: now(), ...known, ...brief, credentials });
      });
    },
  };
}

function payingCalls(
  gateway: Gateway,
  now: () => number,
  memory: CardMemory,
): Omit<CardCaller, "authenticate" | "issueToken" | "releaseToken"> {
  return {
    approve(brief) {
      return sending(gateway, brief, async (credentials) => {
        const request = { askedAt: now(), authentication: null, taxFreeAmount: 0, ...brief, credentials };
        const { askedAt, amount, authentication } = request;
        rememberCall(memory.approvals, request, { askedAt, credentials, amount, authentication, reference: null });
        const answer = await gateway.approve(request);
        learnOfApproval(memory, request, answer);
        return answer;
      });
    },
    cancel(brief) {
      return sending(gateway, brief, async (credentials) => {
        const { about, remainingAmount } = knownOfApproval(memory, brief, now());
        const wanted = { taxFreeAmount: 0, remainingAmount, reason: "Contract of the card port" };
        const request = { askedAt: now(), ...about, ...wanted, ...brief, credentials };
        const { tenant, askedAt, amount, approvalKey } = request;
        const call = { tenant, askedAt, credentials, amount, approvalKey, reference: null, done: false };
        rememberCall(memory.cancellations, request, call);
        const answer = await gateway.cancel(request);
        learnOfCancellation(memory, request, answer);
        return answer;
      });
    },
    reverse(brief) {
      return sending(gateway, brief, (credentials) => {
        const { about, approved } = knownOfApproval(memory, brief, now());
        return gateway.reverse({ askedAt: now(), ...about, amount: approved, ...brief, credentials });
      });
    },
    lookUpApproval(brief) {
      const known = memory.approvals.get(nameOf(brief));
      return sending(gateway, sentWith(known?.credentials, brief), async (credentials) => {
        const { askedAt = now(), authentication = null, reference = null } = known ?? {};
        const answer = await gateway.lookUpApproval({
          askedAt,
          authentication,
          reference,
          ...brief,
          credentials,
        });
        learnOfApproval(memory, brief, answer);
        return answer;
      });
    },
    lookUpCancellation(brief) {
      const { credentials: earlier, ...known } = knownOfCancellation(memory, brief, now());
      return sending(gateway, sentWith(earlier, brief), async (credentials) => {
        const answer = await gateway.lookUpCancellation({ ...known, ...brief, credentials });
        learnOfCancellation(memory, brief, answer);
        return answer;
      });
    },
  };
}

/** A look-up with the credentials of the call that it asks about, unless the test gives some. */
function sentWith<Question extends Brief<KeyedCall, "askedAt">>(
  earlier: string | null | undefined,
  brief: Question,
): Question {
  return earlier === undefined ? brief : { credentials: earlier, ...brief };
}
