import { bankBugs } from "./bank-bugs.ts";
import type { PlantedBug } from "./bug.ts";
import { cardBugs } from "./card-bugs.ts";
import { storeBugs } from "./store-bugs.ts";

const webhookBugs: readonly PlantedBug[] = [
  {
    name: "any answer taken for a delivery",
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

export const plantedBugs: readonly PlantedBug[] = [...storeBugs, ...cardBugs, ...bankBugs, ...webhookBugs];
