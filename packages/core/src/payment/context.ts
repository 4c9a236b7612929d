import type { CalendarContext } from "../calendar/calendar.ts";
import type { CardNetworkContext } from "../card-network/context.ts";

export interface PaymentContext extends CardNetworkContext, CalendarContext {}
