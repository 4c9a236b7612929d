import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";

import { createHandler, errorCatalog } from "wonflow";

import { placeOrder } from "./buyers.ts";
import { passDays } from "./days.ts";
import { take, type Marketplace } from "./marketplace.ts";
import { liveOf, messagePage, overviewPage, shopPage, statementCsv, statementPage, type Overview } from "./pages.ts";
import { readBooks } from "./payday.ts";
import { statementOf } from "./statement.ts";

/** The marketplace with what its pages must remember: days on their way. */
interface Site extends Marketplace {
  passingDays?: number | undefined;
  problem?: string | undefined;
}

/** The marketplace's pages, and beside them, in the same process, all that Wonflow serves: the hosted checkout. */
export function createSite(market: Marketplace): (request: Request) => Promise<Response> {
  const site: Site = { ...market };
  const wonflow = createHandler(market.payments, { developmentClock: market.clock });
  return async (request) => {
    try {
      return (await answer(site, request)) ?? (await wonflow(request));
    } catch (error) {
      console.error(error);
      return sent(messagePage("잠시 후 다시 시도해 주세요", "처리하지 못했어요."), { status: 500 });
    }
  };
}

async function answer(site: Site, request: Request): Promise<Response | undefined> {
  const { pathname, searchParams } = new URL(request.url);
  const seller = /^\/sellers\/(\w+)(\.csv)?$/.exec(pathname);
  if (seller !== null) return showStatement(site, seller);
  switch (`${request.method} ${pathname}`) {
    case "GET /":
      return sent(overviewPage(await readOverview(site)));
    case "GET /live":
      return sent(liveOf(await readOverview(site)).text);
    case "POST /days":
      return beginDays(site, Number((await formOf(request)).get("days")));
    case "GET /shop":
      return sent(shopPage(site.sellers));
    case "POST /orders":
      return order(site, (await formOf(request)).get("goods") ?? "");
    case "GET /success":
      return finishOrder(site, searchParams);
    case "GET /fail":
      return sent(messagePage("결제하지 않았어요", `${searchParams.get("message") ?? ""} ${nothingCharged}`));
    case "GET /market.css":
      return asset("market.css", "text/css");
    case "GET /market.js":
      return asset("market.js", "text/javascript");
    default:
      return undefined;
  }
}

async function readOverview(site: Site): Promise<Overview> {
  const { payments, tenant, clock, sellers, passingDays, problem } = site;
  const books = await readBooks(site);
  return {
    now: clock.now(),
    passingDays,
    problem,
    balances: await payments.ledger.balances(tenant),
    entries: books.entries,
    accounts: sellers.map((seller) => ({ seller, statement: statementOf(seller, books) })),
    payouts: books.payouts,
  };
}

/** Days pass while their page is looked at; one press at a time. */
function beginDays(site: Site, days: number): Response {
  const canBegin = Number.isInteger(days) && days >= 1 && days <= 31 && site.passingDays === undefined;
  if (canBegin) void letPass(site, days);
  return seeOther("/");
}

async function letPass(site: Site, days: number): Promise<void> {
  site.problem = undefined;
  try {
    for (site.passingDays = days; site.passingDays > 0 && !site.isStopping(); site.passingDays -= 1) {
      await passDays(site, 1);
    }
  } catch (error) {
    console.error(error);
    site.problem = `시계를 더 옮기지 못했어요: ${error instanceof Error ? error.message : String(error)}`;
  } finally {
    site.passingDays = undefined;
  }
}

async function showStatement(site: Site, [, ref, csv]: readonly string[]): Promise<Response> {
  const seller = site.sellers.find((each) => each.ref === ref);
  if (seller === undefined)
    return sent(messagePage("판매자를 찾을 수 없어요", "주소를 확인해 주세요."), { status: 404 });
  const statement = statementOf(seller, await readBooks(site));
  if (csv === undefined) return sent(statementPage({ seller, statement }));
  const headers = { "Content-Disposition": `attachment; filename="${seller.ref}.csv"` };
  return sent(statementCsv({ statement }), { type: "text/csv", headers });
}

/** A human buys: the order is written down, and the browser goes to the hosted checkout. */
async function order(site: Site, wanted: string): Promise<Response> {
  const [ref, index] = wanted.split(".");
  const seller = site.sellers.find((each) => each.ref === ref);
  const goods = seller?.goods[Number(index)];
  if (seller === undefined || goods === undefined) return seeOther("/shop");
  return seeOther((await placeOrder(site, { orderId: `order-${randomUUID()}`, seller, goods })).checkoutUrl);
}

/** The buyer comes back: the amount comes from the order, never from the redirect. */
async function finishOrder({ payments, tenant, orders }: Site, query: URLSearchParams): Promise<Response> {
  const placed = orders.find(query.get("orderId") ?? "");
  if (placed === undefined) return sent(messagePage("주문을 찾을 수 없어요", "결제하지 않았어요."), { status: 404 });
  const { orderId, amount } = placed;
  const paid = await payments.intents.confirm(tenant, { intentKey: query.get("intentKey") ?? "", orderId, amount });
  if (!paid.ok && paid.error.code === "UNKNOWN_PAYMENT_ERROR") {
    return sent(
      messagePage("결제를 확인하고 있어요", "다시 결제하지 마세요. 잠시 후 이 화면을 새로 고치면 결과를 볼 수 있어요."),
    );
  }
  if (!paid.ok) {
    const known = await payments.intents.lookUp(tenant, { orderId });
    const isUnpaid = known.ok && ["ABORTED", "EXPIRED"].includes(known.value.status);
    const why = errorCatalog[paid.error.code].ko;
    return sent(messagePage("결제하지 못했어요", isUnpaid ? `${why} ${nothingCharged}` : why), { status: 400 });
  }
  const { scheduledAt } = take(await payments.settlements.lookUpOrder(tenant, orderId));
  const day = scheduledAt === null ? "" : new Date(scheduledAt).toLocaleDateString("ko-KR", seoulDay);
  return sent(messagePage("결제했어요", `${placed.name}. ${day}에 정산되고, 그다음 금요일에 판매자에게 지급해요.`));
}

const nothingCharged = "결제된 금액은 없어요.";

const seoulDay = { dateStyle: "full", timeZone: "Asia/Seoul" } as const;

async function formOf(request: Request): Promise<URLSearchParams> {
  return new URLSearchParams(await request.text());
}

interface Sent {
  readonly status?: number;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function sent(text: string, { status = 200, type = "text/html", headers = {} }: Sent = {}): Response {
  const common = { "Content-Type": `${type}; charset=utf-8`, "Cache-Control": "no-store" };
  return new Response(text, { status, headers: { ...common, ...headers } });
}

function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { Location: location } });
}

async function asset(name: string, type: string): Promise<Response> {
  return sent(await readFile(new URL(`../public/${name}`, import.meta.url), "utf8"), { type });
}
