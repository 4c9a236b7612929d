import type { WebhookSender } from "@wonflow/core";
import { fail, inClientSpan } from "./client-span.ts";

/**
 * A webhook sender with a span around each message. Of the merchant's address the span has host and port only: the rest
 * may be a secret. The trace is not propagated to the merchant.
 */
export function observedWebhookSender(sender: WebhookSender): WebhookSender {
  return {
    refusalOf: async (url) => sender.refusalOf?.(url),
    send(message) {
      const { hostname, port, protocol } = addressOf(message.url);
      const attributes = {
        "http.request.method": "POST",
        "wonflow.webhook.delivery": message.id,
        "server.address": hostname,
        "server.port": port === "" ? (protocol === "https:" ? 443 : 80) : Number(port),
      };
      return inClientSpan("POST", attributes, async (span) => {
        const answer = await sender.send(message);
        if (answer.outcome === "answered") {
          span.setAttribute("http.response.status_code", answer.status);
          if (answer.status >= 400) fail(span, String(answer.status));
        } else fail(span, "no_answer");
        return answer;
      });
    },
  };
}

/** The sender refuses an address that can't be parsed. */
function addressOf(url: string): Pick<URL, "hostname" | "port" | "protocol"> {
  return URL.parse(url) ?? { hostname: "", port: "", protocol: "" };
}
