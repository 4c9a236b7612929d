import type { CalendarContext } from "../calendar/calendar.ts";
import type { CardNetworkContext } from "../card-network/context.ts";

/** What the payments reach: the card network, and the calendar by which what they earn is dated. */
export interface PaymentContext extends CardNetworkContext, CalendarContext {}
