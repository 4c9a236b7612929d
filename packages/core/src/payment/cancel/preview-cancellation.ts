import { z } from "zod";

import type { BankHolidays } from "../../ledger/calendar/business-days.ts";
import { loadOnce } from "../../engine/commit/commit.ts";
import { type Earning, takeOff } from "../../ledger/earning/earning.ts";
import { scheduledDay } from "../../ledger/earning/settlement-day.ts";
import { validate } from "../../engine/request/validate.ts";
import { ok } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { cancellationParts } from "./cancellation-attempt.ts";
import { withCanceled } from "./cancellation-outcome.ts";
import { cancellationAmountsSchema, planCancellation, planErrors, type CancellationPlan } from "./cancellation-plan.ts";
import { remainingAmount, type PaymentContext } from "../intent/intent.ts";
import { readNamed, type PaymentName } from "../intent/look-up-payment.ts";

const won = (description: string) => z.number().meta({ description: `Won: ${description}` });

/** The effects that a cancellation would have now, on the buyer and on the merchant. */
export const cancellationPreviewSchema = z
  .object({
    cancelAmount: won("the buyer gets it back"),
    taxFreeAmount: won("the part of it without VAT"),
    remainingAmount: won("the rest, which can still be canceled afterwards"),
    fee: won("the fee on it, which the merchant gets back"),
    vat: won("the VAT on that fee"),
    net: won("the merchant's loss: cancelAmount less fee and vat"),
    takenFrom: z.enum(["pending", "available", "none"]).meta({
      description: "The balance that the net is taken from; none where nothing was charged",
    }),
    settlesOn: z.string().nullable().meta({
      description:
        "The day of the settlement that becomes smaller by the net, YYYY-MM-DD in Seoul; null if nothing was charged, or the calendar does not reach it",
    }),
    perMethod: z
      .array(z.object({ number: z.string().meta({ description: "Partly masked card number" }), amount: won("to it") }))
      .meta({ description: "The part of each card, in their order; empty if nothing was charged" }),
  })
  .meta({ id: "CancellationPreview" });

export type CancellationPreview = z.output<typeof cancellationPreviewSchema>;

export type PreviewCancellationInput = z.input<typeof cancellationAmountsSchema>;

export const previewCancellationErrors = ["INVALID_AMOUNT", ...planErrors] as const;

/** Shows what a cancellation would do now. It changes nothing, and calls no gateway. */
export async function previewCancellation(
  context: PaymentContext,
  tenant: Tenant,
  { name, input }: { readonly name: PaymentName; readonly input: PreviewCancellationInput },
) {
  const asked = validate(cancellationAmountsSchema, input);
  if (!asked.ok) return asked;
  const holidays = await context.calendar.current(context);
  // Take `now` before reading, so that a slow read cannot expire what was still valid.
  const now = context.clock.now();
  const { intent, earning } = await loadOnce(context, tenant, (read) => readNamed(read, name));
  const plan = planCancellation(asked.value, intent);
  return plan.ok ? ok(previewOf(plan.value, { earning, now, holidays })) : plan;
}

interface PreviewTime {
  readonly earning: Earning | undefined;
  readonly now: number;
  readonly holidays: BankHolidays;
}

/** Pure: simulates the cancellation, method by method, with the functions that book one. */
function previewOf(plan: CancellationPlan, { earning, now, holidays }: PreviewTime): CancellationPreview {
  const { intent, isPaid, amount: cancelAmount, taxFreeAmount } = plan;
  if (!isPaid || earning === undefined) {
    return {
      cancelAmount,
      taxFreeAmount,
      remainingAmount: remainingAmount(intent) - cancelAmount,
      fee: 0,
      vat: 0,
      net: 0,
      takenFrom: "none",
      settlesOn: null,
      perMethod: [],
    };
  }
  const parts = cancellationParts(intent, { amount: cancelAmount, taxFreeAmount });
  let canceled = intent;
  const taken = parts.map((part) => {
    const off = takeOff(earning, { ...part, remaining: remainingAmount(canceled), now, holidays });
    canceled = withCanceled(canceled, part, { canceledAt: now });
    return off;
  });
  const sum = (of: "fee" | "vat" | "net") => taken.reduce((total, { lost }) => total + lost[of], 0);
  const [first] = taken;
  return {
    cancelAmount,
    taxFreeAmount: canceled.canceledTaxFreeAmount - intent.canceledTaxFreeAmount,
    remainingAmount: remainingAmount(canceled),
    fee: sum("fee"),
    vat: sum("vat"),
    net: sum("net"),
    takenFrom: first?.from ?? "none",
    settlesOn: first === undefined ? null : scheduledDay(first.earning, holidays),
    perMethod: parts.map(({ method, amount }) => ({ number: intent.methods[method]?.maskedNumber ?? "", amount })),
  };
}
