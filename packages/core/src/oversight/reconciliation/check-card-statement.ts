import { callProvider } from "../../engine/attempt/call.ts";
import { dayInSeoul } from "../../engine/time/seoul-time.ts";
import type { CardMovement, Gateway, StatementPage, StatementQuestion } from "../../gateway/gateway.ts";
import { scrubbing } from "../../gateway/context.ts";
import { wrappedGateway } from "../../gateway/named-gateways.ts";
import { loadOnce } from "../../engine/commit/commit.ts";
import { approvalKeys, paymentOfApproval, paymentOfOpening } from "../../payment/intent/attempt-keys.ts";
import { approvalRecord, type ApprovalAttempt } from "../../payment/intent/approval-attempt.ts";
import { intentRecord, type PaymentContext, type Intent } from "../../payment/intent/intent.ts";
import { tenantId, type Tenant } from "../../engine/tenant/tenant.ts";
import { checkPayment } from "./check-payments.ts";
import { together, type Checked, type Difference } from "./difference.ts";

interface Day {
  readonly day: string;
  /** The payments that were requested on the day, which are checked already. */
  readonly checked: readonly Intent[];
}

/** Compares a day's list of each gateway that has one with our records. */
export async function checkCardStatements(context: PaymentContext, tenant: Tenant, day: Day): Promise<Checked> {
  const checks: Checked[] = [];
  // The cards of a payment may be of several gateways.
  const seen = new Set(day.checked.map(({ intentKey }) => intentKey));
  for (const [name, gateway] of context.gateways[tenant.mode]) {
    if (gateway.statement === undefined) continue;
    const statement = await readStatement(context, tenant, { gateway, day: day.day });
    checks.push(
      statement === undefined
        ? { differences: [], unanswered: [`card-statement-${name}-${day.day}`] }
        : await checkStatement(context, tenant, { ...day, gateway: name, statement, seen }),
    );
  }
  return together(checks);
}

const mostPages = 1_000;

interface GatewayDay {
  readonly gateway: Gateway;
  readonly day: string;
}

/** Undefined if the gateway does not answer. */
async function readStatement(
  context: PaymentContext,
  tenant: Tenant,
  of: GatewayDay,
): Promise<readonly CardMovement[] | undefined> {
  const movements: CardMovement[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < mostPages; page += 1) {
    const read = await readPage(context, tenant, { ...of, cursor });
    if (read === undefined) return undefined;
    movements.push(...read.movements);
    cursor = read.next;
    if (cursor === null) return movements;
  }
  // A list that never ends is no answer.
  return undefined;
}

async function readPage(
  context: PaymentContext,
  tenant: Tenant,
  { gateway, ...page }: GatewayDay & Pick<StatementQuestion, "cursor">,
): Promise<StatementPage | undefined> {
  const deadline = context.clock.now() + context.settings.requestDeadlineMs;
  const key = `card-statement-${page.day}`;
  const answer = await callProvider(
    context,
    { key, deadline },
    async () =>
      (await wrappedGateway(gateway, scrubbing).statement?.({ tenant: tenantId(tenant), ...page, deadline })) ?? noList,
  );
  return answer.outcome === "done" ? answer.value : undefined;
}

const noList = { outcome: "unknown", reason: "the gateway has no list" } as const;

interface Listed extends Day {
  /** The name of the gateway whose list it is. */
  readonly gateway: string;
  readonly statement: readonly CardMovement[];
  /** The payments that were asked about, also for another gateway's list. */
  readonly seen: Set<string>;
}

/**
 * Compares a gateway's list of a day with our records. Finds payments that only the gateway has, those that it has
 * twice, those that it has refunded, whenever they were requested, and our payments that it does not list.
 */
async function checkStatement(context: PaymentContext, tenant: Tenant, listed: Listed): Promise<Checked> {
  const checks: Checked[] = [];
  const strange: CardMovement[] = [];
  const { seen } = listed;
  for (const movement of listed.statement) {
    const named = await approvalOf(context, tenant, movement);
    const approval = named?.gateway === listed.gateway ? named : undefined;
    if (approval === undefined) strange.push(movement);
    if (approval === undefined || seen.has(approval.intentKey)) continue;
    seen.add(approval.intentKey);
    const [intent] = await loadOnce(context, tenant, (read) => read(intentRecord.ref(approval.intentKey)));
    if (intent !== undefined) checks.push(await checkPayment(context, tenant, intent));
  }
  const listedTwice = twice(listed.statement);
  const missing = listed.checked.flatMap((intent) => notListed(intent, listed));
  const differences = [...strays(tenant, strange), ...listedTwice, ...missing];
  return together([...checks, { differences, unanswered: [] }]);
}

/** The attempt that a line is about; undefined if no attempt has its key. */
async function approvalOf(
  context: PaymentContext,
  tenant: Tenant,
  { approvalKey: named }: CardMovement,
): Promise<ApprovalAttempt | undefined> {
  const key = named === null ? undefined : await approvalNamedBy(context, tenant, named);
  if (key === undefined) return undefined;
  const [approval] = await loadOnce(context, tenant, (read) => read(approvalRecord.ref(key)));
  return approval;
}

/** The key of the approval that a line names by its own key, or by that of an opening of the window. */
async function approvalNamedBy(context: PaymentContext, tenant: Tenant, key: string): Promise<string | undefined> {
  if (paymentOfApproval(key) !== undefined) return key;
  const opening = paymentOfOpening(key);
  if (opening === undefined || tenantId(opening.tenant) !== tenantId(tenant)) return undefined;
  const [intent] = await loadOnce(context, tenant, (read) => read(intentRecord.ref(opening.intentKey)));
  return intent?.methods[0]?.authentication?.key === key ? (intent.approvalKey ?? undefined) : undefined;
}

function nameOf({ approvalKey, approvalReference }: CardMovement): string {
  return approvalKey ?? approvalReference ?? "without a name";
}

/** Payments that only the gateway has, each with what is left of it on that day; a fully refunded one is settled. */
function strays({ mId, mode }: Tenant, movements: readonly CardMovement[]): readonly Difference[] {
  const byKey = Map.groupBy(movements, nameOf);
  return [...byKey].flatMap(([reference, lines]) => {
    const sum = lines.reduce((total, { kind, amount }) => total + (kind === "APPROVED" ? amount : -amount), 0);
    if (sum === 0) return [];
    const intentKey = paymentOfApproval(reference) ?? paymentOfOpening(reference)?.intentKey;
    const action =
      intentKey === undefined
        ? "Ask the gateway whose payment this is, and have it canceled there: no attempt of this service made it."
        : `Cancel it at the gateway, and notify merchant ${mId} (${mode}) that payment ${intentKey} was refunded: this service made it and has lost its record, for example by restoring a backup.`;
    return [{ about: "payment", kind: "only-theirs", reference, ledger: 0, provider: null, statement: sum, action }];
  });
}

function twice(statement: readonly CardMovement[]): readonly Difference[] {
  const approved = statement.filter(({ kind, approvalKey }) => kind === "APPROVED" && approvalKey !== null);
  const byKey = Map.groupBy(approved, nameOf);
  return [...byKey].flatMap(([reference, lines]) => {
    if (lines.length < 2) return [];
    const sum = lines.reduce((total, { amount }) => total + amount, 0);
    const ours = lines[0]?.amount ?? 0;
    const action = "Have the gateway cancel all but one of these approvals: this service asked for one.";
    const about = { about: "payment", kind: "twice", reference, ledger: ours, provider: null } as const;
    return [{ ...about, statement: sum, action }];
  });
}

/** A payment that was approved on the day, and whose gateway does not list it. */
function notListed(
  { intentKey, approvalKey: first, approvedAt, methods }: Intent,
  { statement, day, gateway }: Listed,
): readonly Difference[] {
  if (approvedAt === null || dayInSeoul(approvedAt) !== day) return [];
  const keys = approvalKeys(first, methods.length);
  const listed = new Set(statement.map(({ approvalKey }) => approvalKey));
  return keys.flatMap((key, index) => {
    // An approval of several may be of the day before.
    const opening = methods[index]?.authentication?.key;
    if (
      listed.has(key) ||
      (opening !== undefined && listed.has(opening)) ||
      methods.length > 1 ||
      methods[index]?.gateway !== gateway
    )
      return [];
    const action = "Ask the gateway why its list of the day leaves this approval out.";
    const ledger = methods[index]?.amount ?? 0;
    const about = { about: "payment", kind: "only-ours", reference: intentKey, ledger } as const;
    return [{ ...about, provider: null, statement: 0, action }];
  });
}
