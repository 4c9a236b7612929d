import { z } from "zod";
import type { Knowledge } from "../client/client.ts";
import type { ClientRequest } from "../client/request.ts";

export interface KnownKey {
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
