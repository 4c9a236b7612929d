import type { TenantId } from "@wonflow/core";
import { attempts, paymentAttempts } from "../attempt/records.ts";
import type { CardCall } from "../observation/event.ts";
import type { Invariant, Projection } from "../observation/invariant.ts";
import { nameOf } from "../observation/observed-records.ts";
import type { Observed } from "../observation/observed.ts";
import type { Part } from "../part.ts";

/** The network's own names, by the key of what they name, from the moment at which its answer is committed. */
const namesOf: Projection<Map<string, string>> = {
  start: () => new Map(),
  onEvent(names, event) {
    if (event.kind !== "told" || event.answer.outcome !== "done") return;
    const { call, answer } = event;
    const { key, reference, token }: { key?: unknown; reference?: unknown; token?: unknown } = { ...answer.value };
    const name = reference ?? token;
    // An answer for another key is no answer.
    if (key === call.key && typeof name === "string") names.set(nameOf(call), name);
  },
};

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
  const told = observed.of(namesOf).get(nameOf({ tenant, key }));
  if (name === null) return known && told !== undefined ? `leaves out that ${key} is ${told}` : undefined;
  return name === told ? undefined : `calls ${key} ${name}; its network has called it ${told}`;
}

function isKnown(key: string, { tenant }: CardCall, observed: Observed): boolean {
  const approval = observed.of(attempts).get(tenant, key);
  return (
    approval?.kind === "approval" && approval.evidence === undefined && (approval.status === "DONE" || approval.seen)
  );
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
  const own = observed.of(namesOf).get(nameOf({ tenant, key }));
  if (own !== undefined && known.includes(own)) return `names itself as another: ${own}`;
  const left = others.find((each) => !known.includes(observed.of(namesOf).get(nameOf(each)) ?? ""));
  return left && `leaves out ${left.key}, which gave back another part`;
}

export const part: Part = { projections: [namesOf], invariants: [handedBack] };
