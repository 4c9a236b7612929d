import type { CardDetails } from "../../gateway/gateway.ts";
import { ok, refuseField } from "../../result.ts";
import type { OpenedSession } from "./read-session.ts";
import { successRedirect } from "./redirect.ts";

interface Entered {
  readonly card: Pick<CardDetails, "number">;
  /** 0 for a lump sum. */
  readonly months: number;
}

/**
 * The answer of a link whose card is authenticated: for the same card the redirect again, as the first answer may be
 * lost. Another card, such as one from a second window, must not seem to be used. Undefined while the link has no card.
 */
export function answerOfEarlierCard(opened: OpenedSession, { card, months }: Entered) {
  if (opened.session.status !== "AUTHENTICATED") return undefined;
  const [method] = opened.intent.methods;
  const isSame =
    method !== undefined && method.installmentPlanMonths === months && masks(method.maskedNumber, card.number);
  if (isSame) return ok(successRedirect(opened));
  const problem =
    "must be the card that is authenticated already: continue with it, or give up and start the order again";
  return refuseField("FORBIDDEN_CONSECUTIVE_REQUEST", "number", problem);
}

/** Whether a masked number is this card's. Fewer than six visible digits identify no card. */
function masks(maskedNumber: string, number: string): boolean {
  const [, first = "", last = ""] = /^(\d*)\*+(\d*)$/.exec(maskedNumber) ?? [];
  return first.length + last.length >= 6 && number.startsWith(first) && number.endsWith(last);
}
