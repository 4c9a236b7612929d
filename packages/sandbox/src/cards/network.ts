import type {
  Approval,
  ApprovalRefusal,
  AuthenticatedCard,
  Cancellation,
  CancellationRefusal,
  CancellationRequest,
  CardDetails,
  CardNetwork,
  AuthenticationRefusal,
  Clock,
  Found,
  Ids,
  LookUpRequest,
  Outcome,
  Release,
  ReleaseRefusal,
  Reversal,
  ReversalRefusal,
  TenantId,
} from "@wonflow/core";
import { memoryJournal, type Journal } from "../journal/journal.ts";
import { openBook, type Book } from "../calls/book.ts";
import { recordKey } from "../calls/decision.ts";
import { numberedIds } from "../numbered-ids.ts";
import { bookkeeping, heldOf, type ApprovalRecord, type NetworkRecords, type TokenRecord } from "./records.ts";
import { decideApproval, decideCancellation, decideReversal, findApproval, findCancellation } from "./decisions.ts";
import {
  anyCall,
  anyWrite,
  createFaults,
  type Fault,
  type FaultKind,
  type Faults,
  type FaultSchedule,
} from "../calls/faults.ts";
import { createConnection, distortFound, distortOutcome, type Connection } from "../calls/connection.ts";
import type { JournalEntry } from "./journal-entry.ts";
import { cardOfNumber, findTestCard, masked } from "./refusals.ts";
import type { TestCard } from "./test-cards.ts";
import { decideRelease, decideToken } from "./token-decisions.ts";
import { cardOfToken, newToken } from "./token.ts";

/** The calls of the card port. */
export type CardOperation =
  | "authenticate"
  | "issueToken"
  | "releaseToken"
  | "approve"
  | "cancel"
  | "reverse"
  | "lookUp";

const faultsOf: Readonly<Record<CardOperation, readonly FaultKind[]>> = {
  authenticate: anyCall,
  issueToken: [...anyWrite, "wrong-key"],
  releaseToken: [...anyWrite, "wrong-key"],
  approve: [...anyWrite, "wrong-amount", "wrong-key"],
  cancel: [...anyWrite, "wrong-amount", "wrong-key"],
  reverse: [...anyWrite, "wrong-key"],
  lookUp: [...anyCall, "wrong-amount", "wrong-key"],
};

export interface SandboxCardNetworkOptions {
  readonly clock: Clock;
  /** Where the network remembers what it did; in memory unless told otherwise. */
  readonly journal?: Journal;
  /** Where the random part of card tokens comes from; without it they are numbered. */
  readonly ids?: Ids;
  /** Makes calls go wrong by a rule; see also {@link SandboxCardNetwork.faults}. */
  readonly faults?: FaultSchedule<CardOperation>;
}

/** A simulated card network, with what a test or an operator needs to look inside. */
export interface SandboxCardNetwork extends CardNetwork {
  readonly sandbox: true;
  /** Makes calls go wrong on demand. */
  readonly faults: Faults<CardOperation>;
  /** Lets every call that `arrives-late` arrive now; resolves to how many there were. */
  deliverDelayed(): Promise<number>;
  /**
   * What the network knows of the approval of this key; undefined when it never heard of it. As of the last call
   * that this process made, or of opening it: what other processes did since is not in it.
   */
  record(tenant: TenantId, key: string): ApprovalRecord | undefined;
  /** Every approval that was asked for or tombstoned, of all tenants, oldest first; as of the last call, like `record`. */
  records(): readonly ApprovalRecord[];
  /** Every token of a tenant that was asked for or tombstoned, oldest first; as of the last call, like `record`. */
  tokens(tenant: TenantId): readonly TokenRecord[];
  /** Won that the network holds for a tenant: approved less canceled and reversed; as of the last call, like `record`. */
  held(tenant: TenantId): number;
  /** Loses the calls that are still on their way, and closes the journal. */
  close(): Promise<void>;
}

/**
 * A card network that takes test cards only and moves no money: the card port of core for development and tests.
 * What it decided is in its journal before it answers, so where that lasts the network survives being killed, and
 * networks over one journal are one network, in however many processes. A call whose journal fails rejects: an
 * unknown outcome.
 *
 * Test cards, magic values and what they do: docs/test-cards.md. Throws a JournalError when the journal holds
 * something that this network did not write.
 *
 * @example
 * const network = sandboxCardNetwork({ clock, ids, journal: fileJournal(".wonflow/cards.jsonl") });
 * network.faults.next("approve", "answer-lost"); // the next approval takes effect, its answer is lost
 */
export function sandboxCardNetwork(options: SandboxCardNetworkOptions): SandboxCardNetwork {
  const { clock, ids = numberedIds(), journal = memoryJournal() } = options;
  const book = openBook(journal, bookkeeping);
  const faults = createFaults(faultsOf, options.faults);
  const approvals = () => [...book.records().approvals.values()];
  const connection = createConnection(clock);
  return {
    ...cardCalls({ clock, ids, book, faults, connection }),
    faults,
    deliverDelayed: () => connection.deliverDelayed(),
    record: (tenant, key) => book.records().approvals.get(recordKey(tenant, key)),
    records: approvals,
    tokens: (tenant) => [...book.records().tokens.values()].filter((token) => token.tenant === tenant),
    held: (tenant) =>
      sum(
        approvals()
          .filter((approval) => approval.tenant === tenant)
          .map(heldOf),
      ),
    async close() {
      connection.close();
      await book.close();
    },
  };
}

interface Parts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly book: Book<JournalEntry, NetworkRecords>;
  readonly faults: ReturnType<typeof createFaults<CardOperation>>;
  readonly connection: Connection;
}

/** The calls of the card port: each is decided, recorded, and sent over a connection that may be faulty. */
function cardCalls({ clock, ids, book, faults, connection }: Parts): CardNetwork & { readonly sandbox: true } {
  /** The fault that this call was asked to have, or, unless its key is on record, the one of its card. */
  async function faultOf(
    operation: CardOperation,
    { tenant, key }: { readonly tenant: TenantId; readonly key: string },
    cardOf: (records: NetworkRecords) => TestCard | undefined,
  ): Promise<Fault | undefined> {
    const asked = faults.take({ operation, tenant, key });
    if (asked !== undefined) return asked;
    return book.decide((records) => {
      if (records.calls.has(recordKey(tenant, key))) return { answer: undefined };
      return { answer: cardFault(operation, cardOf(records)) };
    });
  }

  type FoundApproval = Found<Approval, ApprovalRefusal>;
  type FoundCancellation = Found<Cancellation, CancellationRefusal>;
  function lookUp(request: LookUpRequest & { readonly of: "approval" }): Promise<FoundApproval>;
  function lookUp(request: LookUpRequest & { readonly of: "cancellation" }): Promise<FoundCancellation>;
  async function lookUp(request: LookUpRequest): Promise<FoundApproval | FoundCancellation> {
    const { tenant, key, deadline } = request;
    const fault = faults.take({ operation: "lookUp", tenant, key });
    if (request.of === "approval") {
      const deliver = () => book.decide((records) => ({ answer: findApproval(records, request) }));
      return connection.send({ deadline, deliver, distort: distortFound }, fault);
    }
    const deliver = () => book.decide((records) => ({ answer: findCancellation(records, request) }));
    return connection.send({ deadline, deliver, distort: distortFound }, fault);
  }

  return {
    sandbox: true,
    lookUp,
    async authenticate({ tenant, card, deadline }) {
      const deliver = async () => authenticate(card, clock.now(), (known) => newToken(known, tenant, ids.random(16)));
      const fault = faults.take({ operation: "authenticate", tenant, key: null });
      return connection.send({ deadline, deliver, distort: (answer) => answer }, fault);
    },
    async issueToken(request) {
      const fault = await faultOf("issueToken", request, () => cardOfNumber(request.card.number));
      const arrival = () => ({ now: clock.now(), random: ids.random(10) });
      const deliver = () => book.decide((records) => decideToken(records, request, arrival()));
      return connection.send({ deadline: request.deadline, deliver, distort: distortOutcome }, fault);
    },
    async releaseToken(request) {
      const { tenant, key, deadline } = request;
      const deliver = () => book.decide((records) => decideRelease(records, request, clock.now()));
      const fault = faults.take({ operation: "releaseToken", tenant, key });
      return connection.send({ deadline, deliver, distort: distortRelease }, fault);
    },
    async approve(request) {
      const fault = await faultOf("approve", request, () => cardOfToken(request.cardToken, request.tenant));
      const deliver = () => book.decide((records) => decideApproval(records, request, clock.now()));
      return connection.send({ deadline: request.deadline, deliver, distort: distortOutcome }, fault);
    },
    async cancel(request) {
      const fault = await faultOf("cancel", request, (records) => cardOfApproval(records, request));
      const deliver = () => book.decide((records) => decideCancellation(records, request, clock.now()));
      return connection.send({ deadline: request.deadline, deliver, distort: distortOutcome }, fault);
    },
    async reverse(request) {
      const { tenant, key, deadline } = request;
      const deliver = () => book.decide((records) => decideReversal(records, request, clock.now()));
      const fault = faults.take({ operation: "reverse", tenant, key });
      return connection.send({ deadline, deliver, distort: distortReversal }, fault);
    },
  };
}

function cardOfApproval({ approvals }: NetworkRecords, { tenant, approvalKey }: CancellationRequest) {
  return cardOfToken(approvals.get(recordKey(tenant, approvalKey))?.cardToken ?? "", tenant);
}

/** The answer to a reversal with a wrong key; it names the approval's, and no amount. */
function distortReversal(answer: Outcome<Reversal, ReversalRefusal>): Outcome<Reversal, ReversalRefusal> {
  if (answer.outcome !== "done") return answer;
  return { outcome: "done", value: { approvalKey: `${answer.value.approvalKey}-other` } };
}

/** The same for a release; it names the token's. */
function distortRelease(answer: Outcome<Release, ReleaseRefusal>): Outcome<Release, ReleaseRefusal> {
  if (answer.outcome !== "done") return answer;
  return { outcome: "done", value: { tokenKey: `${answer.value.tokenKey}-other` } };
}

function authenticate(
  card: CardDetails,
  nowMs: number,
  tokenOf: (card: TestCard) => string,
): Outcome<AuthenticatedCard, AuthenticationRefusal> {
  const known = findTestCard(card, nowMs);
  if (typeof known === "string") return { outcome: "refused", code: known };
  const { issuerCode, number } = known;
  return { outcome: "done", value: { token: tokenOf(known), maskedNumber: masked(number), issuerCode } };
}

/** The fault that a test card brings along. */
function cardFault(operation: CardOperation, card: TestCard | undefined): Fault | undefined {
  const failure = card?.failure;
  return failure !== undefined && "fault" in failure && failure.at === operation ? failure.fault : undefined;
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
