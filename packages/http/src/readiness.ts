import { isStoreUnavailable, type Payments } from "@wonflow/core";
import { z } from "zod";

/** What `GET /readyz` answers. A reason is a word that programs may rely on. */
export const readinessSchema = z
  .object({
    status: z.enum(["ready", "not-ready"]),
    process: z.literal("stopping").optional().meta({
      description: "This process is about to stop: send requests to another one",
    }),
    store: z.enum(["unreachable", "refuses-writes"]).optional().meta({
      description:
        "The store does not answer; or it answers reads and refuses writes, as on a full disk or a database that became read-only",
    }),
    work: z.literal("waiting").optional().meta({
      description:
        "Due work has waited for a minute, and no process claims it: call startWork(payments) in the program that has the service inside, or run wonflow work beside wonflow serve",
    }),
  })
  .meta({ id: "Readiness" });

export type ProcessReadiness = z.output<typeof readinessSchema>;

interface Asked {
  readonly payments: Payments;
  readonly ready: () => Promise<boolean | "stopping">;
  readonly workWaits: () => boolean;
}

/** Whether this process can serve requests, and why it can't. Never rejects. */
export async function readinessOf(
  { payments, ready, workWaits }: Asked,
  report: (error: unknown) => void,
): Promise<ProcessReadiness> {
  const status = "not-ready" as const;
  try {
    const answer = await ready();
    if (answer === "stopping") return { status, process: answer };
    if (!answer) return { status };
    const checked = await payments.readiness.check();
    if (checked.store === "ready") return { status: "ready", ...(workWaits() && { work: "waiting" as const }) };
    report(checked.error);
    return { status, store: checked.store };
  } catch (error) {
    report(error);
    return isStoreUnavailable(error) ? { status, store: "unreachable" } : { status };
  }
}
