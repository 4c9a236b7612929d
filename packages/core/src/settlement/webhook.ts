import type { Read } from "../commit/snapshot.ts";
import { settlementRecord } from "./settlement.ts";
import { viewSettlement } from "./view.ts";

/** What a merchant is told of when a settlement completes (interface: Settlement webhook). */
export const settlementEvent = "settlement.completed";

/** The body of its message: the settlement and nothing else. A settlement never changes, and so neither does this. */
export async function settlementBody(read: Read, settlementId: string): Promise<string> {
  const [settlement] = await read(settlementRecord.ref(settlementId));
  if (settlement === undefined) throw new Error(`settlement ${settlementId} has no record`);
  return JSON.stringify(viewSettlement(settlement));
}
