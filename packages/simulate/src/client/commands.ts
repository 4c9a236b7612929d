import type { Answer, SentRequest } from "../exchange.ts";
import { insist, type Client } from "./client.ts";
import { authenticate, cancel, confirm, createSession, giveUp, lookUp, openLink } from "./requests.ts";

/** One thing that a client does, with what it knows. It does nothing where it does not know enough. */
export interface Command {
  readonly name: string;
  readonly run: (client: Client) => Promise<void>;
}

/** Sends a request, or two of the same at once, or the same again later; and learns from every answer. */
async function send(client: Client, request: SentRequest): Promise<void> {
  const { random, clock, order } = client;
  if (request.idempotencyKey !== undefined && !order.keyed.includes(request)) order.keyed.push(request);
  const once = async () => learn(client, await insist(client, request));
  if (random.chance(0.15)) {
    await Promise.all([once(), once()]);
    return;
  }
  await once();
  if (!random.chance(0.15)) return;
  await clock.after(random.below(20_000)).elapsed;
  await once();
}

function learn({ order }: Client, answer: Answer | undefined): void {
  if (answer === undefined || answer.status >= 300) return;
  const { token, redirectUrl } = answer.body;
  if (typeof token === "string" && !order.tokens.includes(token)) order.tokens.push(token);
  if (typeof redirectUrl !== "string") return;
  const { searchParams } = new URL(redirectUrl);
  const intentKey = searchParams.get("intentKey");
  const amount = Number(searchParams.get("amount") ?? 0);
  const known = order.payments.some((payment) => payment.intentKey === intentKey);
  if (intentKey !== null && amount > 0 && !known) order.payments.push({ intentKey, amount });
}

/** Mostly the newest, sometimes an old one. */
function anyOf<Item>({ random }: Client, items: readonly Item[]): Item | undefined {
  return items.length === 0 ? undefined : random.chance(0.75) ? items.at(-1) : random.pick(items);
}

function withLink(name: string, requestOf: (client: Client, token: string) => SentRequest): Command {
  return {
    name,
    async run(client) {
      const token = anyOf(client, client.order.tokens);
      if (token !== undefined) await send(client, requestOf(client, token));
    },
  };
}

type Payment = Client["order"]["payments"][number];

function withPayment(name: string, requestOf: (client: Client, payment: Payment) => SentRequest): Command {
  return {
    name,
    async run(client) {
      const payment = anyOf(client, client.order.payments);
      if (payment !== undefined) await send(client, requestOf(client, payment));
    },
  };
}

/** By its key, or by its order. */
function named({ random }: Client, { intentKey }: Payment): string | undefined {
  return random.chance(0.7) ? intentKey : undefined;
}

function partOf({ random }: Client, { amount }: Payment): number {
  return random.chance(0.1) ? amount + 1 : random.between(1, Math.max(1, Math.ceil(amount / 3)));
}

function waiting(name: string, mostMs: number): Command {
  return { name, run: ({ clock, random }) => clock.after(random.below(mostMs)).elapsed };
}

const newSession: Command = { name: "create-session", run: (client) => send(client, createSession(client)) };
const pay = withLink("authenticate", authenticate);
const confirmIt = withPayment("confirm", (client, payment) => confirm(client, payment));
const cancelPart = withPayment("cancel-part", (client, payment) =>
  cancel(client, named(client, payment), { cancelAmount: partOf(client, payment) }),
);
const cancelRest = withPayment("cancel-rest", (client, payment) => cancel(client, named(client, payment)));

const repeat: Command = {
  name: "repeat",
  async run(client) {
    const request = anyOf(client, client.order.keyed);
    if (request !== undefined) await send(client, request);
  },
};

const reuseKey: Command = {
  name: "reuse-key",
  async run(client) {
    const request = anyOf(client, client.order.keyed);
    const payment = anyOf(client, client.order.payments);
    if (request === undefined || payment === undefined) return;
    const key = request.idempotencyKey;
    const canceling = client.random.chance(0.5);
    const { intentKey } = payment;
    await send(
      client,
      canceling ? cancel(client, intentKey, { cancelAmount: 1, key }) : confirm(client, payment, { key }),
    );
  },
};

/** Both cancellations of a careless shop at once. */
const cancelTwice: Command = {
  name: "cancel-twice",
  async run(client) {
    await Promise.all([
      cancelPart.run(client),
      client.random.chance(0.5) ? cancelPart.run(client) : cancelRest.run(client),
    ]);
  },
};

/** What a buyer and a shop do when all goes well. */
const journey: readonly Command[] = [newSession, withLink("open-link", (_, token) => openLink(token)), pay, confirmIt];

/** What they do besides: each as likely as it stands here often. */
const besides: readonly Command[] = [
  newSession,
  withLink("open-link", (_, token) => openLink(token)),
  withLink("give-up", (_, token) => giveUp(token)),
  pay,
  pay,
  confirmIt,
  confirmIt,
  withPayment("confirm-another-amount", (client, payment) => confirm(client, payment, { difference: 1 })),
  cancelPart,
  cancelPart,
  cancelPart,
  cancelRest,
  cancelTwice,
  withPayment("look-up", (client, payment) => lookUp(client, named(client, payment))),
  repeat,
  repeat,
  reuseKey,
  waiting("wait", 5_000),
  waiting("wait", 40_000),
  waiting("wait-long", 240_000),
];

/** A client's whole life: a journey with detours, then whatever comes to its mind. */
export async function live(client: Client, onCommand: (command: Command) => void): Promise<void> {
  const { random } = client;
  const run = async (command: Command) => {
    onCommand(command);
    await command.run(client);
  };
  const straight = random.chance(0.75);
  for (const command of straight ? journey : []) {
    await run(command);
    if (random.chance(0.15)) await run(random.pick(besides));
  }
  const more = random.below(12);
  for (let count = 0; count < more; count += 1) await run(random.pick(besides));
}
