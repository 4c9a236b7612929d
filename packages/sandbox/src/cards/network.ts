import type {
  Approval,
  ApprovalRefusal,
  AuthenticatedCard,
  Cancellation,
  CancellationRefusal,
  CardDetails,
  CardNetwork,
  CardRefusal,
  Clock,
  Found,
  Ids,
  LookUpRequest,
  Outcome,
  TenantId,
} from "@wonflow/core";
import { memoryJournal, type Journal } from "../journal.ts";
import { recordKey, recordsOf, addCall, heldOf, type ApprovalRecord, type NetworkRecords } from "./records.ts";
import { decideApproval, decideCancellation, decideReversal, findApproval, findCancellation } from "./decisions.ts";
import type { Decision } from "./decisions.ts";
import { readJournalEntry } from "./journal-entry.ts";
import { createFaults, type Fault, type Faults, type FaultSchedule, type Operation } from "./faults.ts";
import { createConnection, distortFound, distortOutcome, distortReversal, type Connection } from "./connection.ts";
import { findTestCard, masked } from "./refusals.ts";
import type { TestCard } from "./test-cards.ts";
import { cardOfToken, newToken } from "./token.ts";

export interface SandboxCardNetworkOptions {
  readonly clock: Clock;
  /** Where the network remembers what it did; in memory unless told otherwise. */
  readonly journal?: Journal;
  /** Where the random part of card tokens comes from; without it they are numbered. */
  readonly ids?: Ids;
  /** Makes calls go wrong by a rule; see also {@link SandboxCardNetwork.faults}. */
  readonly faults?: FaultSchedule;
}

/** A simulated card network, with what a test or an operator needs to look inside. */
export interface SandboxCardNetwork extends CardNetwork {
  readonly sandbox: true;
  /** Makes calls go wrong on demand. */
  readonly faults: Faults;
  /** Lets every call that `arrives-late` arrive now; resolves to how many there were. */
  deliverDelayed(): Promise<number>;
  /** What the network knows of the approval of this key; undefined when it never heard of it. */
  record(tenant: TenantId, key: string): ApprovalRecord | undefined;
  /** Every approval that was asked for or tombstoned, of all tenants, oldest first. */
  records(): readonly ApprovalRecord[];
  /** Won that the network holds for a tenant: approved less canceled and reversed. */
  held(tenant: TenantId): number;
  /** Loses the calls that are still on their way, and closes the journal. */
  close(): Promise<void>;
}

/**
 * A card network that takes test cards only and moves no money: the card port of core for development and tests.
 * What it decided is in its journal before it answers, so with a file journal it survives being killed.
 * A failing journal makes every later call reject: an unknown outcome.
 *
 * Test cards, magic values and what they do: docs/test-cards.md. Throws a JournalError when the journal holds
 * something that this network did not write.
 *
 * @example
 * const network = sandboxCardNetwork({ clock, ids, journal: fileJournal(".wonflow/cards.jsonl") });
 * network.faults.next("approve", "answer-lost"); // the next approval takes effect, its answer is lost
 */
export function sandboxCardNetwork(options: SandboxCardNetworkOptions): SandboxCardNetwork {
  const { clock, ids = numbered(), journal = memoryJournal() } = options;
  const records = recordsOf(journal.replay().map(readJournalEntry));
  const faults = createFaults(options.faults);
  const connection = createConnection(clock);
  return {
    ...cardCalls({ clock, ids, records, faults, connection, answerOnceRecorded: recordFirst(records, journal) }),
    faults,
    deliverDelayed: () => connection.deliverDelayed(),
    record: (tenant, key) => records.approvals.get(recordKey(tenant, key)),
    records: () => [...records.approvals.values()],
    held: (tenant) => sum([...records.approvals.values()].filter((approval) => approval.tenant === tenant).map(heldOf)),
    async close() {
      connection.close();
      await journal.close();
    },
  };
}

type AnswerOnceRecorded = <Answer>(decision: Decision<Answer>) => Promise<Answer>;

/**
 * Nothing is answered, not even what an earlier call decided, before it is on record for good, with everything
 * that was decided before it: after a failure the network answers nothing any more.
 */
function recordFirst(records: NetworkRecords, journal: Journal): AnswerOnceRecorded {
  let written = Promise.resolve();
  return async (decision) => {
    if (decision.entry !== undefined) {
      addCall(records, decision.entry);
      const earlier = written;
      written = journal.append(decision.entry).then(() => earlier);
    }
    await written;
    return decision.answer;
  };
}

interface Parts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly records: NetworkRecords;
  readonly faults: ReturnType<typeof createFaults>;
  readonly connection: Connection;
  readonly answerOnceRecorded: AnswerOnceRecorded;
}

/** The calls of the card port: each is decided, recorded, and sent over a connection that may be faulty. */
function cardCalls({
  clock,
  ids,
  records,
  faults,
  connection,
  answerOnceRecorded,
}: Parts): CardNetwork & { readonly sandbox: true } {
  /** The fault that this call was asked to have, or, the first time under its key, the one of its card. */
  function faultOf(operation: Operation, call: { tenant: TenantId; key: string }, cardToken?: string | null) {
    const asked = faults.take({ operation, tenant: call.tenant, key: call.key });
    if (asked !== undefined || records.calls.has(recordKey(call.tenant, call.key))) return asked;
    return cardFault(operation, call.tenant, cardToken ?? "");
  }

  type FoundApproval = Found<Approval, ApprovalRefusal>;
  type FoundCancellation = Found<Cancellation, CancellationRefusal>;
  function lookUp(request: LookUpRequest & { readonly of: "approval" }): Promise<FoundApproval>;
  function lookUp(request: LookUpRequest & { readonly of: "cancellation" }): Promise<FoundCancellation>;
  async function lookUp(request: LookUpRequest): Promise<FoundApproval | FoundCancellation> {
    const { deadline } = request;
    const fault = faultOf("lookUp", request);
    if (request.of === "approval") {
      const deliver = () => answerOnceRecorded({ answer: findApproval(records, request) });
      return connection.send({ deadline, deliver, distort: distortFound }, fault);
    }
    const deliver = () => answerOnceRecorded({ answer: findCancellation(records, request) });
    return connection.send({ deadline, deliver, distort: distortFound }, fault);
  }

  return {
    sandbox: true,
    lookUp,
    async authenticate({ tenant, card, deadline }) {
      const deliver = async () => authenticate(card, clock.now(), (known) => newToken(known, tenant, ids));
      const fault = faults.take({ operation: "authenticate", tenant, key: null });
      return connection.send({ deadline, deliver, distort: (answer) => answer }, fault);
    },
    async approve(request) {
      const fault = faultOf("approve", request, request.cardToken);
      const deliver = () => answerOnceRecorded(decideApproval(records, request, clock.now()));
      return connection.send({ deadline: request.deadline, deliver, distort: distortOutcome }, fault);
    },
    async cancel(request) {
      const approval = records.approvals.get(recordKey(request.tenant, request.approvalKey));
      const fault = faultOf("cancel", request, approval?.cardToken);
      const deliver = () => answerOnceRecorded(decideCancellation(records, request, clock.now()));
      return connection.send({ deadline: request.deadline, deliver, distort: distortOutcome }, fault);
    },
    async reverse(request) {
      const deliver = () => answerOnceRecorded(decideReversal(records, request, clock.now()));
      return connection.send(
        { deadline: request.deadline, deliver, distort: distortReversal },
        faultOf("reverse", request),
      );
    },
  };
}

function authenticate(
  card: CardDetails,
  nowMs: number,
  tokenOf: (card: TestCard) => string,
): Outcome<AuthenticatedCard, CardRefusal> {
  const known = findTestCard(card, nowMs);
  if (typeof known === "string") return { outcome: "refused", code: known };
  const { issuerCode, number } = known;
  return { outcome: "done", value: { token: tokenOf(known), maskedNumber: masked(number), issuerCode } };
}

/** The fault that a test card brings along. */
function cardFault(operation: Operation, tenant: TenantId, cardToken: string): Fault | undefined {
  const failure = cardOfToken(cardToken, tenant)?.failure;
  return failure !== undefined && "fault" in failure && failure.at === operation ? failure.fault : undefined;
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

function numbered(): Ids {
  let count = 0;
  return { random: (length) => String((count += 1)).padStart(length, "0") };
}
