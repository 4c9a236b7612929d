import { compressed, type Compressing } from "./content-coding.ts";
import { Kept, keptResponse } from "./kept-text.ts";
import { Reply } from "./reply.ts";
import { Streamed, StreamedCsv, streamedCsvResponse, streamedResponse } from "./streamed.ts";

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
