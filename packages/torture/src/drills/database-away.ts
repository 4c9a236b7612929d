import { setTimeout as pause } from "node:timers/promises";

import { noToll } from "../disturb.ts";
import type { Trouble } from "../round.ts";
import { startsOf } from "../service-process.ts";
import { until } from "../until.ts";

/** The database is down for a while: requests must be answered with 503, and succeed afterwards without a restart. */
export function databaseAway(seconds: number): Trouble {
  return async ({ victims: { server, services }, acknowledged: { counts, contradictions }, ms }) => {
    if (server === undefined) throw new Error("a database server that was not started here can't be stopped");
    await pause(ms / 2);
    const starts = startsOf(services);
    await server.kill();
    await Promise.all([pause(seconds * 1_000), until(() => counts.unavailable > 0)]);
    await server.start();
    if (counts.unavailable === 0) contradictions.push("no request was answered with 503 while the database was down");
    const before = counts.acknowledged;
    await until(() => counts.acknowledged > before);
    if (counts.acknowledged === before) contradictions.push("no request succeeded after the database was back");
    if (startsOf(services) > starts) contradictions.push("a process ended while the database was down");
    await pause(ms / 2);
    return { ...noToll(), databases: 1 };
  };
}
