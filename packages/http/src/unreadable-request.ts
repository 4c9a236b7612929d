import { refuseField } from "@wonflow/core";
import { errorResponse } from "./error-object.ts";
import { languageOf } from "./request/headers.ts";
import { finished } from "./response/answer.ts";

export interface Unreadable {
  /** The part that can't be read: a header's name, `path`, `request`. */
  readonly field: string;
  /** Reads on after the field: what it must be. */
  readonly problem: string;
  readonly isTooLarge?: boolean;
  readonly acceptLanguage?: string | undefined;
}

/**
 * Answers a request that can't be represented as a `Request`, such as one with an invalid Host: a server's listener
 * sends this in place of a handler's answer, so that every failure has the same shape.
 *
 * @example const response = unreadableRequest({ field: "Host", problem: "must be a host, with or without a port" });
 */
export function unreadableRequest({ field, problem, isTooLarge, acceptLanguage = "" }: Unreadable): Response {
  const code = isTooLarge === true ? "REQUEST_TOO_LARGE" : "INVALID_REQUEST";
  const traceId = crypto.randomUUID();
  const language = languageOf(new Headers({ "Accept-Language": acceptLanguage }));
  return finished(errorResponse(refuseField(code, field, problem).error, { traceId, language }), traceId);
}
