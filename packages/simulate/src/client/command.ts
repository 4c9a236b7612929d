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
