import type { Client } from "./client.ts";
import type { Command, WeightedCommand } from "./command.ts";

/** What clients do. */
export interface Workload {
  /** What a client does first, one after the other, when all goes well. */
  readonly purchase: readonly Command[];
  /** What it does besides. */
  readonly commands: readonly WeightedCommand[];
}

/** Told of what a client does. */
export interface WorkloadListener {
  readonly onCommand: (command: Command) => void;
  /** Its purchase is over, whatever came of it. */
  readonly onPurchased: () => void;
}

/** Runs all commands of a client: mostly a purchase with detours, then any commands. */
export async function runWorkload(
  client: Client,
  { purchase, commands }: Workload,
  { onCommand, onPurchased }: WorkloadListener,
): Promise<void> {
  const { random } = client;
  const choices = commands.flatMap(([command, weight]) => Array.from({ length: weight }, () => command));
  const run = async (command: Command) => {
    onCommand(command);
    await command.run(client);
  };
  const purchases = random.chance(0.75);
  for (const command of purchases ? purchase : []) {
    await run(command);
    if (random.chance(0.15)) await run(random.pick(choices));
  }
  onPurchased();
  const more = random.below(12);
  for (let count = 0; count < more; count += 1) await run(random.pick(choices));
}
