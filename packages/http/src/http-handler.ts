import { type Clock, type Payments, type RateLimiter, refuseField } from "@wonflow/core";
import { readBasePath, wrongMount } from "./base-path.ts";
import { WrongMount } from "./wrong-mount.ts";
import type { OperatorSignIn, PlatformFinding } from "./call.ts";
import { errorResponse } from "./error-object.ts";
import { createAdmission, openAdmission, type Admission } from "./rate-limit/admission.ts";
import { observedRequests, type AnsweredRequest } from "./observed-requests.ts";
import { clientAddressFinder, type Peer } from "./rate-limit/client-address.ts";
import { memoryRateLimiter } from "./rate-limit/memory-rate-limiter.ts";
import { rateLimitsWith, type RateLimitSettings } from "./rate-limit/rate-limits.ts";
import { readinessOf } from "./readiness.ts";
import { languageOf } from "./request/headers.ts";
import { gzipOnly, type Compressions } from "./response/content-coding.ts";
import { finished } from "./response/answer.ts";
import type { Endpoint } from "./route.ts";
import { notificationEndpoints } from "./routes/notifications.ts";
import { createRouter } from "./router.ts";
import { routes } from "./routes.ts";
import { platformRoutes } from "./routes/platform/platform-routes.ts";
import { developmentRoutes, type MovableClock } from "./routes/development.ts";
import { operatorSessionRoutes } from "./routes/operator-session.ts";

/** Answers one request. Never rejects. Limits by address do not apply without a peer. */
export type HttpHandler = (request: Request, peer?: Peer) => Promise<Response>;

export interface HttpSettings {
  /** The path below which the service is reached, such as `/pay`. A framework or proxy may strip it. */
  readonly basePath?: string;
  /**
   * Whether this process takes requests, asked by `GET /readyz` before it checks the store by `payments.readiness`;
   * always true by default. With `stopping` the answer says `"process": "stopping"`, with false no reason.
   *
   * @example
   * let isStopping = false;
   * process.once("SIGTERM", () => (isStopping = true));
   * const handler = createHttpHandler(payments, { ready: async () => (isStopping ? "stopping" : true) });
   * await handler(new Request("https://pay.example/readyz")); // 503 { "status": "not-ready", "process": "stopping" }
   */
  readonly ready?: () => Promise<boolean | "stopping">;
  /** Asked by `GET /readyz`: whether due work waits that no process claims; never by default. */
  readonly workWaits?: () => boolean;
  /**
   * Called with the traceId and the error of every answer 500, of every answer 503 because the store is unavailable,
   * and of every list that broke off; at most once a minute with a rate limiter's failure. Ignored by default.
   */
  readonly report?: (error: unknown, traceId: string) => void;
  /** Called once a request is answered, such as for a line in a log. Ignored by default. */
  readonly answered?: (request: AnsweredRequest) => void;
  /** Whether look-ups of BINs, cards and the catalog need a secret or client key; `anyone` by default. */
  readonly cardLookUps?: "anyone" | "key";
  /** Limits that differ from the usual ones (docs/limits.md), or `off`, as by default with a `developmentClock`. */
  readonly rateLimits?: RateLimitSettings | "off";
  /** Counts requests. By default each process counts in its own memory; give one that all processes share. */
  readonly rateLimiter?: RateLimiter;
  /**
   * Addresses and ranges, such as `10.0.0.0/8`, of the proxies before this service, whose X-Forwarded-For is trusted;
   * `[]` for none. Without this setting a proxy can't be distinguished from its clients, so limits by address do not
   * apply.
   */
  readonly trustedProxies?: readonly string[];
  /** Measures requests and the wait for a rate limiter; the machine's by default. */
  readonly clock?: Clock;
  /** Signs operators in, in place of `/operator/session`, which is then not served. */
  readonly operators?: OperatorSignIn;
  /**
   * Whether the paths `/platform/…` exist, for the platform's operators, who have a sign-in of their own. False by
   * default.
   */
  readonly platform?: boolean;
  /** Checks the service for `GET /platform/findings`; finds nothing by default. */
  readonly findings?: () => Promise<readonly PlatformFinding[]>;
  /** The clock of a service in development. It adds the paths `/development/…`. */
  readonly developmentClock?: MovableClock;
  /** Compresses pages, scripts and kept texts; gzip by default. */
  readonly compressions?: Compressions;
  /** Makes the id of a request for its answer and reports; a random UUID by default. */
  readonly traceId?: () => string;
  /** More pages and scripts to serve, under the same rules; none by default. */
  readonly beside?: readonly Endpoint[];
}

/**
 * The whole HTTP interface as a fetch handler. Mount it before any body parser.
 *
 * Every failure has the same shape, `{ statusCode, code, message, traceId, details? }`. Every answer
 * carries its traceId in the header `Trace-Id`. `GET /openapi.json` describes the interface.
 *
 * @example
 * const handler = createHttpHandler(payments, { report: (error, traceId) => log.error({ error, traceId }) });
 * const response = await handler(new Request("https://pay.example/healthz")); // 200 { "status": "alive" }
 */
export function createHttpHandler(payments: Payments, settings: HttpSettings = {}): HttpHandler {
  const { ready = async () => true, report = () => {}, traceId: newTraceId = () => crypto.randomUUID() } = settings;
  const { cardLookUps = "anyone", compressions = gzipOnly, beside = [], developmentClock, operators } = settings;
  const { workWaits = () => false } = settings;
  const { platform = false, findings = async () => [] } = settings;
  const ofDevelopment = developmentClock === undefined ? [] : developmentRoutes(developmentClock);
  const absent = [...(operators === undefined ? [] : operatorSessionRoutes), ...(platform ? [] : platformRoutes)];
  const served = routes.filter((one) => !absent.includes(one));
  const admissionOf = admissions(settings);
  const findAddress = clientAddressFinder(settings.trustedProxies ?? []);
  const endpoints = [...served, ...notificationEndpoints, ...ofDevelopment, ...beside];
  const basePath = readBasePath(settings.basePath ?? "", endpoints);
  const { address, windowAddress } = payments.checkout;
  const mount = { basePath, origin: URL.parse(address)?.origin };
  const everywhere = createRouter(endpoints, mount);
  const ofWindows = createRouter(
    endpoints.filter(({ onWindowHost = false }) => onWindowHost),
    mount,
  );
  // Cookies know no ports, so that a page at another port of that host would share its own.
  const windowHost = windowAddress === null ? undefined : URL.parse(windowAddress)?.hostname;
  const routerOf = ({ url }: Request) => (new URL(url).hostname === windowHost ? ofWindows : everywhere);
  const observe = observedRequests(settings);
  return async (request, peer) => {
    const traceId = newTraceId();
    const tell = (error: unknown) => {
      try {
        report(error, traceId);
      } catch {
        // A reporter that throws must not cost the caller the answer.
      }
    };
    return observe({ request, traceId }, async (learned) => {
      const language = languageOf(request.headers);
      const problem = wrongMount(basePath, peer);
      if (problem !== undefined) {
        tell(new WrongMount(`Wonflow ${problem}`));
        return finished(misplaced(problem, { traceId, language }), traceId);
      }
      const response = await routerOf(request)({
        payments,
        request,
        admission: admissionOf(request, peer, tell),
        address: findAddress(peer, request.headers),
        traceId,
        learned,
        language,
        report: tell,
        ready: () => readinessOf({ ready, payments, workWaits }, tell),
        lookUpsNeedKey: cardLookUps === "key",
        operators,
        isDevelopment: developmentClock !== undefined,
        findings,
        compressions,
      });
      return finished(response, traceId);
    });
  };
}

/** Refuses every request while the links that the service gives out would lead nowhere. */
function misplaced(problem: string, request: Parameters<typeof errorResponse>[1]): Response {
  const code = "FAILED_INTERNAL_SYSTEM_PROCESSING";
  return errorResponse({ code, details: [{ field: "mount", code, problem }] }, request);
}

type AdmissionOf = (request: Request, peer: Peer | undefined, report: (error: unknown) => void) => Admission;

/** The time since the process began, which never goes back. */
const processClock: Clock = {
  now: () => performance.now(),
  after(ms) {
    let timeout: NodeJS.Timeout | undefined;
    const elapsed = new Promise<void>((resolve) => {
      timeout = setTimeout(resolve, ms);
    });
    return { elapsed, cancel: () => clearTimeout(timeout) };
  },
};

function admissions(settings: HttpSettings): AdmissionOf {
  const { developmentClock, rateLimits = developmentClock === undefined ? {} : "off", trustedProxies } = settings;
  const findAddress = trustedProxies === undefined ? () => undefined : clientAddressFinder(trustedProxies);
  if (rateLimits === "off") return () => openAdmission;
  const { clock = processClock, rateLimiter: limiter = memoryRateLimiter(() => clock.now()) } = settings;
  const admission = createAdmission({ limits: rateLimitsWith(rateLimits), limiter, clock });
  return ({ headers }, peer, report) => admission({ address: findAddress(peer, headers), report });
}

export interface Unreadable {
  /** The part that can't be read: a header's name, `path`, `request`. */
  readonly field: string;
  /** Reads on after the field: what it must be. */
  readonly problem: string;
  readonly isTooLarge?: boolean;
  readonly acceptLanguage?: string | undefined;
}

/**
 * Answers a request that can't be represented as a `Request`, such as one with an invalid Host: a server's listener
 * sends this in place of a handler's answer, so that every failure has the same shape.
 *
 * @example
 * const response = unreadableRequest({ field: "Host", problem: "must be a host, with or without a port" });
 */
export function unreadableRequest({ field, problem, isTooLarge, acceptLanguage = "" }: Unreadable): Response {
  const code = isTooLarge === true ? "REQUEST_TOO_LARGE" : "INVALID_REQUEST";
  const traceId = crypto.randomUUID();
  const language = languageOf(new Headers({ "Accept-Language": acceptLanguage }));
  return finished(errorResponse(refuseField(code, field, problem).error, { traceId, language }), traceId);
}
