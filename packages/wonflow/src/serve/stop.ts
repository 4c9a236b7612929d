import type { Server } from "node:http";

import { systemClock } from "../system-clock.ts";
import type { Environment } from "../settings/environment.ts";
import type { WorkLoop } from "../work-loop.ts";
import { answerLast, close } from "./connections.ts";

/** In this time callers that keep asking leave their connections, which would otherwise be closed under a request. */
const leavingMs = 100;

/** How long closing may take: a database that no longer answers would keep the process forever. */
const closingMs = 5_000;

interface Running {
  readonly server: Server;
  readonly work: Pick<WorkLoop, "stop">;
  /** Closed last, when no request and no work uses them any more. */
  readonly closed: readonly { readonly close: () => Promise<unknown> }[];
}

type Times = Pick<Environment, "drainMs" | "stopMs">;

export async function stopInOrder({ drainMs, stopMs }: Times, { server, work, closed }: Running): Promise<void> {
  answerLast(server);
  // A load balancer reads /readyz before this process refuses connections.
  const waitMs = Math.max(drainMs, leavingMs);
  // Those who are let in last are answered in the other half.
  const drained = systemClock.after(waitMs).elapsed.then(() => close(server, stopMs / 2));
  await atMost(waitMs + stopMs, Promise.all([drained, work.stop()]));
  server.closeAllConnections();
  await atMost(closingMs, Promise.all(closed.map((one) => one.close())));
}

async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  const deadline = systemClock.after(ms);
  await Promise.race([work, deadline.elapsed]);
  deadline.cancel();
}
