import { testCards } from "@wonflow/sandbox";
import { type Client, type Knowledge, get, merchantPost, type ClientRequest } from "../client/client.ts";
import { z } from "zod";

interface KnownKey {
  readonly billkey: string;
  readonly customerId: string;
  isDeleted: boolean;
}

export const issueName = "issue-key";
export const removeName = "remove-key";
export const chargeName = "charge";

export const cardsSent: Knowledge<{ count: number }> = {
  start: () => ({ count: 0 }),
  onSend(sent, { name }) {
    if (name === issueName) sent.count += 1;
  },
};

const issueBodySchema = z.looseObject({ customerId: z.string() });

export const knownKeys: Knowledge<KnownKey[]> = {
  start: () => [],
  onSuccess(known, { body: { billkey } }, { name, body }) {
    if (typeof billkey !== "string") return;
    const before = known.find((key) => key.billkey === billkey);
    if (name === removeName && before !== undefined) before.isDeleted = true;
    if (name !== issueName || before !== undefined) return;
    known.push({ billkey, customerId: issueBodySchema.parse(body).customerId, isDeleted: false });
  },
};

const chargeBodySchema = z.object({
  customerId: z.string(),
  orderId: z.string(),
  orderName: z.string(),
  totalAmount: z.number(),
  instruments: z.array(
    z.object({ billing: z.string(), amount: z.number(), installmentPlanMonths: z.number().exactOptional() }),
  ),
});

export type AskedCharge = z.output<typeof chargeBodySchema>;

export function chargeIn({ name, body }: ClientRequest): AskedCharge | undefined {
  return name === chargeName ? chargeBodySchema.parse(body) : undefined;
}

export const askedCharges: Knowledge<AskedCharge[]> = {
  start: () => [],
  onSend(known, request) {
    const charge = chargeIn(request);
    if (charge !== undefined) known.push(charge);
  },
};

const paidSchema = z.object({ intentKey: z.string(), orderId: z.string(), totalAmount: z.number() });

export const knownCharges: Knowledge<z.output<typeof paidSchema>[]> = {
  start: () => [],
  onSuccess(known, { body }, { name }) {
    const paid = name === chargeName ? paidSchema.safeParse(body).data : undefined;
    if (paid === undefined || known.some(({ intentKey }) => intentKey === paid.intentKey)) return;
    known.push(paid);
  },
};

function customerOf({ order: { merchant }, random }: Client): string {
  return `c_${merchant.tenant.replace(":", "-")}.${random.chance(0.9) ? "kim" : "lee"}`;
}

const goodCards = testCards.slice(0, 4);

const refundCards = testCards.filter(({ failure }) => failure?.at === "cancel");

/** Mostly good ones. */
const cardsPicked = [...Array.from({ length: 5 }, () => goodCards), refundCards, refundCards, testCards, testCards];

export function issueKey(client: Client): ClientRequest {
  const { random } = client;
  const { number } = random.pick(random.pick(cardsPicked));
  const customerId = customerOf(client);
  const card = { number, expriationYY: "39", expriationMM: "12", cvc: /^3[47]/.test(number) ? "1234" : "123" };
  const passwordFront2 = random.chance(0.05) ? "99" : "12";
  const owner = { ownerName: "김구매", registNo: "900101", ownerPhoneNumber: "01012345678" };
  return merchantPost(client, {
    name: issueName,
    path: "/px/billing/billkeys/issue",
    bodyWith: () => ({ customerId, ...card, passwordFront2, ...owner }),
  });
}

export function removeKey(client: Client, billkey: string): ClientRequest {
  return { ...get(client, removeName, `/px/billing/${billkey}`), method: "DELETE" };
}

export type ChargeContent = Omit<AskedCharge, "orderName">;

export function charge(client: Client, content: ChargeContent, key?: string): ClientRequest {
  const bodyWith = (mark: string) => ({ ...content, orderName: `November${mark}` });
  return merchantPost(client, { name: chargeName, path: "/px/billing", bodyWith, key });
}

function chargedOrder({ order: { orderId }, random }: Client): string {
  return random.chance(0.3) ? orderId : `${orderId}-${random.below(6)}`;
}

function pickKeys(client: Client, count: number): readonly KnownKey[] {
  const { order, random } = client;
  const known = order.known.of(knownKeys);
  const isCareless = random.chance(0.12);
  const customerId = customerOf(client);
  const own = known.filter((key) => isCareless || (!key.isDeleted && key.customerId === customerId));
  const picked: KnownKey[] = [];
  for (let tries = 0; tries < 3 * count && picked.length < Math.min(count, own.length); tries += 1) {
    const key = random.pick(own);
    if (!picked.includes(key)) picked.push(key);
  }
  return picked;
}

export function newCharge(client: Client, orderId = chargedOrder(client)): ChargeContent | undefined {
  const { order, random } = client;
  const keys = pickKeys(client, random.pick([1, 2, 2, 3]));
  const [first] = keys;
  if (first === undefined) return undefined;
  const totalAmount = Math.max(order.amount, keys.length);
  const part = Math.floor(totalAmount / keys.length);
  const months = random.chance(0.1) ? { installmentPlanMonths: random.below(4) } : {};
  const instruments = keys.map(({ billkey }, index) => {
    return { billing: billkey, amount: index === 0 ? totalAmount - part * (keys.length - 1) : part, ...months };
  });
  return { customerId: first.customerId, orderId, totalAmount, instruments };
}

export function otherCharge(client: Client, { orderId, ...content }: ChargeContent): ChargeContent {
  const other = client.random.chance(0.5) ? newCharge(client, orderId) : undefined;
  if (other !== undefined) return other;
  const instruments = content.instruments.toReversed();
  if (instruments.length > 1) return { ...content, orderId, instruments };
  const [only] = instruments;
  const totalAmount = content.totalAmount + 1;
  return { ...content, orderId, totalAmount, instruments: only ? [{ ...only, amount: totalAmount }] : [] };
}
