import type { RoundReport } from "./round.ts";

const told = 10;

/** A round in one line, and what is wrong below it. */
export function roundText({ seed, counts, toll, compared, differences }: RoundReport): string {
  const { requests, acknowledged, unavailable, unknown } = counts;
  const killed = `killed: database ${toll.databases}, sessions ${toll.sessions}, processes ${toll.services}`;
  const books = `compared: ${compared.payments} payments, ${compared.payouts} payouts, ${compared.settlements} settlements`;
  const line = [
    `round ${seed}: ${requests} requests, ${acknowledged} acknowledged, ${unavailable} unavailable, ${unknown} unknown`,
    `${killed}; cut ${toll.connections}`,
    books,
    differences.length === 0 ? "nothing lost" : `${differences.length} DIFFERENCES`,
  ].join("; ");
  const more = differences.length > told ? [`and ${differences.length - told} more`] : [];
  return [line, ...differences.slice(0, told), ...more].join("\n  - ");
}
