import { type Client, type Knowledge, pickKnown, send } from "./client.ts";
import type { ClientRequest } from "./request.ts";

export interface Command {
  readonly name: string;
  readonly run: (client: Client) => Promise<void>;
}

export type WeightedCommand = readonly [command: Command, weight: number];

export function sending(name: string, requestOf: (client: Client) => ClientRequest): Command {
  return { name, run: (client) => send(client, requestOf(client)) };
}

/** Does nothing where the client knows none. */
export function sendingAbout<Item>(
  name: string,
  known: Knowledge<Item[]>,
  requestOf: (client: Client, item: Item) => ClientRequest,
): Command {
  return {
    name,
    async run(client) {
      const item = pickKnown(client, client.order.known.of(known));
      if (item !== undefined) await send(client, requestOf(client, item));
    },
  };
}

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

export async function runWorkload(
  client: Client,
  { purchase, commands }: Workload,
  { onCommand, onPurchased }: { onCommand: (command: Command) => void; onPurchased: () => void },
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
