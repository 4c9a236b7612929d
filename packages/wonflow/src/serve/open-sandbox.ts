import type { Clock } from "@wonflow/core";
import type { SandboxCardNetwork, SandboxPayoutBank } from "@wonflow/sandbox";

import type { Environment } from "../environment.ts";
import { sandboxCardNetwork } from "../sandbox-card-network.ts";
import { sandboxPayoutBank } from "../sandbox-payout-bank.ts";
import { folderError } from "./folder-error.ts";

export interface Sandbox {
  readonly network: SandboxCardNetwork;
  readonly bank: SandboxPayoutBank;
  readonly close: () => Promise<unknown>;
}

/** Opens the sandbox on the record beside the store: in the same database, or in the data folder. */
export async function openSandbox({ dataDir, databaseUrl }: Environment, clock: Clock): Promise<Sandbox> {
  const place = { clock, dataDir, url: databaseUrl };
  let network: SandboxCardNetwork | undefined;
  try {
    const cards = await sandboxCardNetwork(place);
    network = cards;
    const bank = await sandboxPayoutBank(place);
    return { network: cards, bank, close: () => Promise.all([cards.close(), bank.close()]) };
  } catch (error) {
    await network?.close();
    throw folderError(error, dataDir);
  }
}
