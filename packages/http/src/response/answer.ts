import { compressed, type Compressing, Kept, keptResponse } from "./content-coding.ts";
import { Streamed, StreamedCsv, streamedCsvResponse, streamedResponse } from "./streamed.ts";

export class Reply<Status extends number, Body> {
  readonly status: Status;
  readonly body: Body;
  readonly headers: readonly (readonly [name: string, value: string])[];

  constructor(status: Status, body: Body, headers: Reply<Status, Body>["headers"] = []) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

type ItemOf<Body> = unknown extends Body ? unknown : Body extends readonly (infer Item)[] ? Item : never;

/** What an endpoint may answer, unless it refuses. */
export type Answer<Status extends number = number, Body = unknown> =
  | Reply<Status, Body>
  | Kept
  | Streamed<ItemOf<Body>>
  | StreamedCsv
  | Response;

export function isAnswer(value: unknown): value is Answer {
  return [Reply, Kept, Streamed, StreamedCsv, Response].some((kind) => value instanceof kind);
}

interface Answered extends Compressing {
  readonly report: (error: unknown) => void;
}

export function responseOf(answer: Answer, call: Answered): Response | Promise<Response> {
  if (answer instanceof Response) return compressed(answer, call);
  if (answer instanceof Kept) return keptResponse(answer, call);
  if (answer instanceof Streamed) return streamedResponse(answer, call.report);
  if (answer instanceof StreamedCsv) return streamedCsvResponse(answer, call.report);
  return Response.json(answer.body, {
    status: answer.status,
    headers: answer.headers.map(([name, value]) => [name, value]),
  });
}

/** The headers that every answer carries, whatever it is. */
export function finished(response: Response, traceId: string): Response {
  const { headers } = response;
  headers.set("Trace-Id", traceId);
  headers.set("X-Content-Type-Options", "nosniff");
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  return response;
}
