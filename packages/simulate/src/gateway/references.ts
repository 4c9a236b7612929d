import type { TenantId } from "@wonflow/core";
import { type AnyAttempt, attemptOfCall, attempts, paymentAttempts } from "../attempt/records.ts";
import type { CardCall, Flow, ProcessEvent } from "../observation/event.ts";
import type { Invariant, Projection } from "../observation/invariant.ts";
import { nameOf, writtenIn } from "../observation/observed-records.ts";
import type { Observed } from "../observation/observed.ts";
import type { Part } from "../part.ts";

interface Told {
  readonly key?: unknown;
  readonly amount?: unknown;
  readonly reference?: unknown;
  readonly token?: unknown;
}

interface Named {
  readonly name: string;
  /** Of the look-up before a net-cancel that told it first, until another answer about the same key. */
  readonly flow: Flow | undefined;
}

/** The gateway's own names, as its answers told them, by the key of what they name. */
const names: Projection<Map<string, Named>> = {
  start: () => new Map(),
  onEvent(all, event, observed) {
    if (event.kind !== "told") return;
    const { call, answer, flow } = event;
    const { key, amount, reference, token }: Told = answer.outcome === "done" ? { ...answer.value } : {};
    const before = all.get(nameOf(call));
    // An answer for another key or amount is no answer.
    const isOurs = key === call.key && amount === amountOf(attemptOfCall(observed, call.tenant, call.key));
    const name = isOurs ? (reference ?? token) : before?.name;
    // An answer that comes after its deadline is not waited for any more.
    const isHeard = observed.now < call.deadline && flow.who === "request";
    const isFound = isOurs && isHeard && isUndoneUnseen(call, observed);
    if (typeof name === "string") all.set(nameOf(call), { name, flow: isFound ? flow : undefined });
  },
};

/** Whether an approval is being undone that its gateway has not yet said to have approved. */
function isUndoneUnseen({ operation, tenant, key }: CardCall, observed: Observed): boolean {
  const approval = observed.of(attempts).get(tenant, key);
  if (operation !== "lookUp" || approval?.kind !== "approval") return false;
  const reversal = observed.of(attempts).get(tenant, approval.reversal ?? "");
  return reversal?.kind === "reversal" && !reversal.seen;
}

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
    // A look-up may begin before what it is about is known.
    const known = approval !== undefined && operation !== "lookUp" && isKnown(approval.key, event, observed);
    const wrong = approval && nameProblem(observed, tenant, { ...approval, isKnown: known });
    const wrongCard =
      card && nameProblem(observed, tenant, { ...card, isKnown: isCardKnown(card.key, tenant, observed) });
    const left = knownReferences && referencesProblem(observed, call, knownReferences);
    const problem = wrong ?? wrongCard ?? left;
    return problem && `${operation} ${key} ${problem}`;
  },
};

interface Handed {
  readonly key: string;
  readonly name: string | null;
  /** Whether what its gateway answered is committed. */
  readonly isKnown: boolean;
}

function nameProblem(observed: Observed, tenant: TenantId, { key, name, isKnown: known }: Handed): string | undefined {
  const told = observed.of(names).get(nameOf({ tenant, key }))?.name;
  if (name === null) return known && told !== undefined ? `leaves out that ${key} is ${told}` : undefined;
  return name === told ? undefined : `calls ${key} ${name}; its gateway has called it ${told}`;
}

function isKnown(key: string, { flow, call }: ProcessEvent & { readonly kind: "called" }, observed: Observed): boolean {
  const { tenant } = call;
  const approval = observed.of(attempts).get(tenant, key);
  if (approval?.kind !== "approval" || approval.evidence !== undefined) return false;
  return approval.status === "DONE" || observed.of(names).get(nameOf({ tenant, key }))?.flow === flow;
}

/** Whether a card's token was known when its release was last about to be sent: a slow check may tell it afterwards. */
const claimedReleases: Projection<Map<string, { readonly sendings: number; readonly isNamed: boolean }>> = {
  start: () => new Map(),
  onCommit(all, changeSet, observed) {
    for (const { name, record } of writtenIn(attempts, changeSet, observed)) {
      if (record.kind !== "card-release" || all.get(name)?.sendings === record.sendings) continue;
      all.set(name, { sendings: record.sendings, isNamed: record.token !== null });
    }
  },
};

function isCardKnown(key: string, tenant: TenantId, observed: Observed): boolean {
  const issue = observed.of(attempts).get(tenant, key);
  if (issue?.kind === "token-issue") return issue.status === "DONE";
  return observed.of(claimedReleases).get(nameOf({ tenant, key: `release-${key}` }))?.isNamed === true;
}

/** A refund made by hand is never taken for ours, nor one of ours for another. */
function referencesProblem(
  observed: Observed,
  { tenant, key, approval }: CardCall,
  known: readonly string[],
): string | undefined {
  const asked = observed.of(attempts).get(tenant, key);
  if (asked?.kind !== "cancellation") return undefined;
  // Those of the same request, and later ones, may become known while this one is being looked up. What people
  // entered was never sent, and no answer has named it.
  const others = paymentAttempts(observed).filter(
    (each) =>
      each.kind === "cancellation" &&
      each.tenant === tenant &&
      each.approvalKey === approval?.key &&
      each.number < asked.number &&
      !asked.group.includes(each.key) &&
      each.status === "DONE" &&
      each.evidence === undefined &&
      each.sendings > 0,
  );
  const own = observed.of(names).get(nameOf({ tenant, key }))?.name;
  if (own !== undefined && known.includes(own)) return `names itself as another: ${own}`;
  const left = others.find((each) => !known.includes(observed.of(names).get(nameOf(each))?.name ?? ""));
  return left && `leaves out ${left.key}, which gave back another part`;
}

export const part: Part = { projections: [names, claimedReleases], invariants: [handedBack] };
