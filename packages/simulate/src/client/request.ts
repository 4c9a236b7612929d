/** A request of a client, as it is sent. */
export interface ClientRequest {
  /** What the client wants: the name of its command. */
  readonly name: string;
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  /** The Authorization header. */
  readonly authorization: string;
  /** The origin of the page that sends it. */
  readonly origin?: string;
  readonly body?: object;
  readonly idempotencyKey?: string | undefined;
}

export interface Answer {
  readonly status: number;
  /** The body's fields; empty where it is no object. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Sends a request to the real handler and reads its answer. */
export async function sendToHandler(
  handler: (request: Request) => Promise<Response>,
  { method, path, authorization, origin, body, idempotencyKey }: ClientRequest,
): Promise<Answer> {
  const response = await handler(
    new Request(`https://pay.example${path}`, {
      method,
      headers: {
        Authorization: authorization,
        "Content-Type": "application/json",
        ...(origin === undefined ? {} : { Origin: origin }),
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

/** The items of an answer that is a list; undefined where it is none. */
export function itemsOf({ body }: Answer): readonly Answer["body"][] | undefined {
  const items: unknown = body["items"];
  return Array.isArray(items) ? items.map((item: unknown) => fieldsOf(item)) : undefined;
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
