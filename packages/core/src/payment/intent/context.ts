import type { CalendarContext } from "../../ledger/calendar/calendar.ts";
import type { GatewayContext } from "../../gateway/context.ts";

export interface PaymentContext extends GatewayContext, CalendarContext {}
