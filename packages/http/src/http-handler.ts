import type { Clock, Payments, RateLimiter } from "@wonflow/core";
import { readBasePath, wrongMount } from "./base-path.ts";
import type { OperatorSignIn } from "./call.ts";
import { errorResponse } from "./error-object.ts";
import { createAdmission, openAdmission, type Admission } from "./rate-limit/admission.ts";
import { observedRequests, type AnsweredRequest } from "./observed-requests.ts";
import { clientAddressFinder, type Peer } from "./rate-limit/client-address.ts";
import { machineClock } from "./rate-limit/machine-clock.ts";
import { memoryRateLimiter } from "./rate-limit/memory-rate-limiter.ts";
import { rateLimitsWith, type RateLimitSettings } from "./rate-limit/rate-limits.ts";
import { languageOf } from "./request/language.ts";
import { gzipOnly, type Compressions } from "./response/content-coding.ts";
import type { Endpoint } from "./route.ts";
import { createRouter } from "./router.ts";
import { routes } from "./routes.ts";
import { WrongMount } from "./wrong-mount.ts";
import { developmentRoutes, type MovableClock } from "./routes/development.ts";
import { operatorSessionRoutes } from "./routes/operator-session.ts";

/**
 * Answers one request. Never rejects. Without a peer, the request's address is not known, and the limits by address
 * do not apply to it.
 */
export type HttpHandler = (request: Request, peer?: Peer) => Promise<Response>;

export interface HttpSettings {
  /**
   * The path below which the service is reached, such as `/pay`; none by default. Requests are answered with it and
   * without it, so that it does not matter whether a framework or a proxy takes it off.
   */
  readonly basePath?: string;
  /** Whether requests can be served, asked by `GET /readyz`: of the store, for one. Always, by default. */
  readonly ready?: () => Promise<boolean>;
  /**
   * Told of every error that was answered with a 500, or a 503 where the store is out of reach, or that broke a
   * long list off, with the traceId of that answer; and, once a minute at most, of a rate limiter that fails. Nobody
   * is, by default.
   */
  readonly report?: (error: unknown, traceId: string) => void;
  /** Told of every request once it is answered: a line for a log. Nobody is, by default. */
  readonly answered?: (request: AnsweredRequest) => void;
  /** Who may look up cards, BINs and the catalog: anybody, by default, or whoever has a secret or client key. */
  readonly cardLookUps?: "anybody" | "key";
  /**
   * How often the service may be asked, where that differs from the usual limits (docs/limits.md), or no limits at
   * all. By default the usual ones, but none where there is a `developmentClock`.
   */
  readonly rateLimits?: RateLimitSettings | "off";
  /** What counts requests: one that all processes share, or each process for itself, in its memory, by default. */
  readonly rateLimiter?: RateLimiter;
  /**
   * Addresses and ranges, such as `10.0.0.0/8`, of the proxies before this service, whose X-Forwarded-For is
   * believed; `[]` where there are none. Unless this is said nobody can tell a proxy from the clients behind it, and
   * the limits by address do not apply.
   */
  readonly trustedProxies?: readonly string[];
  /** The time by which a rate limiter is waited for, and requests are measured; the machine's by default. */
  readonly clock?: Clock;
  /** What signs operators in, in place of `/operator/session`, which does not exist then. */
  readonly operators?: OperatorSignIn;
  /** The clock of a service in development. With it the paths exist that only development has, `/development/…`. */
  readonly developmentClock?: MovableClock;
  /** Compresses pages, scripts, and what is sent often and changes seldom; gzip, by default. */
  readonly compressions?: Compressions;
  /** Makes the id that names a request in its answer and in reports; a random UUID by default. */
  readonly traceId?: () => string;
  /** Pages and scripts that are served beside the interface, under the same rules; none by default. */
  readonly beside?: readonly Endpoint[];
}

/**
 * The whole HTTP interface as a fetch handler: mount it wherever a `Request` comes in and a `Response`
 * goes out, before any body parser.
 *
 * Every failure has the same shape, `{ statusCode, code, message, traceId, details? }`; every answer
 * carries its traceId in the header `Trace-Id`. `GET /openapi.json` describes all of it.
 *
 * @example
 * const handler = createHttpHandler(payments, { report: (error, traceId) => log.error({ error, traceId }) });
 * const response = await handler(new Request("https://pay.example/healthz")); // 200 { "status": "alive" }
 */
export function createHttpHandler(payments: Payments, settings: HttpSettings = {}): HttpHandler {
  const { ready = async () => true, report = () => {}, traceId: newTraceId = () => crypto.randomUUID() } = settings;
  const { cardLookUps = "anybody", compressions = gzipOnly, beside = [], developmentClock, operators } = settings;
  const ofDevelopment = developmentClock === undefined ? [] : developmentRoutes(developmentClock);
  const served = operators === undefined ? routes : routes.filter((one) => !operatorSessionRoutes.includes(one));
  const admissionOf = admissions(settings);
  const endpoints = [...served, ...ofDevelopment, ...beside];
  const basePath = readBasePath(settings.basePath ?? "", endpoints);
  const router = createRouter(endpoints, basePath);
  const observe = observedRequests(settings);
  return async (request, peer) => {
    const traceId = newTraceId();
    const tell = (error: unknown) => {
      try {
        report(error, traceId);
      } catch {
        // Whoever reads reports has no place here to hear of this one; the caller still gets an answer.
      }
    };
    return observe({ request, traceId }, async (learned) => {
      const language = languageOf(request.headers);
      const problem = wrongMount(basePath, peer);
      if (problem !== undefined) {
        tell(new WrongMount(`Wonflow ${problem}`));
        return finish(misplaced(problem, { traceId, language }), traceId);
      }
      const response = await router({
        payments,
        request,
        admission: admissionOf(request, peer, tell),
        traceId,
        learned,
        language,
        report: tell,
        ready: () => answersYes(ready, tell),
        lookUpsNeedKey: cardLookUps === "key",
        operators,
        isDevelopment: developmentClock !== undefined,
        compressions,
      });
      return finish(response, traceId);
    });
  };
}

/** Nothing is done where links that are given out would lead nowhere. */
function misplaced(problem: string, request: Parameters<typeof errorResponse>[1]): Response {
  const code = "FAILED_INTERNAL_SYSTEM_PROCESSING";
  return errorResponse({ code, details: [{ field: "mount", code, problem }] }, request);
}

type AdmissionOf = (request: Request, peer: Peer | undefined, report: (error: unknown) => void) => Admission;

function admissions(settings: HttpSettings): AdmissionOf {
  const { developmentClock, rateLimits = developmentClock === undefined ? {} : "off", trustedProxies } = settings;
  const findAddress = trustedProxies === undefined ? () => undefined : clientAddressFinder(trustedProxies);
  if (rateLimits === "off") return () => openAdmission;
  const { clock = machineClock, rateLimiter: limiter = memoryRateLimiter(() => clock.now()) } = settings;
  const admission = createAdmission({ limits: rateLimitsWith(rateLimits), limiter, clock });
  return ({ headers }, peer, report) => admission({ address: findAddress(peer, headers), report });
}

async function answersYes(ready: () => Promise<boolean>, tell: (error: unknown) => void): Promise<boolean> {
  try {
    return await ready();
  } catch (error) {
    tell(error);
    return false;
  }
}

/** What every answer has, whatever it answers. */
function finish(response: Response, traceId: string): Response {
  const { headers } = response;
  headers.set("Trace-Id", traceId);
  headers.set("X-Content-Type-Options", "nosniff");
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  return response;
}
