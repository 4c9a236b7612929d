import {
  type Client,
  type Knowledge,
  type Command,
  sendingAbout,
  get,
  merchantPost,
  type ClientRequest,
} from "../client/client.ts";
import type { Part } from "../part.ts";

interface KnownPayment {
  readonly intentKey: string;
  readonly amount: number;
}

export const knownPayments: Knowledge<KnownPayment[]> = {
  start: () => [],
  onSuccess(known, { body: { redirectUrl } }) {
    if (typeof redirectUrl !== "string") return;
    const { searchParams } = new URL(redirectUrl);
    const intentKey = searchParams.get("intentKey");
    const amount = Number(searchParams.get("amount") ?? 0);
    if (intentKey === null || amount <= 0 || known.some((payment) => payment.intentKey === intentKey)) return;
    known.push({ intentKey, amount });
  },
};

export function confirmRequest(
  client: Client,
  { intentKey, amount }: KnownPayment,
  { difference = 0, key }: { readonly difference?: number; readonly key?: string | undefined } = {},
): ClientRequest {
  const body = { intentKey, orderId: client.order.orderId, amount: amount + difference };
  const name = difference === 0 ? "confirm" : "confirm-another-amount";
  return merchantPost(client, { name, path: "/px/intents/confirm", bodyWith: () => body, key });
}

export function cancelRequest(
  client: Client,
  intentKey: string | undefined,
  { cancelAmount, key }: { readonly cancelAmount?: number; readonly key?: string | undefined } = {},
): ClientRequest {
  const payment = intentKey ?? `orders/${client.order.orderId}`;
  const part = cancelAmount === undefined ? {} : { cancelAmount };
  const bodyWith = (mark: string) => ({ cancelReason: `changed my mind${mark}`, ...part });
  const name = cancelAmount === undefined ? "cancel-rest" : "cancel-part";
  return merchantPost(client, { name, path: `/px/intents/${payment}/cancel`, bodyWith, key });
}

export function lookUpRequest(client: Client, intentKey: string | undefined): ClientRequest {
  const { order, random } = client;
  const path = intentKey !== undefined && random.chance(0.5) ? intentKey : `orders/${order.orderId}`;
  return get(client, "look-up", `/px/intents/${path}`);
}

function named({ random }: Client, { intentKey }: KnownPayment): string | undefined {
  return random.chance(0.7) ? intentKey : undefined;
}

function partOf({ random }: Client, { amount }: KnownPayment): number {
  return random.chance(0.1) ? amount + 1 : random.between(1, Math.max(1, Math.ceil(amount / 3)));
}

export const confirm = sendingAbout("confirm", knownPayments, (client, payment) => confirmRequest(client, payment));
const confirmAnotherAmount = sendingAbout("confirm-another-amount", knownPayments, (client, payment) =>
  confirmRequest(client, payment, { difference: 1 }),
);
export const cancelPart = sendingAbout("cancel-part", knownPayments, (client, payment) =>
  cancelRequest(client, named(client, payment), { cancelAmount: partOf(client, payment) }),
);
export const cancelRest = sendingAbout("cancel-rest", knownPayments, (client, payment) =>
  cancelRequest(client, named(client, payment)),
);
const lookUp = sendingAbout("look-up", knownPayments, (client, payment) =>
  lookUpRequest(client, named(client, payment)),
);

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
