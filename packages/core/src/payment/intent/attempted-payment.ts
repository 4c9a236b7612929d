import { z } from "zod";
import type { Attempt } from "../../engine/attempt/attempt.ts";
import type { AboutPayments, AttemptedPayment } from "../../engine/attempt/flag.ts";
import { loadOnce } from "../../engine/commit/commit.ts";
import type { Context } from "../../context.ts";
import { approvalKeys } from "./attempt-keys.ts";
import { intentRecord, type Intent } from "./intent.ts";

/** The fields of attempts about a payment. */
const aboutSchema = z.looseObject({
  intentKey: z.string(),
  amount: z.number().optional(),
  approvalKey: z.string().optional(),
  tokenKey: z.string().optional(),
});

type About = z.output<typeof aboutSchema>;

/** How many payments are read at once. */
const together = 100;

/** The payments that attempts at gateways are about. */
export const paymentsOfAttempts: AboutPayments<Context> = async (context, tenant, attempts) => {
  const abouts = attempts.flatMap((attempt) => aboutOf(attempt));
  const keys = [...new Set(abouts.map(([, { intentKey }]) => intentKey))];
  const intents = new Map<string, Intent>();
  for (let from = 0; from < keys.length; from += together) {
    const refs = keys.slice(from, from + together).map((key) => intentRecord.ref(key));
    for (const intent of await loadOnce(context, tenant, (read) => read(...refs))) {
      if (intent !== undefined) intents.set(intent.intentKey, intent);
    }
  }
  return new Map(
    abouts.flatMap(([key, about]) => {
      const intent = intents.get(about.intentKey);
      return intent === undefined ? [] : [[key, paymentOf(intent, about)] as const];
    }),
  );
};

function aboutOf(attempt: Attempt): readonly (readonly [key: string, about: About])[] {
  const about = aboutSchema.safeParse(attempt).data;
  return about === undefined ? [] : [[attempt.key, about]];
}

function paymentOf({ approvalKey, orderId, totalAmount, methods }: Intent, about: About): AttemptedPayment {
  const approvals = approvalKeys(approvalKey, methods.length);
  const method = methods.find(({ tokenKey }, index) => {
    if (about.approvalKey === undefined) return tokenKey !== null && tokenKey === about.tokenKey;
    return about.approvalKey === approvals[index];
  });
  return { orderId, amount: about.amount ?? totalAmount, maskedNumber: method?.maskedNumber ?? null };
}
