import type { Clock, TenantId, WebhookAnswer, WebhookMessage } from "@wonflow/core";
import { seededRandom, type Random } from "../engine/random.ts";
import type { ReceivedMessage } from "../observation/observed.ts";

type Reaction = { readonly status: number; readonly afterMs: number } | "hangs";

type Receiver = (sinceStart: number) => Reaction;

const well: Reaction = { status: 204, afterMs: 0 };
const hourMs = 3_600_000;

function flaky(random: Random): Receiver {
  return () => {
    const slow = { status: 200, afterMs: random.between(1_000, 14_000) };
    return random.pick([well, well, slow, { status: 500, afterMs: 0 }, { status: 301, afterMs: 0 }, "hangs"]);
  };
}

function downUntil(end: number, random: Random): Receiver {
  return (sinceStart) => {
    if (sinceStart >= end) return well;
    return random.pick([{ status: 503, afterMs: 0 }, { status: 502, afterMs: 3_000 }, "hangs"]);
  };
}

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

export function receiverUrl(tenant: TenantId, change: number): string {
  return `https://shop.example/webhooks/${tenant.replace(":", "/")}/${change}`;
}

function tenantIn(url: string): TenantId {
  const [mId, mode] = new URL(url).pathname.split("/").slice(2);
  return `${Number(mId)}:${mode === "live" ? "live" : "test"}`;
}

export function createReceivers({ seed, clock }: { readonly seed: number; readonly clock: Clock }) {
  const startMs = clock.now();
  const servers = new Map<TenantId, Receiver>();
  const received: ReceivedMessage[] = [];

  function serverOf(tenant: TenantId): Receiver {
    const server = servers.get(tenant) ?? receiverOf(seededRandom(seed, `receiver ${tenant}`));
    servers.set(tenant, server);
    return server;
  }

  return {
    books: { records: (): readonly ReceivedMessage[] => [...received] },
    /** Some messages are never answered. */
    receive: async (message: WebhookMessage): Promise<WebhookAnswer> => {
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
