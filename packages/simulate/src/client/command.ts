import type { Client } from "./client.ts";

/** One thing that a client does, with what it knows. It does nothing where it does not know enough. */
export interface Command {
  readonly name: string;
  readonly run: (client: Client) => Promise<void>;
}

/** A command, and how often it is chosen beside the others. */
export type WeightedCommand = readonly [command: Command, weight: number];

function wait(name: string, mostMs: number): Command {
  return { name, run: ({ clock, random }) => clock.after(random.below(mostMs)).elapsed };
}

/** Clients wait, for a moment or until links and payments have expired. */
export const waits: readonly WeightedCommand[] = [
  [wait("wait", 5_000), 1],
  [wait("wait", 40_000), 1],
  [wait("wait-long", 240_000), 1],
];

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
