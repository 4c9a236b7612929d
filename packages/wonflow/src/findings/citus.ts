import type { CitusState } from "@wonflow/store-postgres";

import { look, well, type Finding } from "./finding.ts";

/** Whether the next process that opens the database places the merchants on workers, or ends what one began. */
export function isToBeDistributed({ workers, isDistributed, platform }: CitusState): boolean {
  return isDistributed ? platform === "with merchants" : workers > 0;
}

/** The database's line at the start of the service. */
export function serverText(citus: CitusState | undefined): string {
  const isSpread = citus?.isDistributed === true;
  return `the database of DATABASE_URL${isSpread ? `, on ${citusText(citus)}` : ""}`;
}

/** Such as "2 workers of Citus 13.2-1". */
export function citusText({ workers, version }: CitusState): string {
  return `${workers} ${workers === 1 ? "worker" : "workers"} of Citus ${version}`;
}

/** No finding if the database has no Citus, or has it without workers. */
export function checkCitus(citus: CitusState | undefined): readonly Finding[] {
  if (citus === undefined || (citus.workers === 0 && !citus.isDistributed)) return [];
  if (isToBeDistributed(citus)) {
    const found = `the tables are not yet distributed over the ${citusText(citus)}`;
    return [look("citus", found, "stop the service, make a backup, then run wonflow migrate")];
  }
  const found = `merchants are stored on the ${citusText(citus)}`;
  if (citus.platform === "on the coordinator") return [well("citus", found)];
  const stops = `${found}; the API keys are stored on one of them: if it is down, every request fails`;
  return [look("citus", stops, "move them to the coordinator, see docs/scaling.md, section 5")];
}
