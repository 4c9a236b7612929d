import type { KeyedCall, ReleaseRequest, ReversalRequest, TenantId, WindowReference } from "@wonflow/core";

interface KnownCall {
  readonly askedAt: number;
  /** Those that it was sent with last. */
  readonly credentials: string | null;
  readonly amount: number;
  readonly reference: string | null;
}

interface KnownApproval extends KnownCall {
  /** What its buyer authenticated in the window. */
  readonly authentication: WindowReference | null;
}

interface KnownCancellation extends KnownCall {
  readonly tenant: TenantId;
  readonly approvalKey: string;
  readonly done: boolean;
}

type KnownToken = Pick<ReleaseRequest, "tokenAskedAt" | "token" | "storedBy">;

/** What is known of calls, as core keeps it: it outlives the gateway's process. */
export interface CardMemory {
  readonly approvals: Map<string, KnownApproval>;
  readonly cancellations: Map<string, KnownCancellation>;
  readonly tokens: Map<string, KnownToken>;
}

type Named = Pick<KeyedCall, "tenant" | "key">;

export function cardMemory(): CardMemory {
  return { approvals: new Map(), cancellations: new Map(), tokens: new Map() };
}

export function nameOf({ tenant, key }: Named): string {
  return `${tenant} ${key}`;
}

/** An approval's reference and time, the amount that was asked for, and what is left of it as far as known. */
export function knownOfApproval(
  { approvals, cancellations }: CardMemory,
  { tenant, approvalKey }: Pick<ReversalRequest, "tenant" | "approvalKey">,
  now: number,
) {
  const known = approvals.get(nameOf({ tenant, key: approvalKey }));
  const { reference: approvalReference = null, authentication = null } = known ?? {};
  const about = { authentication, approvalReference, approvalAskedAt: known?.askedAt ?? now };
  const approved = known?.amount ?? 0;
  const canceled = [...cancellations.values()]
    .filter((call) => call.done && call.tenant === tenant && call.approvalKey === approvalKey)
    .reduce((sum, { amount }) => sum + amount, 0);
  return { about, approved, remainingAmount: approved - canceled };
}

/** What is asked when a cancellation is looked up. */
export function knownOfCancellation(memory: CardMemory, named: Named, now: number) {
  const id = nameOf(named);
  const { approvalKey = "none", askedAt = now, amount = 1, credentials } = memory.cancellations.get(id) ?? {};
  const { about } = knownOfApproval(memory, { tenant: named.tenant, approvalKey }, now);
  const knownReferences = [...memory.cancellations].flatMap(([other, call]) =>
    other !== id && call.tenant === named.tenant && call.approvalKey === approvalKey ? (call.reference ?? []) : [],
  );
  return { askedAt, credentials, approvalKey, ...about, amount, knownReferences };
}

/** Remembers a call that is about to be sent; one sent again keeps the time at which it was first asked. */
export function rememberCall<Call extends KnownCall>(book: Map<string, Call>, named: Named, call: Call): void {
  const id = nameOf(named);
  const earlier = book.get(id);
  book.set(id, earlier === undefined ? call : { ...earlier, credentials: call.credentials });
}

interface Answer {
  readonly outcome: string;
  readonly value?: { readonly reference: string | null };
}

export function learnOfApproval({ approvals }: CardMemory, named: Named, { value }: Answer): void {
  const known = approvals.get(nameOf(named));
  if (known !== undefined && value !== undefined)
    approvals.set(nameOf(named), { ...known, reference: value.reference });
}

export function learnOfCancellation({ cancellations }: CardMemory, named: Named, { value }: Answer): void {
  const known = cancellations.get(nameOf(named));
  if (known !== undefined && value !== undefined) {
    cancellations.set(nameOf(named), { ...known, done: true, reference: value.reference });
  }
}
