import type { Client } from "./client.ts";

export interface Command {
  readonly name: string;
  readonly run: (client: Client) => Promise<void>;
}

export type WeightedCommand = readonly [command: Command, weight: number];

function wait(name: string, mostMs: number): Command {
  return { name, run: ({ clock, random }) => clock.after(random.below(mostMs)).elapsed };
}

export const waits: readonly WeightedCommand[] = [
  [wait("wait", 5_000), 1],
  [wait("wait", 40_000), 1],
  [wait("wait-long", 240_000), 1],
];

export interface Workload {
  readonly purchase: readonly Command[];
  readonly commands: readonly WeightedCommand[];
}

export interface WorkloadListener {
  readonly onCommand: (command: Command) => void;
  readonly onPurchased: () => void;
}

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
