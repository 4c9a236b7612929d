export interface Probe {
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
export const probes: readonly [Probe, ...Probe[]] = [
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
