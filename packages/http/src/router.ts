import { isStoreUnavailable, ok, refuse, type Refusal, type Result } from "@wonflow/core";
import { Hono } from "hono";
import { pathBelow, pathHints } from "./base-path.ts";
import type { Call } from "./call.ts";
import { errorResponse } from "./error-object.ts";
import { bodyLimit, limitBody } from "./request/body-limit.ts";
import { compressed } from "./response/content-coding.ts";
import { Kept, keptResponse } from "./response/kept-text.ts";
import type { Reply } from "./response/reply.ts";
import { Streamed, streamedResponse } from "./response/streamed.ts";
import type { Endpoint } from "./route.ts";

/** A request with all that its answer is made with, before it has found its endpoint. */
export type Exchange = Omit<Call, "parameters">;

/** Leads an exchange to its endpoint and back. Never rejects. */
export type Router = (exchange: Exchange) => Promise<Response>;

/**
 * A router for these endpoints, at their paths or below a base path. It answers HEAD as GET without the body, OPTIONS,
 * and methods that there are not.
 */
export function createRouter(endpoints: readonly Endpoint[], basePath = ""): Router {
  const app = new Hono<{ Bindings: Exchange }>({ getPath: (request) => pathBelow(basePath, request) });
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
  const hintAt = pathHints(endpoints);
  app.notFound((c) => {
    const code = "NOT_FOUND_PATH";
    const problem = hintAt(c.req.path);
    return refused(problem === undefined ? { code } : { code, details: [{ field: "path", code, problem }] }, c.env);
  });
  return async (exchange) => app.fetch(exchange.request, exchange);
}

/** Paths with fewer open parts come first, so that `/px/intents/confirm` is never taken for an intentKey. */
function byPath(endpoints: readonly Endpoint[]): readonly (readonly [string, readonly Endpoint[]])[] {
  const openParts = (path: string) => path.split("{").length;
  const paths = [...new Set(endpoints.map(({ path }) => path))].toSorted((a, b) => openParts(a) - openParts(b));
  return paths.map((path) => [path, endpoints.filter((endpoint) => endpoint.path === path)]);
}

async function answer(endpoint: Endpoint, call: Call): Promise<Response> {
  try {
    const { address: limit } = endpoint.limits ?? {};
    const admitted = limit === undefined ? ok(undefined) : await call.admission.byAddress(limit);
    if (!admitted.ok) return refused(admitted.error, call);
    const { request, exceeded } = limitBody(call.request);
    const result = await endpoint.answer({ ...call, request });
    return await responseTo(exceeded() ? tooLarge : result, { endpoint, call });
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

async function responseTo(
  result: Result<Reply<number, unknown> | Kept | Streamed<unknown> | Response>,
  { endpoint, call }: { readonly endpoint: Endpoint; readonly call: Call },
): Promise<Response> {
  if (!result.ok) return refused(result.error, call);
  const { value } = result;
  if (value instanceof Response) return compressed(value, call);
  if (value instanceof Kept) return keptResponse(value, call);
  if (value instanceof Streamed) return streamedResponse(value, call.report);
  const response = Response.json(value.body, { status: value.status, headers: value.headers });
  const { cacheSeconds } = endpoint;
  if (cacheSeconds !== undefined) response.headers.set("Cache-Control", `public, max-age=${cacheSeconds}`);
  return response;
}

/** Says which methods a path takes: that is all that OPTIONS asks, and more than another method deserves. */
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

/** No cookie is ever asked for, so any page may read the answer; which may open a checkout, the operation decides. */
function allowAnyOrigin(response: Response): Response {
  response.headers.set("Access-Control-Allow-Origin", "*");
  response.headers.set("Access-Control-Expose-Headers", "Trace-Id, Retry-After");
  return response;
}
