import { type Knowledge, pickKnown, send } from "../client/client.ts";
import type { Command } from "../client/command.ts";
import type { ClientRequest } from "../client/request.ts";
import type { Part } from "../part.ts";
import { cancelRequest, confirmRequest, knownPayments } from "../payment/commands.ts";

const requestsUnderKey: Knowledge<ClientRequest[]> = {
  start: () => [],
  onSend(known, request) {
    if (request.idempotencyKey !== undefined && !known.includes(request)) known.push(request);
  },
};

export const repeat: Command = {
  name: "repeat",
  async run(client) {
    const request = pickKnown(client, client.order.known.of(requestsUnderKey));
    if (request === undefined) return;
    // Mostly with the key that the merchant has now.
    const { authorization } = client.random.chance(0.8) ? client.order.merchant : request;
    await send(client, { ...request, authorization });
  },
};

const reuseKey: Command = {
  name: "reuse-key",
  async run(client) {
    const request = pickKnown(client, client.order.known.of(requestsUnderKey));
    const payment = pickKnown(client, client.order.known.of(knownPayments));
    if (request === undefined || payment === undefined) return;
    const key = request.idempotencyKey;
    const canceling = client.random.chance(0.5);
    await send(
      client,
      canceling
        ? cancelRequest(client, payment.intentKey, { cancelAmount: 1, key })
        : confirmRequest(client, payment, { key }),
    );
  },
};

export const part: Part = {
  knowledge: [requestsUnderKey],
  commands: [
    [repeat, 2],
    [reuseKey, 1],
  ],
};
