import type { Clock, TenantId, WebhookAnswer, WebhookMessage } from "@wonflow/core";
import { seededRandom, type Random } from "../engine/random.ts";
import type { ReceivedMessage, ReceivedMessages } from "../observation/observed.ts";

/** The servers of all merchants that receive webhooks. */
export interface Receivers {
  readonly books: ReceivedMessages;
  /** A message arrives; some are never answered. */
  readonly receive: (message: WebhookMessage) => Promise<WebhookAnswer>;
}

/** What a server does with a message: answers it with a status after some milliseconds, or leaves it unanswered. */
type Reaction = { readonly status: number; readonly afterMs: number } | "hangs";

/** How a server is: what it does with the n-th message, at a moment since the run began. */
type Receiver = (sinceStart: number) => Reaction;

const well: Reaction = { status: 204, afterMs: 0 };
const hourMs = 3_600_000;

function flaky(random: Random): Receiver {
  return () => {
    const slow = { status: 200, afterMs: random.between(1_000, 14_000) };
    return random.pick([well, well, slow, { status: 500, afterMs: 0 }, { status: 301, afterMs: 0 }, "hangs"]);
  };
}

/** It is out of order, for hours or for good, and well afterwards. */
function downUntil(end: number, random: Random): Receiver {
  return (sinceStart) => {
    if (sinceStart >= end) return well;
    return random.pick([{ status: 503, afterMs: 0 }, { status: 502, afterMs: 3_000 }, "hangs"]);
  };
}

/** It has no place for messages for a time. */
function goneUntil(end: number): Receiver {
  return (sinceStart) => (sinceStart >= end ? well : { status: 410, afterMs: 0 });
}

function receiverOf(random: Random): Receiver {
  const kind = random.below(100);
  const end = random.pick([100 * hourMs, 140 * hourMs, 200 * hourMs, 400 * hourMs, Infinity]);
  if (kind < 35) return () => well;
  if (kind < 65) return flaky(random);
  return kind < 88 ? downUntil(end, random) : goneUntil(end);
}

/** The address of a merchant's server; after a change it is another one of the same server. */
export function receiverUrl(tenant: TenantId, change: number): string {
  return `https://shop.example/webhooks/${tenant.replace(":", "/")}/${change}`;
}

function tenantIn(url: string): TenantId {
  const [mId, mode] = new URL(url).pathname.split("/").slice(2);
  return `${Number(mId)}:${mode === "live" ? "live" : "test"}`;
}

export function createReceivers({ seed, clock }: { readonly seed: number; readonly clock: Clock }): Receivers {
  const startMs = clock.now();
  const servers = new Map<TenantId, Receiver>();
  const received: ReceivedMessage[] = [];

  function serverOf(tenant: TenantId): Receiver {
    const server = servers.get(tenant) ?? receiverOf(seededRandom(seed, `receiver ${tenant}`));
    servers.set(tenant, server);
    return server;
  }

  return {
    books: { records: () => [...received] },
    async receive(message) {
      const tenant = tenantIn(message.url);
      const at = clock.now();
      const reaction = serverOf(tenant)(at - startMs);
      const index = received.push({ ...message, tenant, at, answered: undefined }) - 1;
      if (reaction === "hangs") return new Promise(() => undefined);
      const { status, afterMs } = reaction;
      if (afterMs > 0) await clock.after(afterMs).elapsed;
      received[index] = { ...message, tenant, at, answered: status };
      return { outcome: "answered", status, ms: clock.now() - at, text: "" };
    },
  };
}
