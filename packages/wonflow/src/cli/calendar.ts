import type { Command } from "commander";

import { addCommand } from "./command.ts";
import { refused, withPayments } from "./with-payments.ts";

export function addCalendarCommands(program: Command): void {
  const calendar = program.command("calendar").description("unannounced days on which banks are closed");
  addCommand(calendar, "show", {
    description: "list the closed days, and the last day that the announced holidays are known for",
    examples: ["wonflow calendar show"],
    async run() {
      const value = await withPayments("development", (payments) => payments.calendar.closedDays());
      return { value, text: `Holidays are known to ${value.lastDay}.\n${daysOf(value)}` };
    },
  });
  addDayCommand(calendar, "close", "move the settlements of this day to the next business day");
  addDayCommand(calendar, "reopen", "remove this day from the closed days");
}

function addDayCommand(calendar: Command, name: "close" | "reopen", description: string): void {
  addCommand(calendar, `${name} <day>`, {
    description: `${description} (YYYY-MM-DD)`,
    examples: [`wonflow calendar ${name} 2027-01-04`],
    async run(_options, { args: [day = ""] }) {
      const changed = await withPayments("development", (payments) => payments.calendar[name](day));
      if (!changed.ok) throw refused(changed.error);
      return { value: changed.value, text: daysOf(changed.value) };
    },
  });
}

function daysOf({ days }: { readonly days: readonly string[] }): string {
  return days.length === 0 ? "No other day is closed." : days.join("\n");
}
