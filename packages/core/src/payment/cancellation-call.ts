import { askCardNetwork } from "../card-network/context.ts";
import { loadOnce } from "../commit/commit.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { cancellationRecord, type CancellationAttempt, type CancellationCalls } from "./cancellation-attempt.ts";
import { concludeCancellation } from "./cancellation-outcome.ts";
import type { PaymentContext } from "./context.ts";

/** Gives back one method after the other, also after a failure; answers the first attempt, which holds the answer. */
export async function giveBackAll(context: PaymentContext, tenant: Tenant, { first, others }: CancellationCalls) {
  const concluded = await giveBack(context, tenant, first);
  if (others.length === 0) return concluded;
  for (const other of others) await giveBack(context, tenant, other);
  const [now] = await loadOnce(context, tenant, (read) => read(cancellationRecord.ref(first.key)));
  return now;
}

async function giveBack(
  context: PaymentContext,
  tenant: Tenant,
  attempt: CancellationAttempt,
): Promise<CancellationAttempt | undefined> {
  const { approvalKey, amount } = attempt;
  const found = await askCardNetwork(context, { tenant, ...attempt }, (network, question) =>
    network.cancel({ ...question, approvalKey, amount }),
  );
  const concluded = await concludeCancellation(context, tenant, { attempt, found });
  return concluded.ok ? concluded.value : undefined;
}

/** Looks a cancellation up, and sends it where it has not arrived. */
export async function findOrCancel(
  context: PaymentContext,
  tenant: Tenant,
  { key, approvalKey, amount }: Pick<CancellationAttempt, "key" | "approvalKey" | "amount">,
) {
  const known = await askCardNetwork(context, { tenant, key }, (network, question) =>
    network.lookUpCancellation(question),
  );
  if (known.outcome !== "not-found") return known;
  // The network cancels once under this key, so sending it again is safe; each call has its own deadline.
  return askCardNetwork(context, { tenant, key }, (network, question) =>
    network.cancel({ ...question, approvalKey, amount }),
  );
}
