import { z } from "zod";
import { option, UsageError } from "./command.ts";
import { platform, type Owner, webhookEvents } from "@wonflow/core";

export const mId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, "--mid must be a whole number from 1")
  .transform(Number);

const mode = z.enum(["test", "live"], "--mode must be test or live");

export const tenantOptions = z.object({
  mid: option("--mid <number>", "the merchant's id", mId),
  mode: option("--mode <test|live>", "test money or live money", mode),
});

/** A number of digits alone: what else JavaScript reads as a number (1e4, 0x64, nothing) is a mistake in an amount. */
export function wholeNumber(problem: string) {
  return z
    .string()
    .regex(/^\d{1,15}$/, problem)
    .transform(Number);
}

/** A merchant in a mode, or the platform. */
export const ownerOptions = z.object({
  mid: option("--mid <number>", "the merchant's id", mId.optional()),
  mode: option("--mode <test|live>", "test money or live money", mode.optional()),
  platform: option(
    "--platform",
    "the platform, which runs the service, instead of a merchant",
    z.boolean().default(false),
  ),
});

export function ownerOf({ mid, mode: its, platform: isPlatform }: z.output<typeof ownerOptions>): Owner {
  if (isPlatform) {
    if (mid === undefined && its === undefined) return platform;
    throw new UsageError("--platform replaces --mid and --mode: leave those out");
  }
  if (mid === undefined || its === undefined) {
    throw new UsageError("say which merchant with --mid and --mode, or --platform for operators of the platform");
  }
  return { mId: mid, mode: its };
}

const usualLimit = 20;

const limit = wholeNumber("--limit must be a whole number").default(usualLimit);

export const limitOption = option("--limit <number>", `how many, ${usualLimit} by default`, limit);

export const pageOptions = tenantOptions.extend({ limit: limitOption });

export function dayOptions(first: string, last: string) {
  return pageOptions.extend({
    from: option("--from <day>", first, z.string().optional()),
    to: option("--to <day>", last, z.string().optional()),
  });
}

/** A printed list, with a hint if there is more. */
export function withHint(list: string, hasMore: boolean): string {
  return hasMore ? `${list}\n… and more: --limit shows them.` : list;
}

const names = webhookEvents.map(({ name }) => name);

/** The value of an option that lists events, `all` or `none`; undefined if the option is left out. */
export const eventNames = z
  .string()
  .transform((given) => {
    if (given === "all") return names;
    return given === "none" ? [] : given.split(",").map((name) => name.trim());
  })
  .pipe(z.array(z.enum(names, `--events must be all, none, or of ${names.join(", ")}`)))
  .optional();
