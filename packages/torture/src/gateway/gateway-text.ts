import type { GatewayReport } from "./gateway-round.ts";

const told = 20;

function counted(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");
}

/** What happened in a round over the gateway, and what is wrong below it. */
export function gatewayText({ seed, counts, kills, seconds, faults, statuses, ...end }: GatewayReport): string {
  const { books, unnamed, differences } = end;
  const { approvals, bids } = books.gateway;
  const canceled = approvals.flatMap(({ cancellations }) => cancellations).length;
  const undone = approvals.filter(({ isNetCancelled }) => isNetCancelled).length;
  const held = approvals.reduce((sum, approval) => sum + approval.held, 0);
  const expired = bids.filter(({ expired: isExpired }) => isExpired).length;
  const forKeys = bids.length - expired - unnamed.stored;
  const more = differences.length > told ? [`  - and ${differences.length - told} more`] : [];
  return [
    `gateway ${seed}: ${counts.orders} payments begun in ${seconds.busy} s, at rest ${seconds.rest} s later`,
    `  requests: ${counts.requests}, acknowledged ${counts.acknowledged}, unavailable ${counts.unavailable}, unanswered ${counts.unknown}`,
    `  killed: ${kills} times a process`,
    `  faults at the gateway: ${counted(faults) || "none"}`,
    `  payments: ${counted(statuses)}`,
    `  the gateway: ${approvals.length} approvals, ${undone} net-canceled; ${canceled} cancellations; ${held} won held`,
    `  cards there: ${bids.length} stored, ${expired} given back, ${forKeys} of billing keys, ${unnamed.stored} without a name`,
    `  people are told of ${books.flagged.length} cards without a name: ${unnamed.stored} are stored there, ${unnamed.neverStored} never arrived`,
    differences.length === 0 ? "  all books agree" : `  ${differences.length} DIFFERENCES`,
    ...differences.slice(0, told).map((difference) => `  - ${difference}`),
    ...more,
  ].join("\n");
}
