import type { WrongDecisions } from "./wrong-decision.ts";

export const wrongWebhooks: WrongDecisions = {
  "a returned payout that tells nobody": {
    within: 1200,
    breaks: ["each event is told once"],
    file: "core/src/payout/webhook.ts",
    change: ["before.returnedAt === null && after.returnedAt !== null", "false"],
  },
  "an event told twice, under two numbers": {
    within: 50,
    breaks: ["each event is told once"],
    file: "core/src/payment/intent/webhook.ts",
    change: [
      "deliveryRecord.make(frozenDelivery({ event, about: after.intentKey, sequence, body }, at.now)),",
      "...[sequence, sequence + 1].map((number) => deliveryRecord.make(frozenDelivery({ event, about: after.intentKey, sequence: number, body }, at.now))),",
    ],
  },
  "a payment told as it was before": {
    within: 50,
    breaks: ["a webhook tells of a state that was"],
    file: "core/src/payment/intent/webhook.ts",
    change: [
      "JSON.stringify(viewIntent(after, at))",
      'JSON.stringify(viewIntent({ ...after, status: "IN_PROGRESS" }, at))',
    ],
  },
  "numbers of messages that are not kept": {
    within: 200,
    breaks: ["a sequence puts what is heard in order"],
    file: "core/src/payment/intent/webhook.ts",
    change: ["intentRecord.write({ ...after, told: sequence })", "intentRecord.write(after)"],
  },
  "a webhook given up that nobody is told of": {
    within: 200,
    breaks: ["people are notified of a webhook given up"],
    file: "core/src/oversight/webhook/deliver.ts",
    change: ['next.status === "EXHAUSTED"', "false"],
  },
};
