import { z } from "zod";

import { option } from "./command.ts";

export const mId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, "--mid must be a whole number from 1")
  .transform(Number);

const mode = z.enum(["test", "live"], "--mode must be test or live");

export const tenantOptions = z.object({
  mid: option("--mid <number>", "the merchant's id", mId),
  mode: option("--mode <test|live>", "test money or live money", mode),
});
