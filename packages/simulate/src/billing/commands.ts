import * as requests from "./requests.ts";
import { passDays } from "../calendar/calendar.ts";
import { authenticate, createSession, openLink } from "../checkout/checkout.ts";
import { type Client, pickKnown, send, type Command, sendingAbout } from "../client/client.ts";
import type { Part } from "../part.ts";
import { cancelRequest, confirm, lookUpRequest } from "../payment/commands.ts";
import { type AskedCharge, askedCharges, cardsSent, knownCharges, knownKeys } from "./requests.ts";

/** More cards, each unanswered and looked up again and again, would keep a slow run from ending. */
const mostCards = 8;

export const issueKey: Command = {
  name: "issue-key",
  async run(client) {
    if (client.order.known.of(cardsSent).count < mostCards) await send(client, requests.issueKey(client));
  },
};

async function sendCharge(client: Client, content: requests.ChargeContent | undefined, key?: string): Promise<void> {
  if (content === undefined) await issueKey.run(client);
  else await send(client, requests.charge(client, content, key));
}

export const charge: Command = {
  name: "charge",
  async run(client) {
    const { random, order } = client;
    const live = order.known.of(knownKeys).filter(({ isDeleted }) => !isDeleted);
    if (live.length < 3 && random.chance(0.6)) await issueKey.run(client);
    await sendCharge(client, requests.newCharge(client));
  },
};

function contentOf({ customerId, orderId, totalAmount, instruments }: AskedCharge): requests.ChargeContent {
  return { customerId, orderId, totalAmount, instruments };
}

const chargeAgain: Command = {
  name: "charge-again",
  async run(client) {
    const asked = pickKnown(client, client.order.known.of(askedCharges));
    await sendCharge(client, asked && contentOf(asked));
  },
};

const chargeDifferently: Command = {
  name: "charge-differently",
  async run(client) {
    const asked = pickKnown(client, client.order.known.of(askedCharges));
    await sendCharge(client, asked && requests.otherCharge(client, contentOf(asked)));
  },
};

const chargeTwice: Command = {
  name: "charge-twice",
  async run(client) {
    const content = requests.newCharge(client);
    if (content === undefined) return;
    const other = client.random.chance(0.7) ? content : requests.otherCharge(client, content);
    await Promise.all([sendCharge(client, content), sendCharge(client, other)]);
  },
};

const chargeAndRemove: Command = {
  name: "charge-and-remove",
  async run(client) {
    const content = requests.newCharge(client);
    const [instrument] = content?.instruments ?? [];
    if (instrument === undefined) return;
    const { random, clock } = client;
    const remove = async () => {
      await clock.after(random.pick([0, random.below(500), random.below(10_000)])).elapsed;
      await send(client, requests.removeKey(client, instrument.billing));
    };
    await Promise.all([sendCharge(client, content), remove()]);
    if (random.chance(0.5)) await sendCharge(client, content);
  },
};

const chargeBesideCheckout: Command = {
  name: "charge-beside-checkout",
  async run(client) {
    const { order, random } = client;
    const others = [createSession, openLink, authenticate, confirm].slice(0, random.between(1, 4));
    const last = others.pop();
    for (const each of others) await each.run(client);
    await Promise.all([last?.run(client), sendCharge(client, requests.newCharge(client, order.orderId))]);
  },
};

const removeKey = sendingAbout("remove-key", knownKeys, (client, { billkey }) => requests.removeKey(client, billkey));

function aboutOrder(client: Client, orderId: string): Client {
  return { ...client, order: { ...client.order, orderId } };
}

const cancelCharge: Command = {
  name: "cancel-charge",
  async run(client) {
    const { random, order } = client;
    const paid = pickKnown(client, order.known.of(knownCharges));
    if (paid === undefined) return;
    const cancelAmount = random.chance(0.3) ? random.between(1, paid.totalAmount) : undefined;
    const part = cancelAmount === undefined ? {} : { cancelAmount };
    const intentKey = random.chance(0.6) ? paid.intentKey : undefined;
    const cancel = () => send(client, cancelRequest(aboutOrder(client, paid.orderId), intentKey, part));
    await Promise.all(random.chance(0.2) ? [cancel(), cancel()] : [cancel()]);
  },
};

const lookUp = sendingAbout("look-up-charge", askedCharges, (client, { orderId }) =>
  lookUpRequest(aboutOrder(client, orderId), undefined),
);

export const part: Part = {
  knowledge: [knownKeys, cardsSent, askedCharges, knownCharges],
  chargingServer: [
    [issueKey, 3],
    [charge, 6],
    [chargeAgain, 3],
    [chargeDifferently, 2],
    [chargeTwice, 2],
    [chargeAndRemove, 2],
    [chargeBesideCheckout, 1],
    [removeKey, 1],
    [cancelCharge, 8],
    [lookUp, 2],
    [passDays, 1],
  ],
};
