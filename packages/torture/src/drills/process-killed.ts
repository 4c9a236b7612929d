import { killServices, noToll } from "../disturb.ts";
import type { Trouble } from "../round.ts";

/** The same process is killed (kill -9) repeatedly, as when it runs out of memory. */
export function processKilled(): Trouble {
  return async ({ victims: { services }, acknowledged: { counts, contradictions }, chance, ms }) => {
    const [victim] = services;
    const began = performance.now();
    const isOver = () => performance.now() - began > ms;
    const before = counts.acknowledged;
    const killed = await killServices(services, chance, { victims: [victim], mostMs: 1_500, isOver });
    if (killed === 0) contradictions.push("the process was never killed");
    if (counts.acknowledged === before) contradictions.push("no request succeeded while one process was killed");
    return { ...noToll(), services: killed };
  };
}
