import type { ServerResponse } from "node:http";

import type { Answer } from "./answers.ts";
import { afterSigning, beforeSigning, type NiceFaultKind } from "./faults.ts";

interface Sending {
  readonly status?: number;
  readonly kind?: NiceFaultKind | undefined;
  readonly sign?: (answer: Answer) => Answer;
}

const maintenance = "<html><body>시스템 점검 중입니다</body></html>";
const oversize = 4 * 1_024 * 1_024;

/** Sends an answer, or what comes in its place. */
export function sendAnswer(response: ServerResponse, answer: Answer, sending: Sending = {}): void {
  const { status = 200, kind, sign = (unsigned) => unsigned } = sending;
  if (kind === "html" || kind === "server-error") {
    response.writeHead(kind === "html" ? 200 : 502, { "content-type": "text/html;charset=utf-8" }).end(maintenance);
    return;
  }
  if (kind === "redirect") {
    response.writeHead(302, { location: "/maintenance" }).end();
    return;
  }
  const before = kind === undefined ? answer : (beforeSigning[kind]?.(answer) ?? answer);
  const signedAnswer = sign(before);
  const shown = kind === undefined ? signedAnswer : (afterSigning[kind]?.(signedAnswer) ?? signedAnswer);
  const json = JSON.stringify(shown);
  response.writeHead(status, { "content-type": "application/json;charset=utf-8" });
  if (kind === "truncated") response.end(json.slice(0, json.length / 2));
  else if (kind === "oversized") response.end(json + " ".repeat(oversize));
  else response.end(json);
}
