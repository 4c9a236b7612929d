import { isAnswered } from "./linearizability.ts";
import type { RecordedCall } from "./recording.ts";

/** Calls in the order of their begins, a line for each; times are milliseconds since the first begin. */
export function timelineText<Request extends { readonly what: string }>(
  calls: readonly RecordedCall<Request>[],
): string {
  const ordered = calls.toSorted((one, other) => one.begin - other.begin);
  const origin = ordered[0]?.begin ?? 0;
  const time = (at: number) => (at === Infinity ? "…" : (at - origin).toFixed(3)).padStart(10);
  const lines = ordered.map((call) => {
    const { number, client, request, begin, end, reply } = call;
    const { what, ...about } = request;
    const asked = Object.keys(about).length === 0 ? what : `${what} ${JSON.stringify(about)}`;
    const key = reply?.intentKey === undefined ? "" : ` (${reply.intentKey})`;
    const answer = reply === undefined ? "no answer" : `${reply.says}${key}`;
    const received = reply !== undefined && !isAnswered(call) ? `${answer}, received later` : answer;
    return `${time(begin)} –${time(end)}  client ${client.padEnd(4)}  call ${number}: ${asked} → ${received}`;
  });
  return lines.join("\n");
}
