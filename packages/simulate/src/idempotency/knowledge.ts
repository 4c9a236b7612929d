import type { Knowledge } from "../client/client.ts";
import type { ClientRequest } from "../client/request.ts";

/** The requests that were sent under an idempotency key. */
export const requestsUnderKey: Knowledge<ClientRequest[]> = {
  start: () => [],
  onSend(known, request) {
    if (request.idempotencyKey !== undefined && !known.includes(request)) known.push(request);
  },
};
