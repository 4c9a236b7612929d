import type { WrongDecision } from "../wrong-decision.ts";

const deliver = "core/src/webhook/deliver.ts";
const delivery = "core/src/webhook/delivery.ts";

export const wrongDecisions: readonly WrongDecision[] = [
  {
    name: "a merchant told that has no contract for it",
    within: 200,
    breaks: ["one webhook of each settlement"],
    file: "core/src/settlement/settle.ts",
    changes: [["...(merchant?.contracts.webhook === true && { deliveryId })", "deliveryId"]],
  },
  {
    name: "a webhook that leaves late",
    within: 400,
    breaks: ["sent as committed"],
    file: deliver,
    changes: [["if (context.clock.now() - at > leaveWithinMs) return", "if (context.clock.now() < at) return"]],
  },
  {
    name: "any answer taken for a delivery",
    within: 50,
    breaks: ["webhooks follow their receivers"],
    file: delivery,
    changes: [
      ["if (status !== undefined && status >= 200 && status < 300) return", "if (status !== undefined) return"],
    ],
  },
  {
    name: "a webhook given up at its first failure",
    within: 50,
    breaks: ["webhooks follow their receivers"],
    file: delivery,
    changes: [['return status === gone || isLast ? "exhaust" : "fail";', 'return "exhaust";']],
  },
  {
    name: "a webhook given up that nobody is told of",
    within: 200,
    breaks: ["told of what is given up"],
    file: deliver,
    changes: [['delivery.status !== next.status && next.status === "EXHAUSTED"', "delivery.status === next.status"]],
  },
  {
    name: "a webhook sent without its try",
    within: 50,
    breaks: ["sent as committed"],
    file: delivery,
    changes: [["tries: next.number,", "tries: 0,"]],
  },
];
