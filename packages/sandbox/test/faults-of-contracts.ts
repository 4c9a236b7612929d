import type { CallFault } from "@wonflow/testkit";
import type { Fault } from "../src/calls/faults.ts";

/** A contract's fault as a sandbox has it. */
export function faultOf(fault: CallFault): Fault {
  if (fault === "answer-lost") return { kind: fault };
  return fault === "request-lost" ? { kind: "refused-connection" } : { kind: "arrives-late", ms: fault.arrivesAfterMs };
}
