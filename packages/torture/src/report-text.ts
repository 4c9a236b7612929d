import type { Toll } from "./disturb.ts";
import type { RoundReport } from "./round.ts";

const mostShown = 10;

/** The kills and other disturbances of some rounds. */
export function tollText(tolls: readonly Toll[]): string {
  const sum = (name: keyof Toll) => tolls.reduce((all, toll) => all + toll[name], 0);
  const workers = sum("workers") > 0 ? `, workers ${sum("workers")}` : "";
  const hung = sum("hung") > 0 ? `; hung: workers ${sum("hung")}` : "";
  const moved = sum("moves") + sum("brokenMoves");
  const moves = moved > 0 ? `; moved: ${sum("moves")} shards, and ${sum("brokenMoves")} moves broken off` : "";
  const killed = `database ${sum("databases")}${workers}, sessions ${sum("sessions")}, processes ${sum("services")}`;
  return `killed: ${killed}; cut ${sum("connections")}${hung}${moves}`;
}

/** A round in one line, followed by its differences. */
export function roundText({ seed, counts, toll, compared, differences }: RoundReport): string {
  const { requests, acknowledged, unavailable, unknown } = counts;
  const books = `compared: ${compared.payments} payments, ${compared.payouts} payouts, ${compared.settlements} settlements`;
  const line = [
    `round ${seed}: ${requests} requests, ${acknowledged} acknowledged, ${unavailable} unavailable, ${unknown} unknown`,
    tollText([toll]),
    books,
    differences.length === 0 ? "nothing lost" : `${differences.length} DIFFERENCES`,
  ].join("; ");
  const more = differences.length > mostShown ? [`and ${differences.length - mostShown} more`] : [];
  return [line, ...differences.slice(0, mostShown), ...more].join("\n  - ");
}
