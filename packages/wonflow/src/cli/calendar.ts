import type { Payments } from "@wonflow/core";
import type { Command } from "commander";

import { print } from "./print.ts";
import { refused, withPayments } from "./with-payments.ts";

interface JsonOption {
  readonly json?: boolean;
}

/** `wonflow calendar`: the days on which banks are closed besides the announced holidays. */
export function addCalendarCommands(program: Command): void {
  const calendar = program.command("calendar").description("days on which banks turned out to be closed");
  calendar
    .command("show")
    .description("list the closed days, and the last day that the announced holidays are known for")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  wonflow calendar show")
    .action(async ({ json = false }: JsonOption) => {
      const shown = await withPayments("development", (payments) => payments.calendar.closedDays());
      const days = shown.days.length === 0 ? ["No day is closed besides."] : shown.days;
      print(json, shown, [`Holidays are known to ${shown.lastDay}.`, ...days].join("\n"));
    });
  dayCommand(calendar, {
    name: "close",
    description: "what would settle on this day settles on the next business day",
    change: (payments, day) => payments.calendar.close(day),
  });
  dayCommand(calendar, {
    name: "reopen",
    description: "take back that banks are closed on this day",
    change: (payments, day) => payments.calendar.reopen(day),
  });
}

interface DayCommand {
  readonly name: "close" | "reopen";
  readonly description: string;
  readonly change: (payments: Payments, day: string) => ReturnType<Payments["calendar"]["close"]>;
}

function dayCommand(calendar: Command, { name, description, change }: DayCommand): void {
  calendar
    .command(`${name} <day>`)
    .description(`${description} (YYYY-MM-DD)`)
    .option("--json", "print JSON")
    .addHelpText("after", `\nExample:\n  wonflow calendar ${name} 2027-01-04`)
    .action(async (day: string, { json = false }: JsonOption) => {
      const changed = await withPayments("development", (payments) => change(payments, day));
      if (!changed.ok) throw refused(changed.error);
      const { days } = changed.value;
      print(json, changed.value, days.length === 0 ? "No day is closed besides." : days.join("\n"));
    });
}
