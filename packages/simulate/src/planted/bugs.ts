import { bankBugs } from "./bank-bugs.ts";
import type { PlantedBug } from "./bug.ts";
import { cardBugs } from "./card-bugs.ts";
import { plantedDecision } from "./plant.ts";
import { storeBugs } from "./store-bugs.ts";
import { windowBugs } from "./window-bugs.ts";
import { wrongDecisions } from "./wrong-decisions.ts";

const webhookBugs: readonly PlantedBug[] = [
  {
    name: "any answer treated as a delivery",
    within: 50,
    breaks: ["webhooks follow their receivers"],
    plant: ({ webhooks }) => ({
      webhooks: {
        async send(message) {
          await webhooks.send(message);
          return { outcome: "answered", status: 200, ms: 0, text: "" };
        },
      },
    }),
  },
  {
    name: "a webhook with another body",
    within: 50,
    breaks: ["a webhook is sent as committed"],
    plant: ({ webhooks }) => ({
      webhooks: { send: (message) => webhooks.send({ ...message, body: `${message.body} ` }) },
    }),
  },
];

export const plantedBugs: readonly PlantedBug[] = [
  ...storeBugs,
  ...cardBugs,
  ...bankBugs,
  ...webhookBugs,
  ...windowBugs,
];

/** The bug to plant around ports; undefined for a wrong decision, which must be in core already. */
export function bugNamed(name: string | undefined): PlantedBug | undefined {
  if (name === plantedDecision()) return undefined;
  if (wrongDecisions.some((each) => each.name === name)) {
    throw new Error(`“${name}” must be planted before core is loaded, in a thread of its own`);
  }
  const bug = plantedBugs.find((each) => each.name === name);
  if (bug !== undefined) return bug;
  const names = [...plantedBugs, ...wrongDecisions].map((each) => `  ${each.name}`).join("\n");
  throw new RangeError(`There is no planted bug called “${name}”. There are:\n${names}`);
}
