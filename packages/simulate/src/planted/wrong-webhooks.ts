import type { WrongDecisions } from "./wrong-decision.ts";

export const wrongWebhooks: WrongDecisions = {
  "a returned payout without a webhook": {
    within: 1200,
    breaks: ["each event is sent once"],
    file: "core/src/payout/webhook.ts",
    change: ["before.returnedAt === null && after.returnedAt !== null", "false"],
  },
  "an event sent twice, under two numbers": {
    within: 50,
    breaks: ["each event is sent once"],
    file: "core/src/payment/intent/webhook.ts",
    change: [
      "deliveryRecord.make(frozenDelivery({ event, about: after.intentKey, sequence, body }, at.now)),",
      "...[sequence, sequence + 1].map((number) => deliveryRecord.make(frozenDelivery({ event, about: after.intentKey, sequence: number, body }, at.now))),",
    ],
  },
  "a payment sent as it was before": {
    within: 50,
    breaks: ["a webhook shows a state that existed"],
    file: "core/src/payment/intent/webhook.ts",
    change: [
      "JSON.stringify(viewIntent(after, at))",
      'JSON.stringify(viewIntent({ ...after, status: "IN_PROGRESS" }, at))',
    ],
  },
  "sequence numbers that are not stored": {
    within: 200,
    breaks: ["sequence numbers restore the order"],
    file: "core/src/payment/intent/webhook.ts",
    change: ["intentRecord.write({ ...after, told: sequence })", "intentRecord.write(after)"],
  },
  "an exhausted webhook without a notification": {
    within: 200,
    breaks: ["the operator is notified of an exhausted webhook"],
    file: "core/src/oversight/webhook/deliver.ts",
    change: ['next.status === "EXHAUSTED"', "false"],
  },
};
