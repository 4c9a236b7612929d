import type { Context } from "../context.ts";
import { ok, refuse, type Answer } from "../result.ts";
import { cardCompanyOf, type CardCompany } from "../gateway/card-company.ts";
import { seoulTime } from "../engine/time/seoul-time.ts";
import { loadOnce } from "../engine/commit/commit.ts";
import { merchantRef, type Merchant } from "../merchant/merchant.ts";
import type { EasyPayProvider, PaymentMethod } from "../merchant/payment-methods.ts";
import { salesTax, salesTaxOfEach, type SalesTax } from "../ledger/money/sales-tax.ts";
import { approvalKeys, cancellationKeys } from "./intent/attempt-keys.ts";
import { approvalRecord, type ApprovalAttempt } from "./intent/approval-attempt.ts";
import { cancellationRecord, type CancellationAttempt } from "./cancel/cancellation-attempt.ts";
import { intentRecord, type Intent } from "./intent/intent.ts";
import { paymentOfReceiptToken } from "./intent/view.ts";

/** Receipts of payments, for anyone with their address (interface: PaymentIntent, `receipt`). */
export interface ReceiptOperations {
  /**
   * Reads the receipt of a payment by the token that ends the address in `receipt.candyUrl`: a sales slip for each
   * method, with its cancellations. Amounts are in won.
   *
   * Refusals: `NOT_FOUND_PAYMENT` without an approved payment of this token.
   *
   * @example
   * const receipt = await payments.receipts.read(token);
   */
  read(token: string): Answer<Receipt, typeof readReceiptErrors>;
}

export function receiptOperations(context: Context): ReceiptOperations {
  return { read: (token) => readReceipt(context, token) };
}

export interface TaxedAmount extends SalesTax {
  readonly amount: number;
}

/** The sales slip (매출전표) of one method: its charge and its cancellations. */
export interface SalesSlip extends TaxedAmount {
  readonly approvalNumber: string;
  /** Such as `2026-11-20T14:03:07+09:00`. */
  readonly approvedAt: string;
  readonly method: PaymentMethod;
  /** Null if the gateway does not say, and without a card. */
  readonly maskedNumber: string | null;
  /** Of a wallet; null if it is unknown, and without one. */
  readonly easyPayProvider: EasyPayProvider | null;
  /** Undefined if the company is unknown. */
  readonly company: CardCompany | undefined;
  /** 0 for a lump sum; null if the gateway does not say, and without a card. */
  readonly installmentPlanMonths: number | null;
  readonly cancellations: readonly { readonly amount: number; readonly canceledAt?: string }[];
  /** The rest after cancellations, which take the taxed part first. */
  readonly remaining: TaxedAmount;
}

export interface Receipt {
  readonly merchant: Pick<Merchant, "name" | "businessName" | "businessRegistrationNumber" | "phone">;
  readonly testMode: boolean;
  readonly orderId: string;
  readonly orderName: string;
  /** One for each method, in their order. */
  readonly slips: readonly [SalesSlip, ...SalesSlip[]];
  /** Of all slips, before cancellations. */
  readonly total: TaxedAmount;
}

export const readReceiptErrors = ["NOT_FOUND_PAYMENT"] as const;

async function readReceipt(context: Context, token: string) {
  const named = paymentOfReceiptToken(token);
  if (named === undefined) return refuse("NOT_FOUND_PAYMENT");
  const { tenant, intentKey } = named;
  const found = await loadOnce(context, tenant, async (read) => {
    const [intent, merchant] = await read(intentRecord.ref(intentKey), merchantRef);
    if (intent?.receiptToken == null || merchant === undefined) return undefined;
    const approvals = await read(
      ...approvalKeys(intent.approvalKey, intent.methods.length).map((key) => approvalRecord.ref(key)),
    );
    const cancellations = await read(...cancellationKeys(intent).map((key) => cancellationRecord.ref(key)));
    return { intent, receiptToken: intent.receiptToken, merchant, approvals, cancellations };
  });
  if (found === undefined) return refuse("NOT_FOUND_PAYMENT");
  // Compared as digests, so that the time taken reveals nothing about a guess.
  const { vault } = context;
  if ((await vault.hash(token)) !== (await vault.hash(found.receiptToken))) return refuse("NOT_FOUND_PAYMENT");
  const { intent, merchant, approvals, cancellations } = found;
  const { orderId, orderName, totalAmount, taxFreeAmount } = intent;
  const { name, businessName, businessRegistrationNumber, phone } = merchant;
  const [first, ...others] = slipsOf(intent, { approvals, cancellations });
  if (first === undefined) throw new Error(`intent ${intentKey} was approved without a method`);
  return ok<Receipt>({
    merchant: { name, businessName, businessRegistrationNumber, phone },
    testMode: tenant.mode === "test",
    orderId,
    orderName,
    slips: [first, ...others],
    total: { amount: totalAmount, ...salesTax(totalAmount, taxFreeAmount) },
  });
}

interface Attempts {
  readonly approvals: readonly (ApprovalAttempt | undefined)[];
  readonly cancellations: readonly (CancellationAttempt | undefined)[];
}

function slipsOf(
  { intentKey, methods, taxFreeAmount }: Intent,
  { approvals, cancellations }: Attempts,
): readonly SalesSlip[] {
  const taxes = salesTaxOfEach(
    methods.map(({ amount }) => amount),
    taxFreeAmount,
  );
  const canceled = cancellations.filter((each) => each !== undefined).filter(({ canceledAt }) => canceledAt !== null);
  return methods.map((method, index) => {
    const { amount, maskedNumber, issuerCode, installmentPlanMonths } = method;
    const { approvalNumber, approvedAt } = approvals[index] ?? {};
    const tax = taxes[index];
    if (approvalNumber == null || approvedAt == null || tax === undefined) {
      throw new Error(`method ${index + 1} of intent ${intentKey} is paid without an approval`);
    }
    const mine = canceled.filter((each) => each.method === index);
    const whole = { amount, ...tax };
    return {
      ...whole,
      approvalNumber,
      approvedAt: seoulTime(approvedAt),
      maskedNumber,
      method: method.method,
      easyPayProvider: method.method === "EASY_PAY" ? (method.easyPay?.provider ?? null) : null,
      company: cardCompanyOf(issuerCode ?? ""),
      installmentPlanMonths,
      cancellations: mine.map(viewCancellation),
      remaining: mine.length === 0 ? whole : remainingOf(whole, mine),
    };
  });
}

function viewCancellation({ amount, canceledAt }: CancellationAttempt): SalesSlip["cancellations"][number] {
  return { amount, ...(canceledAt !== null && { canceledAt: seoulTime(canceledAt) }) };
}

function remainingOf(whole: TaxedAmount, cancellations: readonly CancellationAttempt[]): TaxedAmount {
  const amount = cancellations.reduce((left, canceled) => left - canceled.amount + canceled.excessAmount, whole.amount);
  const taxFree = cancellations.reduce((left, canceled) => left - canceled.taxFreeAmount, whole.taxFree);
  return { amount, ...salesTax(amount, Math.max(0, taxFree)) };
}
