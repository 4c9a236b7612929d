import type {
  AuthenticatedCard,
  AuthenticationRefusal,
  AuthenticationRequest,
  CancellationRequest,
  Gateway,
  KeyIn,
  Clock,
  ErrorCode,
  Found,
  Ids,
  Outcome,
  TenantId,
} from "@wonflow/core";
import { memoryJournal, type Journal } from "../journal/journal.ts";
import { recordKey, type Decision } from "../calls/book.ts";
import { numberedIds, openProvider } from "../calls/provider.ts";
import {
  bookkeeping,
  heldOf,
  type ApprovalRecord,
  type CardOperation,
  type CardProvider,
  type GatewayRecords,
  type OpeningRecord,
  type TokenRecord,
} from "./records.ts";
import {
  askedApproval,
  decideApproval,
  decideCancellation,
  decideReversal,
  findApproval,
  findCancellation,
  type Arrival,
} from "./decisions.ts";
import {
  anyCall,
  anyWrite,
  type Fault,
  type FaultKind,
  type Faults,
  type FaultSchedule,
  distortFound,
  distortOutcome,
} from "../calls/faults.ts";
import type { CallEntry } from "./journal-entry.ts";
import { lateTokenCall, type LateCall } from "./late-call.ts";
import { cardOfNumber, findTestCard, masked, sandboxInstallmentMonths } from "./refusals.ts";
import type { TestCard } from "./test-cards.ts";
import { leastPromises, type SandboxPromises } from "./promises.ts";
import { statementOf } from "./statement.ts";
import { decideCheck, decideRelease, decideToken, decideStoring } from "./token-decisions.ts";
import { cardOfToken, newToken } from "./token.ts";
import { sandboxWindows, windowCalls, type SandboxWindows } from "./window.ts";

/** Decides a late call when it arrives. */
function decideLate(records: GatewayRecords, late: LateCall, arrival: Arrival): Decision<unknown, CallEntry> {
  // It was sent with what was right then.
  const call = { ...late, credentials: null };
  switch (call.op) {
    case "approve":
      return decideApproval(records, call, arrival);
    case "cancel":
      return decideCancellation(records, call, arrival);
    case "reverse":
      return decideReversal(records, call, arrival);
    case "releaseToken":
      return decideRelease(records, call, arrival);
    case "issueToken":
      return decideStoring(records, call, arrival);
  }
}

const faultsOf: Readonly<Record<CardOperation, readonly FaultKind[]>> = {
  authenticate: anyCall,
  issueToken: [...anyWrite, "wrong-key"],
  releaseToken: [...anyWrite, "wrong-key"],
  approve: [...anyWrite, "wrong-amount", "wrong-key"],
  cancel: [...anyWrite, "wrong-amount", "wrong-key"],
  reverse: [...anyWrite, "wrong-key"],
  lookUp: [...anyCall, "wrong-amount", "wrong-key"],
  statement: anyCall,
  begin: anyCall,
  finish: anyCall,
};

export interface SandboxGatewayOptions {
  readonly clock: Clock;
  /** Where the gateway remembers what it did; in memory unless set otherwise. */
  readonly journal?: Journal;
  /** Where the random part of card tokens comes from; without it they are numbered. */
  readonly ids?: Ids;
  /** What it promises, to all merchants; by default as little as real gateways do, see `leastPromises`. */
  readonly promises?: Partial<SandboxPromises>;
  /** Makes calls go wrong by a rule; see also {@link SandboxGateway.faults}. */
  readonly faults?: FaultSchedule<CardOperation>;
  /**
   * The address of the simulated window's page, `sandboxWindowPage`; a function where it is known only once a server
   * listens. Without it the gateway has no window.
   */
  readonly windowUrl?: string | (() => string);
}

/** A simulated gateway, with what a test or an operator needs to look inside. */
export interface SandboxGateway extends Gateway {
  readonly sandbox: true;
  readonly keyIn: KeyIn;
  /** The simulated window. */
  readonly windows: SandboxWindows;
  /** Causes faults on demand. */
  readonly faults: Faults<CardOperation>;
  /** Delivers every call that `arrives-late` now; resolves to how many there were. */
  deliverDelayed(): Promise<number>;
  /** The approval of this key, if it or its reversal has arrived; as of this process's last call. */
  record(tenant: TenantId, key: string): ApprovalRecord | undefined;
  /** Every approval that was requested or tombstoned, of all tenants, oldest first; as of the last call, like `record`. */
  records(): readonly ApprovalRecord[];
  /** Every token of a tenant that was requested or tombstoned, oldest first; as of the last call, like `record`. */
  tokens(tenant: TenantId): readonly TokenRecord[];
  /** Every opening of a tenant's window, oldest first; as of the last call, like `record`. */
  openings(tenant: TenantId): readonly OpeningRecord[];
  /** Won held for a tenant: approved less canceled and reversed; as of the last call, like `record`. */
  held(tenant: TenantId): number;
  /** Closes the journal. Calls that are on their way arrive when another gateway opens it. */
  close(): Promise<void>;
}

/**
 * A gateway that takes test cards only and moves no money: the card port of core for development and tests.
 * It records every decision in its journal before it answers. With a durable journal the gateway survives being
 * killed, and all processes with the same journal are one gateway. A call rejects, with an unknown outcome, when its
 * journal fails.
 *
 * Test cards and magic values: docs/test-cards.md. Throws a JournalError for a journal of another provider.
 *
 * @example
 * const gateway = sandboxGateway({ clock, ids, journal: fileJournal(".wonflow/cards.jsonl") });
 * gateway.faults.next("approve", "answer-lost"); // the next approval takes effect, its answer is lost
 */
export function sandboxGateway(options: SandboxGatewayOptions): SandboxGateway {
  const { clock, ids = numberedIds(), journal = memoryJournal(), faults: schedule, windowUrl } = options;
  const promises: SandboxPromises = { ...leastPromises, ...options.promises };
  const provider = openProvider({
    clock,
    journal,
    bookkeeping,
    faultsOf,
    schedule,
    decideLate: (known: GatewayRecords, call: LateCall, now) => decideLate(known, call, { now, promises }),
  });
  const { faults, records, deliverDelayed, close } = provider;
  const parts: Parts = { clock, ids, promises, provider };
  const approvals = () => [...records().approvals.values()];
  const ofTenant = (tenant: TenantId) => (record: { readonly tenant: TenantId }) => record.tenant === tenant;
  return {
    ...sharedCalls(parts),
    sandbox: true,
    keyIn: keyInCalls(parts),
    ...(windowUrl !== undefined && {
      window: windowCalls({ ...parts, windowUrl: typeof windowUrl === "string" ? () => windowUrl : windowUrl }),
    }),
    windows: sandboxWindows(parts),
    ...(promises.dayList && dayList(clock, provider)),
    faults,
    deliverDelayed,
    record: (tenant, key) => records().approvals.get(recordKey(tenant, key)),
    records: approvals,
    tokens: (tenant) => [...records().tokens.values()].filter(ofTenant(tenant)),
    openings: (tenant) => [...records().openings.values()].filter(ofTenant(tenant)),
    held: (tenant) =>
      approvals()
        .filter(ofTenant(tenant))
        .reduce((total, approval) => total + heldOf(approval), 0),
    close,
  };
}

/** Typed and stored cards. */
function keyInCalls({ clock, ids, promises, provider }: Parts): KeyIn {
  const { send, deciding } = provider;
  const { storesCheckedCards } = promises;
  const arrival = () => ({ now: clock.now(), promises });
  return {
    storesCheckedCards,
    installmentMonths: sandboxInstallmentMonths,
    async authenticate(request) {
      const storing = deciding((records) => decideCheck(records, request, { ...arrival(), random: ids.random(10) }));
      const tokenOf = (card: TestCard) => newToken(card, request.tenant, ids.random(16));
      const deliver = storesCheckedCards ? storing : async () => authenticate(request, clock.now(), tokenOf);
      return send("authenticate", { ...request, key: null }, { deliver });
    },
    async issueToken(request) {
      const random = () => ids.random(10);
      const deliver = deciding((records) => decideToken(records, request, { ...arrival(), random: random() }));
      const magic = () => cardFault("issueToken", cardOfNumber(request.card.number));
      const late = () => lateTokenCall(request, { now: clock.now(), random: random() });
      return send("issueToken", request, { deliver, distort: distortOutcome, magic, late });
    },
    async releaseToken(request) {
      const deliver = deciding((records) => decideRelease(records, request, arrival()));
      return send("releaseToken", request, {
        deliver,
        late: () => ({ op: "releaseToken", ...request }),
        distort: (answer) => done(answer, { tokenKey: `${request.tokenKey}-other` }),
      });
    },
  };
}

function dayList(clock: Clock, { send, deciding }: CardProvider): Required<Pick<Gateway, "statement">> {
  return {
    async statement(question) {
      const deliver = deciding((records) => ({ answer: statementOf(records, question, clock.now()) }));
      return send("statement", { ...question, key: null }, { deliver });
    },
  };
}

interface Parts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly promises: SandboxPromises;
  readonly provider: CardProvider;
}

function sharedCalls({ clock, promises, provider }: Parts): Omit<Gateway, "keyIn" | "window"> {
  const { send, deciding } = provider;
  const { settlesWithinMs, reversibleForMs, idempotent } = promises;
  const arrival = () => ({ now: clock.now(), promises });
  return {
    sandbox: true,
    settlesWithinMs,
    reversibleForMs,
    repeatsApprovals: idempotent,
    repeatsCancellations: idempotent,
    async lookUpApproval(question) {
      const deliver = deciding((records) => ({ answer: findApproval(records, question) }));
      return send("lookUp", question, { deliver, distort: distortFound });
    },
    async lookUpCancellation(question) {
      const deliver = deciding((records) => ({ answer: findCancellation(records, question) }));
      return send("lookUp", question, { deliver, distort: distortFound });
    },
    async approve(request) {
      const asked = askedApproval(request);
      const deliver = deciding((records) => decideApproval(records, asked, arrival()));
      const magic = () => {
        const fault = cardFault("approve", cardOfToken(asked.cardToken, request.tenant));
        // With 0 a call may arrive at any time: a net-cancel forbids it.
        const withinMs = settlesWithinMs === 0 ? Infinity : request.deadline + settlesWithinMs - clock.now();
        return fault && arrivingWithin(fault, withinMs);
      };
      const late = () => ({ op: "approve", ...asked }) as const;
      return send("approve", request, { deliver, distort: distortOutcome, magic, late });
    },
    async cancel(request) {
      const deliver = deciding((records) => decideCancellation(records, request, arrival()));
      const magic = (records: GatewayRecords) => cardFault("cancel", cardOfApproval(records, request));
      const late = () => ({ op: "cancel", ...request }) as const;
      return send("cancel", request, { deliver, distort: distortOutcome, magic, late });
    },
    async reverse(request) {
      const deliver = deciding((records) => decideReversal(records, request, arrival()));
      return send("reverse", request, {
        deliver,
        late: () => ({ op: "reverse", ...request }),
        distort: (answer) => done(answer, { approvalKey: `${request.approvalKey}-other` }),
      });
    },
  };
}

function cardOfApproval({ approvals }: GatewayRecords, { tenant, approvalKey }: CancellationRequest) {
  return cardOfToken(approvals.get(recordKey(tenant, approvalKey))?.cardToken ?? "", tenant);
}

/** An answer that is `done` with another value; any other answer unchanged. */
function done<Value, Code extends ErrorCode>(answer: Found<Value, Code>, value: Value): Found<Value, Code> {
  return answer.outcome === "done" ? { outcome: "done", value } : answer;
}

function authenticate(
  { card, key }: AuthenticationRequest,
  nowMs: number,
  tokenOf: (card: TestCard) => string,
): Outcome<AuthenticatedCard, AuthenticationRefusal> {
  const known = findTestCard(card, nowMs);
  if (typeof known === "string") return { outcome: "refused", code: known };
  const { issuerCode, number } = known;
  return { outcome: "done", value: { key, token: tokenOf(known), maskedNumber: masked(number), issuerCode } };
}

/** A test card never arrives later than its gateway promises. */
function arrivingWithin(fault: Fault, withinMs: number): Fault {
  return fault.kind === "arrives-late" && fault.ms !== undefined
    ? { ...fault, ms: Math.max(0, Math.min(fault.ms, withinMs)) }
    : fault;
}

function cardFault(operation: CardOperation, card: TestCard | undefined): Fault | undefined {
  const failure = card?.failure;
  return failure !== undefined && "fault" in failure && failure.at === operation ? failure.fault : undefined;
}
