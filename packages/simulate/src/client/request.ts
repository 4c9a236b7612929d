export interface ClientRequest {
  readonly name: string;
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly authorization: string;
  readonly origin?: string;
  readonly body?: object;
  readonly idempotencyKey?: string | undefined;
  /** How many lines of its header have the key, as of a retry layer that appends to those of its last try; 1 by default. */
  readonly keyLines?: number;
}

export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly text: string;
}

export async function sendToHandler(
  handler: (request: Request) => Promise<Response>,
  { method, path, authorization, origin, body, idempotencyKey, keyLines = 1 }: ClientRequest,
): Promise<Answer> {
  const headers = new Headers({ Authorization: authorization, "Content-Type": "application/json" });
  if (origin !== undefined) headers.set("Origin", origin);
  if (idempotencyKey !== undefined) {
    for (let line = 0; line < keyLines; line += 1) headers.append("Idempotency-Key", idempotencyKey);
  }
  const response = await handler(
    new Request(`https://pay.example${path}`, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    }),
  );
  const text = await response.text();
  return { status: response.status, body: fieldsOf(JSON.parse(text)), text };
}

function fieldsOf(json: unknown): Readonly<Record<string, unknown>> {
  return typeof json === "object" && json !== null ? Object.fromEntries(Object.entries(json)) : {};
}

export function itemsOf({ body }: Answer): readonly Answer["body"][] | undefined {
  const items: unknown = body["items"];
  return Array.isArray(items) ? items.map((item: unknown) => fieldsOf(item)) : undefined;
}

export function codeOf({ status, body }: Answer): string | undefined {
  return status >= 400 && typeof body["code"] === "string" ? body["code"] : undefined;
}

export function textField({ body }: Answer, name: string): string {
  const value = body[name];
  return typeof value === "string" ? value : "";
}
