import { z } from "zod";

import type { Vault } from "../../ports.ts";
import { nameUpTo } from "../../engine/text/readable-text.ts";

/** An account at a Korean bank. Its number may have hyphens; only the digits are kept and sent. */
export const bankAccountSchema = z.object({
  bankCode: z
    .string()
    .regex(/^\d{3}$/, "must be the bank's code of 3 digits")
    .meta({ description: "The bank's code of 3 digits", examples: ["004"] }),
  accountNumber: z
    .string()
    .regex(/^\d+(-\d+)*$/, "must be digits, with or without hyphens between them")
    .transform((number) => number.replaceAll("-", ""))
    .refine((digits) => digits.length >= 6 && digits.length <= 20, "must have 6 to 20 digits")
    .meta({ description: "6 to 20 digits, with or without hyphens" }),
  holderName: nameUpTo(100).meta({ description: "The account holder as the bank has it" }),
});

export type BankAccountInput = z.input<typeof bankAccountSchema>;

/** An account with its number in digits. */
export type BankAccount = z.output<typeof bankAccountSchema>;

/** An account as it is stored: its number is masked, and sealed apart. */
export const storedAccountSchema = z.looseObject({
  bankCode: z.string(),
  accountNumber: z.string(),
  holderName: z.string(),
});

/** An account with at most the last four digits of its number; fewer of a short number. */
export const maskedAccountSchema = z.object({
  bankCode: z.string(),
  accountNumber: z.string().meta({ description: "Masked but for its end", examples: ["********1234"] }),
  holderName: z.string(),
});

export type MaskedAccount = z.output<typeof maskedAccountSchema>;

/**
 * Masks an account's number but for its end.
 *
 * @example
 * masked({ bankCode: "004", accountNumber: "110123456789", holderName: "김상인" }).accountNumber; // "********6789"
 */
export function masked({ bankCode, accountNumber, holderName }: BankAccount): MaskedAccount {
  const shown = Math.min(4, Math.floor(accountNumber.length / 3));
  const hidden = accountNumber.length - shown;
  return { bankCode, accountNumber: "*".repeat(hidden) + accountNumber.slice(hidden), holderName };
}

/** A stored account with its whole number, for the bank. */
export async function openedAccount(
  vault: Vault,
  { bankCode, holderName }: MaskedAccount,
  sealedNumber: string,
): Promise<BankAccount> {
  return { bankCode, accountNumber: await vault.open(sealedNumber), holderName };
}
