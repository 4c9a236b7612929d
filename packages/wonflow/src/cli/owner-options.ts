import { platform, type Owner } from "@wonflow/core";
import { z } from "zod";

import { option } from "./command.ts";
import { tenantOptions } from "./tenant-options.ts";
import { UsageError } from "./usage-error.ts";

const { mid, mode } = tenantOptions.shape;

/** A merchant in a mode, or the platform. */
export const ownerOptions = z.object({
  mid: option("--mid <number>", "the merchant's id", mid.optional()),
  mode: option("--mode <test|live>", "test money or live money", mode.optional()),
  platform: option(
    "--platform",
    "the platform, which runs the service, instead of a merchant",
    z.boolean().default(false),
  ),
});

export function ownerOf({ mid: mId, mode: its, platform: isPlatform }: z.output<typeof ownerOptions>): Owner {
  if (isPlatform) {
    if (mId === undefined && its === undefined) return platform;
    throw new UsageError("--platform replaces --mid and --mode: leave those out");
  }
  if (mId === undefined || its === undefined) {
    throw new UsageError("say which merchant with --mid and --mode, or --platform for operators of the platform");
  }
  return { mId, mode: its };
}
