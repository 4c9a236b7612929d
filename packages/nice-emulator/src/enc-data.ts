import { createDecipheriv } from "node:crypto";
import { z } from "zod";

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
