import type { TenantId } from "@wonflow/core";
import { type AnyAttempt, attemptOfCall, attempts, paymentAttempts } from "../attempt/records.ts";
import type { CardCall, Flow, ProcessEvent } from "../observation/event.ts";
import type { Invariant, Projection } from "../observation/invariant.ts";
import { nameOf, writtenIn } from "../observation/observed-records.ts";
import type { Observed } from "../observation/observed.ts";
import type { Part } from "../part.ts";

interface Identified {
  readonly key?: unknown;
  readonly amount?: unknown;
  readonly reference?: unknown;
  readonly token?: unknown;
}

interface Named {
  readonly name: string;
  /** The flow of the look-up before a net-cancel that returned it first, until another answer about the same key. */
  readonly flow: Flow | undefined;
}

/** The gateway's references and tokens from its answers, by the key of their call. */
const names: Projection<Map<string, Named>> = {
  start: () => new Map(),
  onEvent(all, event, observed) {
    if (event.kind !== "answered") return;
    const { call, answer, flow } = event;
    const { key, amount, reference, token }: Identified = answer.outcome === "done" ? { ...answer.value } : {};
    const before = all.get(nameOf(call));
    // An answer for another key or amount does not count.
    const isOurs = key === call.key && amount === amountOf(attemptOfCall(observed, call.tenant, call.key));
    const name = isOurs ? (reference ?? token) : before?.name;
    // An answer that comes after its deadline is ignored.
    const isReceived = observed.now < call.deadline && flow.who === "request";
    const isFound = isOurs && isReceived && isUndoneUnseen(call, observed);
    if (typeof name === "string") all.set(nameOf(call), { name, flow: isFound ? flow : undefined });
  },
};

/** Whether an approval is being undone before its gateway has reported it as approved. */
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
  name: "the gateway's references are sent on later calls",
  ofEvent(event, observed) {
    if (event.kind !== "called") return undefined;
    const { call } = event;
    const { operation, tenant, key, approval, knownReferences, card } = call;
    // A look-up may begin before the reference is known.
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
  /** Whether the gateway's answer is committed. */
  readonly isKnown: boolean;
}

function nameProblem(
  observed: Observed,
  tenant: TenantId,
  { key, name, isKnown: isCommitted }: Handed,
): string | undefined {
  const known = observed.of(names).get(nameOf({ tenant, key }))?.name;
  if (name === null) return isCommitted && known !== undefined ? `leaves out that ${key} is ${known}` : undefined;
  return name === known ? undefined : `calls ${key} ${name}; its gateway has called it ${known}`;
}

function isKnown(key: string, { flow, call }: ProcessEvent & { readonly kind: "called" }, observed: Observed): boolean {
  const { tenant } = call;
  const approval = observed.of(attempts).get(tenant, key);
  if (approval?.kind !== "approval" || approval.evidence !== undefined) return false;
  return approval.status === "DONE" || observed.of(names).get(nameOf({ tenant, key }))?.flow === flow;
}

/** Whether a card's token was known when its release was last claimed: a slow check may return it afterwards. */
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

/** A look-up sends the references of our other refunds, so that no refund is mistaken for another one. */
function referencesProblem(
  observed: Observed,
  { tenant, key, approval }: CardCall,
  known: readonly string[],
): string | undefined {
  const asked = observed.of(attempts).get(tenant, key);
  if (asked?.kind !== "cancellation") return undefined;
  // Those of the same request, and later ones, may become known during this look-up. A refund that an operator
  // entered was never sent, so no answer has named it.
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
  return left && `leaves out ${left.key}, which refunded another part`;
}

export const part: Part = { projections: [names, claimedReleases], invariants: [handedBack] };
