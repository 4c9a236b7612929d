import type { Clock } from "@wonflow/core";
import type { SandboxGateway, SandboxPayoutBank } from "@wonflow/sandbox";

import type { Environment } from "../settings/environment.ts";
import { sandboxGateway } from "../sandbox/sandbox-gateway.ts";
import { sandboxPayoutBank } from "../sandbox/sandbox-payout-bank.ts";
import { folderError } from "./folder-error.ts";

export interface Sandbox {
  readonly gateway: SandboxGateway;
  readonly bank: SandboxPayoutBank;
  readonly close: () => Promise<unknown>;
}

/** Opens the sandbox on the record beside the store: in the same database, or in the data folder. */
export async function openSandbox({ dataDir, databaseUrl }: Environment, clock: Clock): Promise<Sandbox> {
  const place = { clock, dataDir, url: databaseUrl };
  let gateway: SandboxGateway | undefined;
  try {
    const cards = await sandboxGateway(place);
    gateway = cards;
    const bank = await sandboxPayoutBank(place);
    return { gateway: cards, bank, close: () => Promise.all([cards.close(), bank.close()]) };
  } catch (error) {
    await gateway?.close();
    throw folderError(error, dataDir);
  }
}
