import { gzipSync } from "node:zlib";
import { WrongMount, type HttpHandler } from "@wonflow/http";
import { whyNoAnswer } from "../why-no-answer.ts";

/** Marks a request of a check. Only this process knows its value, and only during the check. */
const checkHeader = "wonflow-mount-check";

const timeoutMs = 10_000;

interface Seen {
  readonly path: string;
  readonly method: string;
  readonly body: string;
}

interface Checked {
  readonly url: string;
  /** The base path that requests may have when they arrive. */
  readonly basePath: string;
  /** Whether it compresses answers. */
  readonly compresses: boolean;
  readonly underWay: Set<string>;
}

const known = new WeakMap<HttpHandler, Checked>();

/** Wraps a handler: requests of a running check get a description of themselves, all others go to the handler. */
export function checkable(handler: HttpHandler, at: Omit<Checked, "underWay">): HttpHandler {
  const underWay = new Set<string>();
  const withChecks: HttpHandler = async (request, peer) => {
    // Reading a header costs every request time, so it happens during a check only.
    const check = underWay.size === 0 ? null : request.headers.get(checkHeader);
    return check !== null && underWay.has(check) ? describe(request, check, at) : handler(request, peer);
  };
  known.set(withChecks, { ...at, underWay });
  return withChecks;
}

/** Without these headers no page of another origin gets the script, or may frame the checkout. */
const sentAlong = {
  "Cross-Origin-Resource-Policy": "cross-origin",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors *",
};

async function describe(
  request: Request,
  check: string,
  { compresses }: Pick<Checked, "compresses">,
): Promise<Response> {
  const { pathname } = new URL(request.url);
  const body = await request.text().catch(() => "");
  const seen = JSON.stringify({ path: decodeURI(pathname), method: request.method, body } satisfies Seen);
  const headers = new Headers({ ...sentAlong, [checkHeader]: check, "Cache-Control": "no-store" });
  const isCompressed = probes.some((probe) => probe.isCompressed === true && pathname.endsWith(probe.path));
  if (!compresses || !isCompressed) return new Response(seen, { headers });
  headers.set("Content-Encoding", "gzip");
  return new Response(new Uint8Array(gzipSync(seen)), { headers });
}

/**
 * Sends requests to the address of the service's links, as merchants and browsers will, and compares them with those
 * that reach the handler. So a start fails, and not the first payment, if `settings.checkoutUrl` leads elsewhere, or a
 * framework changes requests. Call it once the server listens. It touches no payment.
 *
 * Rejects with a `WrongMount` whose message has a line for each problem, with what to do about it.
 *
 * @param options.url another address to ask: behind a load balancer another process may answer, so ask this one
 *
 * @example
 * await checkMount(createHandler(payments), { url: "http://127.0.0.1:3000/pay" });
 */
export async function checkMount(handler: HttpHandler, options: { readonly url?: string } = {}): Promise<void> {
  const checked = known.get(handler);
  if (checked === undefined) {
    throw new TypeError(
      "checkMount takes a handler made by createHandler of the same copy of this package: " +
        "a bundler may have made two copies; on Next.js, name wonflow in serverExternalPackages",
    );
  }
  const url = options.url?.replace(/\/+$/, "") ?? checked.url;
  const check = crypto.randomUUID();
  checked.underWay.add(check);
  try {
    const [reached, ...others] = probes;
    // If the first request does not arrive, no other would.
    const unreached = await problemWith(reached, { ...checked, url }, check);
    const askOthers = () => Promise.all(others.map((probe) => problemWith(probe, { ...checked, url }, check)));
    const problems = unreached === undefined ? await askOthers() : [unreached];
    const found = problems.filter((problem) => problem !== undefined);
    if (found.length > 0) throw new WrongMount(`Wonflow can't take payments as it is mounted.\n${found.join("\n")}`);
  } finally {
    checked.underWay.delete(check);
  }
}

function seenIn(text: string): Seen | undefined {
  try {
    return JSON.parse(text) as Seen;
  } catch {
    return undefined;
  }
}

async function problemWith(
  { method, path, headers, body, arrived, advice }: Probe,
  { url, basePath }: Checked,
  check: string,
): Promise<string | undefined> {
  const say = (what: string) => `- ${method} ${url}${path} ${what}: ${advice}`;
  let response: Response;
  let text: string;
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const sent = { ...headers, [checkHeader]: check };
    response = await fetch(url + path, { method, headers: sent, body: body ?? null, redirect: "manual", signal });
    text = await response.text();
  } catch (error) {
    return say(`got no answer (${whyNoAnswer(error)})`);
  }
  const { status } = response;
  if (response.headers.get(checkHeader) !== check) {
    const location = response.headers.get("Location");
    const to = location === null ? "" : `, which leads to ${location}`;
    if (status === 401)
      return `- ${method} ${url}${path} was answered 401: let requests reach the service without signing in`;
    return say(`was answered ${status} by something else than this service${to}`);
  }
  const changed = Object.entries(sentAlong).find(([name, value]) => response.headers.get(name) !== value);
  if (changed !== undefined) {
    const [name] = changed;
    return `- ${method} ${url}${path} came back with another ${name}: mount the service before any middleware that sets headers`;
  }
  if (method === "HEAD") return undefined;
  const seen = seenIn(text);
  if (seen === undefined) return say("was answered by this service, but the answer came back as something else");
  if (seen.method !== method) return say(`reached the service as ${seen.method}`);
  if (seen.path !== path && seen.path !== basePath + path) return say(`reached the service as ${seen.path}`);
  return arrived(seen.body) ? undefined : say("reached the service without its body, or with another one");
}

interface Probe {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
  /** Whether the service compresses its answer, as for scripts and pages. */
  readonly isCompressed?: boolean;
  /** Whether the received body is the one that was sent. A body parser may have serialized it again. */
  readonly arrived: (body: string) => boolean;
  readonly advice: string;
}

const bytes = (text: string) => new TextEncoder().encode(text);
const json = { "Content-Type": "application/json" };
const empty = (body: string) => body === "";

const order = JSON.stringify({ orderName: "녹차", amount: 10_000 });
const isOrder = (body: string) => {
  try {
    return JSON.stringify(JSON.parse(body)) === order;
  } catch {
    return false;
  }
};

const large = JSON.stringify({ padding: "" }).replace('""', `"${"p".repeat(64 * 1024 - '{"padding":""}'.length)}"`);

const form = new URLSearchParams({ token: "a b", name: "녹차" }).toString();

/** Requests that some framework may block or change before they reach the service. */
const probes: readonly [Probe, ...Probe[]] = [
  {
    method: "GET",
    path: "/healthz",
    arrived: empty,
    advice:
      "settings.checkoutUrl must be the address of the service's mount, followed by /checkout, " +
      "and every path below the mount must lead to the service",
  },
  {
    method: "GET",
    path: "/payments-sdk/v1",
    arrived: empty,
    isCompressed: true,
    advice: "keep its Content-Encoding, or turn compression off: createHandler(payments, { compressions: {} })",
  },
  { method: "HEAD", path: "/healthz", arrived: empty, advice: "lead HEAD to the service too" },
  { method: "DELETE", path: "/px/billing/x", arrived: empty, advice: "lead DELETE to the service too" },
  {
    method: "OPTIONS",
    path: "/checkout/sessions",
    headers: { Origin: "https://shop.example", "Access-Control-Request-Method": "POST" },
    arrived: empty,
    advice: "lead OPTIONS to the service too, before any CORS middleware that answers it",
  },
  {
    method: "POST",
    path: "/px/intents/confirm",
    headers: json,
    body: bytes(order),
    arrived: isOrder,
    advice: "mount the service before any body parser",
  },
  {
    method: "POST",
    path: "/px/intents/confirm",
    body: bytes(order),
    arrived: isOrder,
    advice: "bodies without a Content-Type must reach the service: it reads them as JSON",
  },
  {
    method: "POST",
    path: "/px/payfront/sessions",
    headers: json,
    body: bytes(large),
    arrived: (body) => body === large,
    advice: "bodies of up to 64 KiB must reach the service: mount it before any smaller limit, or raise that limit",
  },
  {
    method: "POST",
    path: "/checkout",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: bytes(form),
    arrived: (body) => new URLSearchParams(body).toString() === form,
    advice: "forms must reach the service: mount it before any middleware that reads or refuses them",
  },
];
