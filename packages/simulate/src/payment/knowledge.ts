import type { Knowledge } from "../client/client.ts";

/** A payment as the redirect to successUrl named it. */
export interface KnownPayment {
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
