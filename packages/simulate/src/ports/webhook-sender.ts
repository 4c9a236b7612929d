import type { WebhookAnswer, WebhookSender } from "@wonflow/core";
import { type Caller, Unreachable, type Wire } from "../engine/wire.ts";
import { type PortCall, shortIds } from "./port-call.ts";

/** A connection that breaks is an answer too. */
export function webhookSenderOver(wire: Wire, caller: Caller, receive: WebhookSender["send"]): WebhookSender {
  return {
    async send(message) {
      const call: PortCall<WebhookAnswer> = {
        name: "webhooks.send",
        possible: ["stop", "fail-before", "fail-after", "late", "twice", "sleep"],
        requestText: () => `${shortIds(message.id)} to ${message.url}`,
        answerText: (answer) => (answer.outcome === "answered" ? String(answer.status) : answer.reason),
        effect: () => receive(message),
        about: () => [{ key: { kind: "webhookDelivery", id: message.id } }],
      };
      try {
        return await wire.send(caller, call);
      } catch (error) {
        if (error instanceof Unreachable) return { outcome: "failed", reason: "the connection broke", ms: 0 };
        throw error;
      }
    },
  };
}
