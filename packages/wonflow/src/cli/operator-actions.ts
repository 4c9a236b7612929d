import type { OperatorAction } from "@wonflow/core";
import type { Command } from "commander";

import { addCommand } from "./command.ts";
import { ofOperators } from "./beside-service.ts";
import { limitOption, withHint } from "./page-options.ts";
import { ownerOf, ownerOptions } from "./owner-options.ts";
import { minuteInSeoul, textTable } from "./table.ts";

/** `wonflow operators actions`: who changed what, and when. */
export function addOperatorActionsCommand(operators: Command): void {
  addCommand(operators, "actions", {
    description: "list what operators have changed, the newest first",
    examples: ["wonflow operators actions --mid 7 --mode live --limit 100", "wonflow operators actions --platform"],
    options: ownerOptions.extend({ limit: limitOption }),
    async run({ limit, ...named }) {
      const owner = ownerOf(named);
      const page = await ofOperators(owner, (payments) => payments.operators.actions(owner, { limit }));
      const { items, hasMore } = page;
      return { value: { actions: items, hasMore }, text: withHint(tableOf(items), hasMore) };
    },
  });
}

function tableOf(actions: readonly OperatorAction[]): string {
  if (actions.length === 0) return "No operator has changed anything.";
  const rows = actions.map((action) => {
    const about = Object.entries(action.about).map(([name, value]) => `${name}=${value}`);
    const { askedAt, operator, operation } = action;
    return [minuteInSeoul(askedAt), operator ?? "-", operation, endOf(action), about.join(" ")];
  });
  return textTable([["ASKED (KST)", "OPERATOR", "OPERATION", "END", "ABOUT"], ...rows]);
}

/** A change whose process was killed has no recorded end: its object shows whether it took effect. */
function endOf({ endedAt, code }: OperatorAction): string {
  return endedAt === null ? "not known" : (code ?? "done");
}
