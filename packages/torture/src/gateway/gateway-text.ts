import type { GatewayReport } from "./gateway-round.ts";

const mostShown = 20;

function counted(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");
}

/** What happened in a round with the gateway, followed by the differences. */
export function gatewayText({ seed, counts, kills, seconds, faults, statuses, ...end }: GatewayReport): string {
  const { books, withoutToken, differences } = end;
  const { approvals, bids } = books.gateway;
  const canceled = approvals.flatMap(({ cancellations }) => cancellations).length;
  const undone = approvals.filter(({ isNetCancelled }) => isNetCancelled).length;
  const held = approvals.reduce((sum, approval) => sum + approval.held, 0);
  const expired = bids.filter(({ expired: isExpired }) => isExpired).length;
  const forKeys = bids.length - expired - withoutToken.stored;
  const more = differences.length > mostShown ? [`  - and ${differences.length - mostShown} more`] : [];
  return [
    `gateway ${seed}: ${counts.orders} payments started in ${seconds.busy} s, no work left ${seconds.rest} s later`,
    `  requests: ${counts.requests}, acknowledged ${counts.acknowledged}, unavailable ${counts.unavailable}, unanswered ${counts.unknown}`,
    `  kills of a process: ${kills}`,
    `  faults at the gateway: ${counted(faults) || "none"}`,
    `  payments: ${counted(statuses)}`,
    `  the gateway: ${approvals.length} approvals, ${undone} net-canceled; ${canceled} cancellations; ${held} won held`,
    `  cards: ${bids.length} stored, ${expired} released, ${forKeys} of billing keys, ${withoutToken.stored} with an unknown token`,
    `  ${books.flagged.length} cards with an unknown token are flagged: ${withoutToken.stored} are stored, ${withoutToken.neverStored} never arrived`,
    differences.length === 0 ? "  all books agree" : `  ${differences.length} DIFFERENCES`,
    ...differences.slice(0, mostShown).map((difference) => `  - ${difference}`),
    ...more,
  ].join("\n");
}
