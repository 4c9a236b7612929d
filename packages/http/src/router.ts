import { isStoreUnavailable, ok, refuse, type Refusal } from "@wonflow/core";
import { Hono } from "hono";
import { TrieRouter } from "hono/router/trie-router";
import { pathBelow, pathHints } from "./base-path.ts";
import type { Call } from "./call.ts";
import { errorResponse } from "./error-object.ts";
import { bodyLimit, limitBody } from "./request/body.ts";
import { withSingleValues } from "./request/headers.ts";
import { responseOf } from "./response/answer.ts";
import type { Endpoint } from "./route.ts";

export type Exchange = Omit<Call, "parameters">;

/** Never rejects. */
type Router = (exchange: Exchange) => Promise<Response>;

interface Mount {
  readonly basePath?: string;
  /** Of the service's address for buyers, for hints. */
  readonly origin?: string | undefined;
}

/** Routes requests at the endpoints' paths, or below a base path. HEAD is GET without the body; OPTIONS and 405 are answered here. */
export function createRouter(endpoints: readonly Endpoint[], { basePath = "", origin = "" }: Mount = {}): Router {
  const app = new Hono<{ Bindings: Exchange }>({
    // Hono's default router falls back to this one, because its faster router does not support all of these paths.
    router: new TrieRouter(),
    getPath: (request) => pathBelow(basePath, request),
  });
  for (const [path, ofPath] of byPath(endpoints)) {
    const place = path.replaceAll(/\{(\w+)\}/g, ":$1");
    for (const endpoint of ofPath) {
      app.on(endpoint.method, place, async (c) => {
        c.env.learned.route = path;
        const response = await answer(endpoint, { ...c.env, parameters: c.req.param() });
        return endpoint.crossOrigin === true ? allowAnyOrigin(response) : response;
      });
    }
    app.all(place, (c) => {
      c.env.learned.route = path;
      return otherMethod(ofPath, c.env);
    });
  }
  const hintAt = pathHints(endpoints, `${origin}${basePath}`);
  app.notFound((c) => {
    const code = "NOT_FOUND_PATH";
    const problem = hintAt(c.req.path);
    return refused(problem === undefined ? { code } : { code, details: [{ field: "path", code, problem }] }, c.env);
  });
  return async (exchange) => app.fetch(exchange.request, exchange);
}

/**
 * Paths with fewer open parts come first, so that `/px/intents/confirm` never matches an intentKey, and those with an
 * open end last.
 */
function byPath(endpoints: readonly Endpoint[]): readonly (readonly [string, readonly Endpoint[]])[] {
  const openness = (path: string) => path.split("{").length + (path.endsWith("/*") ? 1_000 : 0);
  const paths = [...new Set(endpoints.map(({ path }) => path))].toSorted((a, b) => openness(a) - openness(b));
  return paths.map((path) => [path, endpoints.filter((endpoint) => endpoint.path === path)]);
}

async function answer(endpoint: Endpoint, call: Call): Promise<Response> {
  try {
    const { address: limit } = endpoint.limits ?? {};
    const admitted = limit === undefined ? ok(undefined) : await call.admission.byAddress(limit);
    if (!admitted.ok) return refused(admitted.error, call);
    const single = withSingleValues(call.request);
    if (!single.ok) return refused(single.error, call);
    const { request, exceeded } = limitBody(single.value);
    const result = await endpoint.answer({ ...call, request });
    if (exceeded()) return refused(tooLarge.error, call);
    if (!result.ok) return refused(result.error, call);
    const response = await responseOf(result.value, call);
    const { cacheSeconds } = endpoint;
    if (cacheSeconds !== undefined) response.headers.set("Cache-Control", `public, max-age=${cacheSeconds}`);
    return response;
  } catch (error) {
    call.report(error);
    const code = isStoreUnavailable(error) ? "STORE_UNAVAILABLE" : "FAILED_INTERNAL_SYSTEM_PROCESSING";
    return refused({ code }, call);
  }
}

function refused(refusal: Refusal, exchange: Exchange): Response {
  exchange.learned.code = refusal.code;
  return errorResponse(refusal, exchange);
}

const tooLarge = refuse("REQUEST_TOO_LARGE", [
  { field: "body", code: "REQUEST_TOO_LARGE", problem: `must be at most ${bodyLimit} bytes` },
]);

/** Answers OPTIONS, or refuses a method that the path does not take; `Allow` names the methods that it takes. */
function otherMethod(ofPath: readonly Endpoint[], exchange: Exchange): Response {
  const methods = ofPath.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  const response =
    exchange.request.method === "OPTIONS"
      ? new Response(null, { status: 204 })
      : refused({ code: "METHOD_NOT_ALLOWED" }, exchange);
  response.headers.set("Allow", [...methods, "OPTIONS"].join(", "));
  const open = ofPath.filter(({ crossOrigin }) => crossOrigin === true).map(({ method }) => method);
  if (open.length === 0) return response;
  response.headers.set("Access-Control-Allow-Methods", open.join(", "));
  response.headers.set("Access-Control-Allow-Headers", "Authorization, Content-Type");
  response.headers.set("Access-Control-Max-Age", "600");
  return allowAnyOrigin(response);
}

/** These endpoints read no cookie, so any page may read the answer; the operation decides who may open a checkout. */
function allowAnyOrigin(response: Response): Response {
  response.headers.set("Access-Control-Allow-Origin", "*");
  response.headers.set("Access-Control-Expose-Headers", "Trace-Id, Retry-After");
  return response;
}
