import { Hono } from "hono";
import { errorResponse } from "./error-object.ts";
import type { Language } from "./language.ts";
import type { Call, Route } from "./route.ts";

/** A request with what its answer is made with. */
export interface Exchange extends Omit<Call, "parameters"> {
  /** Names this request in its answer and in what is reported of it. */
  readonly traceId: string;
  readonly language: Language;
}

/** Leads an exchange to its operation and back. */
export type Router = (exchange: Exchange) => Promise<Response>;

/** A router for these routes. What throws in an operation is thrown on. */
export function createRouter(routes: readonly Route[]): Router {
  const app = new Hono<{ Bindings: Exchange }>();
  for (const [path, ofPath] of byPath(routes)) {
    const place = path.replaceAll(/\{(\w+)\}/g, ":$1");
    for (const route of ofPath) {
      app.on(route.method, place, async (c) => {
        const response = await answer(route, c.env, c.req.param());
        return route.crossOrigin === true ? allowAnyOrigin(response) : response;
      });
    }
    app.all(place, (c) => otherMethod(ofPath, c.env));
  }
  app.notFound((c) => errorResponse({ code: "NOT_FOUND_PATH" }, c.env));
  app.onError((error) => {
    throw error;
  });
  return async (exchange) => app.fetch(exchange.request, exchange);
}

/** Paths with fewer open parts come first, so that `/px/intents/confirm` is never taken for an intentKey. */
function byPath(routes: readonly Route[]): readonly (readonly [string, readonly Route[]])[] {
  const openParts = (path: string) => path.split("{").length;
  const paths = [...new Set(routes.map(({ path }) => path))].toSorted((a, b) => openParts(a) - openParts(b));
  return paths.map((path) => [path, routes.filter((route) => route.path === path)]);
}

async function answer(route: Route, exchange: Exchange, parameters: Call["parameters"]): Promise<Response> {
  const result = await route.answer({ ...exchange, parameters });
  if (!result.ok) return errorResponse(result.error, exchange);
  if (result.value instanceof Response) return result.value;
  const response = Response.json(result.value.body, { status: result.value.status });
  if (route.cacheSeconds !== undefined) response.headers.set("Cache-Control", `public, max-age=${route.cacheSeconds}`);
  return response;
}

/** Says which methods a path takes: that is all that OPTIONS asks, and more than another method deserves. */
function otherMethod(ofPath: readonly Route[], exchange: Exchange): Response {
  const methods = ofPath.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  const response =
    exchange.request.method === "OPTIONS"
      ? new Response(null, { status: 204 })
      : errorResponse({ code: "METHOD_NOT_ALLOWED" }, exchange);
  response.headers.set("Allow", [...methods, "OPTIONS"].join(", "));
  const open = ofPath.filter(({ crossOrigin }) => crossOrigin === true).map(({ method }) => method);
  if (open.length === 0) return response;
  response.headers.set("Access-Control-Allow-Methods", open.join(", "));
  response.headers.set("Access-Control-Allow-Headers", "Authorization, Content-Type");
  response.headers.set("Access-Control-Max-Age", "600");
  return allowAnyOrigin(response);
}

/** No cookie is ever asked for, so any page may read the answer; which may open a checkout, the operation decides. */
function allowAnyOrigin(response: Response): Response {
  response.headers.set("Access-Control-Allow-Origin", "*");
  response.headers.set("Access-Control-Expose-Headers", "Trace-Id, Retry-After");
  return response;
}
