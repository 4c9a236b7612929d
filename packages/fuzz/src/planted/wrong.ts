import type { Payments, Store } from "@wonflow/core";
import type { HttpHandler } from "@wonflow/http";

/** A mistake that is put into a service on purpose, to see that it is found. */
export interface Wrong {
  readonly name: string;
  /** How the kind of the problem begins of which it must be found. */
  readonly breaks: string;
  readonly payments?: (payments: Payments, store: Store) => Payments;
  readonly handler?: (handler: HttpHandler) => HttpHandler;
}

type Body = Readonly<Record<string, unknown>>;

/** Changes the body of each success of a look-up at a path that has a part. */
export function withAnswer(part: string, change: (body: Body) => Body): NonNullable<Wrong["handler"]> {
  return (handler) => async (request, peer) => {
    const response = await handler(request, peer);
    const isMeant = request.method === "GET" && new URL(request.url).pathname.includes(part);
    if (!isMeant || response.status !== 200) return response;
    const { status, headers } = response;
    return Response.json(change((await response.json()) as Body), { status, headers });
  };
}

/** Reads the query of each request otherwise than it was sent. */
export function withQuery(change: (search: string) => string): NonNullable<Wrong["handler"]> {
  return (handler) => (request, peer) => {
    const url = new URL(request.url);
    const search = change(url.search);
    return handler(search === url.search ? request : new Request(url.origin + url.pathname + search, request), peer);
  };
}
