import type { TenantId } from "@wonflow/core";
import type { Answer, ClientRequest } from "../client/request.ts";

/** A request as it arrives at a process. */
export interface Arrival {
  readonly tenant: TenantId;
  readonly request: ClientRequest;
}

/** A request and its answer, seen where the answer leaves the process. */
export interface Exchange {
  readonly arrival: Arrival;
  readonly answer: Answer;
  /** The errors behind a 500. */
  readonly errors: readonly unknown[];
}

/** A success that a client was told of: from then on it must be true. */
export interface Acknowledgment extends Arrival {
  readonly answer: Answer;
}

/** The acknowledgment in an exchange, where it is the success of a request that changes something. */
export function acknowledgmentIn({ arrival, answer }: Exchange): Acknowledgment | undefined {
  return arrival.request.method !== "GET" && answer.status < 300 ? { ...arrival, answer } : undefined;
}
