import { type Client, pickKnown, send } from "../client/client.ts";
import type { Command } from "../client/command.ts";
import type { ClientRequest } from "../client/request.ts";
import type { Part } from "../part.ts";
import { type KnownPayment, knownPayments } from "./knowledge.ts";
import * as requests from "./requests.ts";

function withPayment(name: string, requestOf: (client: Client, payment: KnownPayment) => ClientRequest): Command {
  return {
    name,
    async run(client) {
      const payment = pickKnown(client, client.order.known.of(knownPayments));
      if (payment !== undefined) await send(client, requestOf(client, payment));
    },
  };
}

/** By its key, or by its order. */
function named({ random }: Client, { intentKey }: KnownPayment): string | undefined {
  return random.chance(0.7) ? intentKey : undefined;
}

function partOf({ random }: Client, { amount }: KnownPayment): number {
  return random.chance(0.1) ? amount + 1 : random.between(1, Math.max(1, Math.ceil(amount / 3)));
}

export const confirm = withPayment("confirm", (client, payment) => requests.confirm(client, payment));
const confirmAnotherAmount = withPayment("confirm-another-amount", (client, payment) =>
  requests.confirm(client, payment, { difference: 1 }),
);
export const cancelPart = withPayment("cancel-part", (client, payment) =>
  requests.cancel(client, named(client, payment), { cancelAmount: partOf(client, payment) }),
);
export const cancelRest = withPayment("cancel-rest", (client, payment) =>
  requests.cancel(client, named(client, payment)),
);
const lookUp = withPayment("look-up", (client, payment) => requests.lookUp(client, named(client, payment)));

/** Two cancellations of a careless merchant at once. */
const cancelTwice: Command = {
  name: "cancel-twice",
  async run(client) {
    await Promise.all([
      cancelPart.run(client),
      client.random.chance(0.5) ? cancelPart.run(client) : cancelRest.run(client),
    ]);
  },
};

export const part: Part = {
  knowledge: [knownPayments],
  commands: [
    [confirm, 2],
    [confirmAnotherAmount, 1],
    [cancelPart, 3],
    [cancelRest, 1],
    [cancelTwice, 1],
    [lookUp, 1],
  ],
};
