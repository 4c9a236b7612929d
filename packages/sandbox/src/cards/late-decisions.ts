import type { Decision } from "../calls/decision.ts";
import { decideApproval, decideCancellation, decideReversal, type Arrival } from "./decisions.ts";
import type { CallEntry } from "./journal-entry.ts";
import type { LateCall } from "./late-call.ts";
import type { GatewayRecords } from "./records.ts";
import { decideRelease, decideStoring } from "./token-decisions.ts";

/** Decides a late call when it arrives. */
export function decideLate(records: GatewayRecords, late: LateCall, arrival: Arrival): Decision<unknown, CallEntry> {
  // It was sent with what was right then.
  const call = { ...late, credentials: null };
  switch (call.op) {
    case "approve":
      return decideApproval(records, call, arrival);
    case "cancel":
      return decideCancellation(records, call, arrival);
    case "reverse":
      return decideReversal(records, call, arrival);
    case "releaseToken":
      return decideRelease(records, call, arrival);
    case "issueToken":
      return decideStoring(records, call, arrival);
  }
}
