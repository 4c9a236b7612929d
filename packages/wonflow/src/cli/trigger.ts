import { webhookEvents } from "@wonflow/core";
import { Argument, type Command } from "commander";
import { z } from "zod";

import { causes } from "./causes.ts";
import { addCommand, option } from "./command.ts";
import { withProgress } from "./progress.ts";
import { runningServiceOptions } from "./running-service.ts";
import { wholeNumber } from "./whole-number.ts";

const names = webhookEvents.map(({ name }) => name);

const notes = `The events are real: an order is paid with a test card, refused, given up or
canceled. For settlement.completed and the payouts the service's clock moves
ahead to the settlement, and for a payout by three business days more. Other
work that is due by then is done. A payout goes to a new seller, and the sandbox
bank pays, fails or returns it.

It pays with the key in WONFLOW_SECRET_KEY, of test mode, or test_sk_docs.
Events of payments and payouts are sent to endpoints that subscribe to them, as
wonflow webhooks listen does.

Events:
${names.map((name) => `  ${name}`).join("\n")}`;

/** `wonflow trigger`: causes an event with a webhook. */
export function addTriggerCommand(program: Command): void {
  addCommand(program, "trigger", {
    description: "cause an event in a service that runs for development",
    notes,
    examples: ["wonflow trigger payment.done", "wonflow trigger settlement.completed --amount 250000 --json"],
    argument: new Argument("<event>", "the event").choices(names),
    options: runningServiceOptions.extend({
      amount: option(
        "--amount <won>",
        "the amount that the buyer pays (default: 10000)",
        wholeNumber("--amount must be a whole number of won").default(10_000),
      ),
    }),
    async run({ url, amount }, { args }) {
      const event = z.enum(names).parse(args[0]);
      const { mId, value, lines } = await withProgress("Paying", (tell) => causes[event]({ url, amount, tell }));
      // A command can't open the folder of a service that runs: the service itself is asked.
      const sent = `Webhook   ${event}, sent if an endpoint subscribes to it: GET ${url}/merchants/${mId}/webhook-deliveries`;
      return { value, text: [...lines, sent].join("\n") };
    },
  });
}
