import type { Settings } from "../src/index.ts";
import { intentRecord } from "../src/payment/intent/intent.ts";
import { sessionRecord } from "../src/payment/intent/session.ts";
import { createWorld, shop, type World } from "./world.ts";

export const dayMs = 24 * 60 * 60 * 1000;

export const kyc = { name: "김구매", registNo: "900101", phoneNumber: "01012345678" };

/** Runs all due work, upkeep too, until none is due. */
export async function doAllDue({ payments }: Pick<World, "payments">): Promise<void> {
  while ((await payments.work.runDue(100)).taken > 0);
}

/** A world whose merchant may send payers' identity data. Tests read it in the store, as no operation answers it. */
export async function createIdentityWorld(options: Parameters<typeof createWorld>[0] = {}) {
  const world = await createWorld({ merchant: { contracts: { kyc: true } }, ...options });
  const { memory, clock } = world;

  return {
    ...world,

    /** Whether a payment's session still has the identity data of its payer. */
    async isIdentified(intentKey: string): Promise<boolean> {
      const read = async (kind: string, id: string) =>
        (await memory.read("7:test", { keys: [{ kind, id }] })).records[0];
      const { sessionId } = intentRecord.schema.parse((await read("intent", intentKey))?.body);
      const session = sessionRecord.schema.parse((await read("session", sessionId ?? ""))?.body);
      return session.kyc !== null;
    },

    /** Moves the clock to a moment, day by day, and runs each day's due work. */
    async moveTo(moment: number) {
      while (clock.now() < moment) {
        await clock.advance(Math.min(dayMs, moment - clock.now()));
        await doAllDue(world);
      }
    },

    /** Another process with other settings. */
    sharedBy: (settings: Partial<Settings>) =>
      createWorld({ merchant: { contracts: { kyc: true } }, sharing: world, settings }),

    lookUp: (intentKey: string) => world.payments.intents.lookUp(shop, { intentKey }),
  };
}
