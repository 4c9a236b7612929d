import type { Payments, Store } from "@wonflow/core";
import type { HttpHandler } from "@wonflow/http";

/** An intentional mistake in a service, which must be found. */
export interface Wrong {
  readonly name: string;
  /** The beginning of the kind of the problem that must be found. */
  readonly breaks: string;
  readonly payments?: (payments: Payments, store: Store) => Payments;
  readonly handler?: (handler: HttpHandler) => HttpHandler;
}

type Body = Readonly<Record<string, unknown>>;

/** Changes the body of each successful look-up whose path contains this part. */
export function withAnswer(part: string, change: (body: Body) => Body): NonNullable<Wrong["handler"]> {
  return (handler) => async (request, peer) => {
    const response = await handler(request, peer);
    const isMeant = request.method === "GET" && new URL(request.url).pathname.includes(part);
    if (!isMeant || response.status !== 200) return response;
    const { status, headers } = response;
    return Response.json(change((await response.json()) as Body), { status, headers });
  };
}

/** Misreads the query of each request. */
export function withQuery(change: (search: string) => string): NonNullable<Wrong["handler"]> {
  return (handler) => (request, peer) => {
    const url = new URL(request.url);
    const search = change(url.search);
    return handler(search === url.search ? request : new Request(url.origin + url.pathname + search, request), peer);
  };
}
