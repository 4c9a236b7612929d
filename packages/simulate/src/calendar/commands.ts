import type { Client } from "../client/client.ts";
import type { Command } from "../client/command.ts";
import type { Part } from "../part.ts";
import { dayAt, dayLater, startOf } from "./closed-days.ts";

const minuteMs = 60_000;

function untilSomeDay({ clock, random }: Client): number {
  const begins = startOf(dayLater(dayAt(clock.now()), random.pick([1, 2, 3, 3, 4, 5, 5, 6, 8])));
  const moment = random.pick([
    -random.below(500),
    -random.below(3_000),
    -random.below(30_000),
    random.below(5 * minuteMs),
    720 * minuteMs,
  ]);
  return Math.max(0, begins + moment - clock.now());
}

export async function letDaysPass(client: Client): Promise<void> {
  client.letTimePass(untilSomeDay(client));
}

export const passDays: Command = { name: "wait-for-days", run: letDaysPass };

export const part: Part = { commands: [[passDays, 1]] };
