import { z } from "zod";
import { refuse, type Answer } from "./answers.ts";
import { createDecipheriv } from "node:crypto";

/** A non-empty string of at most so many bytes. */
export function text(mostBytes: number) {
  return z
    .string()
    .min(1)
    .refine((given) => Buffer.byteLength(given) <= mostBytes, "too long");
}

export const orderId = text(64);
export const won = z.int().nonnegative().max(999_999_999_999);

/** The manual calls both optional. The emulator requires them: an unsigned request could have been changed in transit. */
export const signing = { ediDate: z.iso.datetime({ offset: true }), signData: z.string().regex(/^[0-9a-f]{64}$/) };

/** Reads a request's fields, or refuses it by the manual's codes for what is missing, too long or of another kind. */
export function readFields<Fields>(schema: z.ZodType<Fields>, given: unknown): Fields | { readonly refusal: Answer } {
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const name = String(issue?.path[0] ?? "");
  const isThere = typeof given === "object" && given !== null && name in given;
  if (!isThere) return { refusal: refuse("U100", `${name} 필수입력항목이 누락되었습니다.`) };
  if (issue?.code === "custom") return { refusal: refuse("U105", `필드 최대길이 초과[${name}]`) };
  return { refusal: refuse("U131", `허용된 Data형식이 아닙니다.[${name}]`) };
}

export function isRefused<Fields>(read: Fields | { readonly refusal: Answer }): read is { readonly refusal: Answer } {
  return typeof read === "object" && read !== null && "refusal" in read;
}

const cardSchema = z.strictObject({
  cardNo: z.string().regex(/^\d{12,16}$/),
  expYear: z.string().regex(/^\d\d$/),
  expMonth: z.string().regex(/^(?:0[1-9]|1[0-2])$/),
  idNo: z.string().regex(/^\d{6,13}$/),
  cardPw: z.string().regex(/^\d\d$/),
});

export type TypedCard = z.output<typeof cardSchema>;

/** Reads `encData` of mode A2; undefined if it can't be deciphered or does not contain a card. */
export function typedCard(encData: string, secretKey: string): TypedCard | undefined {
  if (!/^(?:[0-9a-f]{32})+$/i.test(encData)) return undefined;
  try {
    const key = Buffer.from(secretKey);
    const decipher = createDecipheriv("aes-256-cbc", key, key.subarray(0, 16));
    const plain = Buffer.concat([decipher.update(encData, "hex"), decipher.final()]).toString();
    const pairs = plain.split("&").map((pair) => pair.split("=", 2));
    return cardSchema.safeParse(Object.fromEntries(pairs)).data;
  } catch {
    // A wrong key or padding.
    return undefined;
  }
}
