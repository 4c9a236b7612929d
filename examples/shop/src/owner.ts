import { isWonflowError, type Client, type OrderSettlement } from "@wonflow/client";

import { form, page, seeOther } from "./answers.ts";
import { moveClock, NotMoved, readClock } from "./development.ts";
import type { Kept } from "./kept-file.ts";
import type { Order } from "./orders.ts";
import { messagePage } from "./pages.ts";
import { settlementsPage, type ShownOrder } from "./settlements-page.ts";
import type { ReportedSettlement } from "./reported-settlements.ts";
import type { Words } from "./words.ts";

/** The parts of the shop that the owner's page needs. */
interface Owner {
  readonly account: { readonly url: string };
  readonly orders: Kept<Order>;
  readonly reported: Kept<ReportedSettlement>;
  readonly wonflow: Client;
  readonly words: Words;
  readonly isLive?: boolean;
}

/** So many orders are shown. */
const shownOrders = 10;

/** The orders that were paid last, with their settlements, the balance and the transfers. */
export async function showSettlements(owner: Owner): Promise<string> {
  const { orders, reported, wonflow, words, account, isLive = false } = owner;
  const paid: ShownOrder[] = [];
  for (const order of orders.all()) {
    if (order.intentKey === null || paid.length === shownOrders) continue;
    const [settlement, isCanceling] = await Promise.all([
      settlementOf(wonflow, order),
      isBeingCanceled(wonflow, order),
    ]);
    if (settlement !== undefined) paid.push({ order, settlement, isCanceling });
  }
  const [now, balance, payouts] = await Promise.all([
    isLive ? new Date() : readClock(account),
    wonflow.ledger.balances(),
    wonflow.payouts.list({ limit: shownOrders }).page(),
  ]);
  // The last ones; this shop pays only its owner.
  const transfers = payouts.items.filter(({ destination }) => destination.type === "MERCHANT");
  return settlementsPage(words, { now, isLive, balance, paid, reported: reported.all(), transfers });
}

/** An order's settlement; undefined if it was never paid. */
async function settlementOf({ settlements }: Client, { orderId }: Order): Promise<OrderSettlement | undefined> {
  try {
    return await settlements.lookUpOrder(orderId);
  } catch (error) {
    if (isWonflowError(error) && error.code === "NOT_FOUND_SETTLEMENT") return undefined;
    throw error;
  }
}

async function isBeingCanceled({ intents }: Client, { orderId }: Order): Promise<boolean> {
  const { cancel } = await intents.lookUp({ orderId });
  return cancel?.inProgress === true;
}

/** The buttons of the page: so many minutes or business days ahead. */
export async function moveOn({ account, words }: Owner, request: Request): Promise<Response> {
  const fields = await form(request);
  const [minutes, businessDays] = [Number(fields.get("minutes")), Number(fields.get("businessDays"))];
  try {
    await moveClock(account, minutes > 0 ? { minutes } : { businessDays }, words.language);
    return seeOther("/settlements");
  } catch (error) {
    if (!(error instanceof NotMoved)) throw error;
    const title = words.say("시계를 옮기지 못했어요", "The clock was not moved");
    return page(messagePage(words, { title, text: error.message }), 400);
  }
}
