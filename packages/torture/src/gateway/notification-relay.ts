import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { chanceBy } from "../chance.ts";
import type { Victims } from "../disturb.ts";
import { anyOf } from "../round.ts";
import { account } from "./emulator-process.ts";

/** The network between the gateway and the processes: it brings notifications to any of them, and not reliably. */
export interface NotificationRelay {
  /** How many notifications were lost, sent on once, and sent on twice. */
  readonly counts: Readonly<Record<keyof typeof sendings, number>>;
  /** Answers that no genuine notification may get. */
  readonly wrong: readonly string[];
  readonly close: () => Promise<void>;
}

const sendings = { lost: 0, once: 1, twice: 2 } as const;
const fates = ["lost", "once", "once", "twice"] as const;

interface Relayed {
  readonly services: Victims["services"];
  readonly seed: string;
}

/** Registers an address at the gateway, and forwards what comes there to a process that runs. */
export async function startRelay(gatewayUrl: string, { services, seed }: Relayed): Promise<NotificationRelay> {
  const chance = chanceBy(`${seed} notifications`);
  const counts = { lost: 0, once: 0, twice: 0 };
  const wrong: string[] = [];
  const forward = async (body: string) => {
    await pause(chance.between(0, 500));
    const url = anyOf(services, chance);
    if (url === undefined) return;
    const sent = { method: "POST", body, signal: AbortSignal.timeout(longestMs) };
    try {
      const { status } = await fetch(`${url}/gateways/default/notifications`, sent);
      if (status !== 200 && status !== 503) wrong.push(`a notification was answered ${status}: ${body.slice(0, 200)}`);
    } catch {
      // The process was killed, and the gateway does not send it again.
    }
  };
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    const fate = chance.pick(fates);
    counts[fate] += 1;
    // Also to a lost one, which the gateway would not send again either way.
    response.writeHead(200, { "content-type": "text/html" }).end("OK");
    for (let left = sendings[fate]; left > 0; left -= 1) await forward(body);
  };
  const server = createServer((request, response) => void take(request, response).catch(() => response.destroy()));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  for (const method of ["card", "bank"]) await register(gatewayUrl, { method, url: `http://127.0.0.1:${port}/` });
  return {
    counts,
    wrong,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

const longestMs = 20_000;

async function register(gatewayUrl: string, webhook: { readonly method: string; readonly url: string }): Promise<void> {
  const authorization = `Basic ${btoa(`${account.clientKey}:${account.secretKey}`)}`;
  const sent = { method: "POST", headers: { authorization }, body: JSON.stringify(webhook) };
  const answer = await (await fetch(`${gatewayUrl}/v1/webhook`, sent)).text();
  if (!answer.includes('"0000"')) throw new Error(`no address for notifications could be registered: ${answer}`);
}
