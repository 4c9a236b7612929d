import type { Success } from "./acknowledged.ts";

/** A request of a client, as it is sent. */
export interface SentRequest {
  /** What the client wants: the name of its command. */
  readonly name: string;
  readonly method: "GET" | "POST";
  readonly path: string;
  /** The Authorization header. */
  readonly authorization: string;
  readonly body?: object;
  readonly idempotencyKey?: string | undefined;
}

export interface Answer {
  readonly status: number;
  /** The body's fields; empty where it is no object. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** A remembered answer, and until when it is remembered. */
export type Remembered = ({ readonly text: string } | { readonly code: string }) & { readonly forgetAt: number };

/** A request and its answer, seen where the answer leaves the process. */
export interface Exchange {
  readonly request: SentRequest;
  readonly tenant: `${number}:test`;
  /** What was remembered under its idempotency key before the request arrived, where its outcome was known. */
  readonly remembered: Remembered | undefined;
  /** The first success under its idempotency key, where a client was told of it before the request arrived. */
  readonly before: Success | undefined;
  /** Its idempotency key was forgotten while it was under way: by now the key stands for something else. */
  readonly forgotten: boolean;
  readonly answer: Answer;
  /** The errors behind a 500. */
  readonly errors: readonly unknown[];
}

/** Sends a request to the real handler and reads its answer. */
export async function exchange(
  handler: (request: Request) => Promise<Response>,
  { method, path, authorization, body, idempotencyKey }: SentRequest,
): Promise<Answer> {
  const response = await handler(
    new Request(`https://pay.example${path}`, {
      method,
      headers: {
        Authorization: authorization,
        "Content-Type": "application/json",
        ...(idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    }),
  );
  const text = await response.text();
  return { status: response.status, body: fieldsOf(JSON.parse(text)), text };
}

function fieldsOf(json: unknown): Readonly<Record<string, unknown>> {
  return typeof json === "object" && json !== null ? Object.fromEntries(Object.entries(json)) : {};
}

/** The error code of an answer, or undefined where it is none. */
export function codeOf({ status, body }: Answer): string | undefined {
  return status >= 400 && typeof body["code"] === "string" ? body["code"] : undefined;
}

/** A field of an answer that is a text; empty where it is none. */
export function textField({ body }: Answer, name: string): string {
  const value = body[name];
  return typeof value === "string" ? value : "";
}

/** What a client writes into a request under an idempotency key, so that each of its effects can be told from another's. */
export function markOf(idempotencyKey: string): string {
  return ` (${idempotencyKey})`;
}

/** The idempotency key whose mark a text carries, or undefined. */
export function keyOfMark(text: string): string | undefined {
  return / \(([^()]+)\)$/.exec(text)?.[1];
}
