import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

import type { DrawnFaults } from "@wonflow/nice-emulator";
import { z } from "zod";

const program = join(import.meta.dirname, "../../../nice-emulator/src/cli.ts");

/** The keys of the service's contract. */
export const account = { clientKey: "S2_torture", secretKey: "torture-torture-torture-torture-" };

const cancellation = z.object({ orderId: z.string().nullable(), amount: z.number() });

const recordsSchema = z.object({
  approvals: z.array(
    z
      .object({
        /** The key of our attempt; of a payment from the window that of its opening. */
        orderId: z.string(),
        tid: z.string(),
        amount: z.number(),
        /** Won that were paid and not refunded. */
        held: z.number(),
        netCancelledAt: z.number().nullable(),
        cancellations: z.array(cancellation),
      })
      .transform(({ netCancelledAt, ...approval }) => ({ ...approval, isNetCancelled: netCancelledAt !== null })),
  ),
  bids: z.array(z.object({ bid: z.string(), orderId: z.string(), expired: z.boolean() })),
  /** The orders that the window was opened for; without a tid its buyer has not authenticated. */
  orders: z.array(z.object({ orderId: z.string(), tid: z.string().nullable() })),
});

export type GatewayRecords = z.output<typeof recordsSchema>;

/** The emulated gateway as a process of its own, which is never killed. */
export interface EmulatorProcess {
  readonly url: string;
  readonly records: () => Promise<GatewayRecords>;
  /** How often each kind of fault happened. */
  readonly faults: () => Promise<Readonly<Record<string, number>>>;
  readonly drawFaults: (faults: DrawnFaults) => Promise<unknown>;
  /** Loses the answers to the next hundred approvals, which take effect. */
  readonly loseApprovals: () => Promise<unknown>;
  /** Refunds as an employee does in the gateway's console. */
  readonly refundByHand: (orderId: string, amount: number) => Promise<unknown>;
  /** Charges a payment a second time without a request. */
  readonly chargeAgain: (orderId: string) => Promise<unknown>;
  readonly end: () => Promise<void>;
}

export async function startEmulator(): Promise<EmulatorProcess> {
  const { clientKey, secretKey } = account;
  const child = spawn(process.execPath, [program, "--account", `${clientKey}:${secretKey}`], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const endWithUs = () => child.kill("SIGKILL");
  process.once("exit", endWithUs);
  let printed = "";
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (text) => {
      printed += String(text);
      const [found] = /http:\/\/[\w.:]+/.exec(printed) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.once("exit", () => reject(new Error(`the emulator does not start: ${printed}`)));
  });
  const ask = async (path: string, body?: object): Promise<unknown> => {
    const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const response = await fetch(`${url}/emulator/${path}`, sent);
    if (!response.ok) throw new Error(`/emulator/${path}: ${await response.text()}`);
    return response.json();
  };
  return {
    url,
    records: async () => recordsSchema.parse(await ask("book")),
    faults: async () => z.record(z.string(), z.number()).parse(await ask("faults")),
    drawFaults: (faults) => ask("faults", faults),
    loseApprovals: () => ask("break", { call: "approve", fault: "answer-lost", times: 100 }),
    refundByHand: (orderId, amount) => ask("refund", { orderId, amount }),
    chargeAgain: (orderId) => ask("charge", { orderId }),
    async end() {
      process.off("exit", endWithUs);
      const ended = once(child, "exit");
      if (child.kill("SIGKILL")) await ended;
    },
  };
}
