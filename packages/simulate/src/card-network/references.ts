import type { TenantId } from "@wonflow/core";
import { type AnyAttempt, attemptOfCall, attempts, paymentAttempts } from "../attempt/records.ts";
import type { CardCall, Flow } from "../observation/event.ts";
import type { Invariant, Projection } from "../observation/invariant.ts";
import { nameOf } from "../observation/observed-records.ts";
import type { Observed } from "../observation/observed.ts";
import type { Part } from "../part.ts";

interface Told {
  readonly key?: unknown;
  readonly amount?: unknown;
  readonly reference?: unknown;
  readonly token?: unknown;
}

interface Names {
  /** By the key of what they name. */
  readonly told: Map<string, { readonly name: string; readonly flow: Flow }>;
  /** Those whose answer was committed by its hearer. */
  readonly kept: Set<string>;
}

/** The network's own names, as an answer in time told them. */
const names: Projection<Names> = {
  start: () => ({ told: new Map(), kept: new Set() }),
  onEvent({ told, kept }, event, observed) {
    if (event.kind === "told") {
      const { call, answer, flow } = event;
      const { key, amount, reference, token }: Told = answer.outcome === "done" ? { ...answer.value } : {};
      const name = reference ?? token;
      // An answer for another key or amount is no answer, nor is one that nobody waits for any more.
      const isOurs = key === call.key && amount === amountOf(attemptOfCall(observed, call.tenant, call.key));
      if (isOurs && typeof name === "string" && observed.now < call.deadline) told.set(nameOf(call), { name, flow });
    }
    if (event.kind !== "stored") return;
    const { tenant, writes } = event.changeSet;
    for (const { key, body } of writes) {
      const about = typeof body?.["approvalKey"] === "string" ? body["approvalKey"] : key.id;
      const name = nameOf({ tenant, key: about });
      if (key.kind === attempts.kind && told.get(name)?.flow === event.flow) kept.add(name);
    }
  },
};

function amountOf(attempt: AnyAttempt | undefined): number | undefined {
  return attempt !== undefined && "amount" in attempt && typeof attempt.amount === "number"
    ? attempt.amount
    : undefined;
}

const handedBack: Invariant = {
  name: "names that an answer told are handed back",
  ofEvent(event, observed) {
    if (event.kind !== "called") return undefined;
    const { call } = event;
    const { operation, tenant, key, approval, knownReferences, card } = call;
    const wrong =
      approval && nameProblem(observed, tenant, { ...approval, isKnown: isKnown(approval.key, call, observed) });
    const wrongCard =
      card && nameProblem(observed, tenant, { ...card, isKnown: isCardKnown(card.key, tenant, observed) });
    const left = knownReferences && referencesProblem(observed, call, knownReferences);
    const problem = wrong ?? wrongCard ?? left;
    return problem && `${operation} ${key} ${problem}`;
  },
};

interface Named {
  readonly key: string;
  readonly name: string | null;
  /** Whether what its network answered is committed. */
  readonly isKnown: boolean;
}

function nameProblem(observed: Observed, tenant: TenantId, { key, name, isKnown: known }: Named): string | undefined {
  const told = observed.of(names).told.get(nameOf({ tenant, key }))?.name;
  if (name === null) return known && told !== undefined ? `leaves out that ${key} is ${told}` : undefined;
  return name === told ? undefined : `calls ${key} ${name}; its network has called it ${told}`;
}

function isKnown(key: string, { tenant }: CardCall, observed: Observed): boolean {
  const approval = observed.of(attempts).get(tenant, key);
  if (approval?.kind !== "approval" || approval.evidence !== undefined) return false;
  if (approval.status === "DONE") return true;
  const reversal = observed.of(attempts).get(tenant, approval.reversal ?? "");
  const isSeen = approval.seen || (reversal?.kind === "reversal" && reversal.seen);
  return isSeen && observed.of(names).kept.has(nameOf({ tenant, key }));
}

function isCardKnown(key: string, tenant: TenantId, observed: Observed): boolean {
  const issue = observed.of(attempts).get(tenant, key);
  if (issue?.kind === "token-issue") return issue.status === "DONE";
  const release = observed.of(attempts).get(tenant, `release.${key}`);
  return release?.kind === "card-release" && release.token !== null;
}

/** A refund made by hand is never taken for ours, nor one of ours for another. */
function referencesProblem(
  observed: Observed,
  { tenant, key, approval }: CardCall,
  known: readonly string[],
): string | undefined {
  const others = paymentAttempts(observed).filter(
    (each) =>
      each.kind === "cancellation" &&
      each.tenant === tenant &&
      each.approvalKey === approval?.key &&
      each.key !== key &&
      each.status === "DONE" &&
      each.evidence === undefined,
  );
  const own = observed.of(names).told.get(nameOf({ tenant, key }))?.name;
  if (own !== undefined && known.includes(own)) return `names itself as another: ${own}`;
  const left = others.find((each) => !known.includes(observed.of(names).told.get(nameOf(each))?.name ?? ""));
  return left && `leaves out ${left.key}, which gave back another part`;
}

export const part: Part = { projections: [names], invariants: [handedBack] };
