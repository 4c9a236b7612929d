import type { Clock, InstallmentFeedCode, InstallmentFeed } from "@wonflow/core";
import { jsonFormat, textFormat } from "./formats.ts";

/**
 * A fault of a feed.
 *
 * - `late`: the answer comes after a minute
 * - `refused-connection`: no answer comes
 * - `empty`: the answer is empty
 * - `cut-off`: its second half is missing
 * - `malformed-rows`: the offers of some card companies are malformed
 * - `malformed-period`: the period is malformed
 */
export type FeedFault = "late" | "refused-connection" | "empty" | "cut-off" | "malformed-rows" | "malformed-period";

/** A simulated feed of one gateway. */
export interface SandboxInstallmentFeed extends InstallmentFeed {
  readonly sandbox: true;
  /** Fails every read until it is called with `undefined`. */
  fail(fault: FeedFault | undefined): void;
}

const formats: Readonly<Record<InstallmentFeedCode, (nowMs: number) => string>> = {
  PG_A: textFormat,
  PG_B: jsonFormat,
};

const lateMs = 60_000;

const distortions: Readonly<Record<FeedFault, (text: string) => string>> = {
  late: (text) => text,
  "refused-connection": (text) => text,
  empty: () => "",
  "cut-off": (text) => text.slice(0, text.length / 2),
  "malformed-rows": (text) => text.replaceAll("2:3:4", "2:3:").replaceAll("02:03:04", "02:03:"),
  "malformed-period": (text) => text.replace(/(\d{4})(\d{2})(\d{2})/, "$1. $2. $3"),
};

/**
 * The installment feeds of both gateways, each in its own format, for the current month in Seoul.
 *
 * @example
 * const feeds = sandboxInstallmentFeeds({ clock });
 * feeds.PG_A.fail("cut-off");
 */
export function sandboxInstallmentFeeds(options: {
  readonly clock: Clock;
}): Readonly<Record<InstallmentFeedCode, SandboxInstallmentFeed>> {
  const { clock } = options;
  return { PG_A: feedOf("PG_A", clock), PG_B: feedOf("PG_B", clock) };
}

function feedOf(code: InstallmentFeedCode, clock: Clock): SandboxInstallmentFeed {
  let fault: FeedFault | undefined;
  return {
    sandbox: true,
    fail: (next) => void (fault = next),
    async read() {
      const text = formats[code](clock.now());
      if (fault === "late") await clock.after(lateMs).elapsed;
      if (fault === "refused-connection") throw new Error("The gateway refused the connection.");
      return fault === undefined ? text : distortions[fault](text);
    },
  };
}
