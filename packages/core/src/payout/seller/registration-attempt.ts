import { z } from "zod";

import {
  answerSchema,
  attemptKindRecord,
  bankAttemptRecord,
  openAttempt,
  type CallTime,
} from "../../engine/attempt/attempt.ts";
import { registrationRefusals } from "../bank/payout-bank.ts";
import { sellerSchema } from "./view.ts";

export const registrationRecord = attemptKindRecord(
  "seller-registration",
  { sellerId: z.string(), answer: answerSchema(sellerSchema, registrationRefusals) },
  bankAttemptRecord,
);

export type RegistrationAttempt = z.output<typeof registrationRecord.schema>;

export function openRegistration(sellerId: string, time: CallTime): RegistrationAttempt {
  const opened = openAttempt({ key: `registration.${sellerId}`, kind: "seller-registration" }, time);
  return { ...opened, sellerId, answer: null };
}
