import { readFile } from "node:fs/promises";

import { createClient, type Client } from "@wonflow/client";
import {
  createShop,
  form,
  html,
  pageResponse,
  seeOther,
  wordsFor,
  type ShopOptions,
  type Words,
} from "@wonflow/example-shop";

import { compare } from "./compare.ts";
import type { Gateway } from "./gateway.ts";
import { gatewayPage } from "./gateway-page.ts";
import { chargeCard, deleteCard, regularPage, storeCard, type Regular } from "./regular.ts";

interface LiveShopOptions extends ShopOptions {
  readonly gateway: Gateway;
  readonly regular: Regular;
}

type LiveShop = LiveShopOptions & { readonly wonflow: Client; readonly words: Words };

/** The pages that the shop does not have. */
const pages: Readonly<Record<string, (shop: LiveShop, request: Request) => Response | Promise<Response>>> = {
  "GET /gateway": async (shop) => pageResponse(gatewayPage(shop.words, await compare(shop))),
  "POST /gateway": controlGateway,
  "POST /gateway/refund": refundAtGateway,
  "GET /regular": (shop) => pageResponse(regularPage(shop)),
  "POST /regular/card": storeCard,
  "POST /regular/charge": chargeCard,
  "POST /regular/delete": deleteCard,
  "GET /live.css": styles,
};

/** The shop as it is, with a strip that says what is not real, and pages of its own. */
export function createLiveShop(options: LiveShopOptions): (request: Request) => Promise<Response> {
  const shop = createShop(options);
  return async (request) => {
    const words = wordsFor(request);
    const own = pages[`${request.method} ${new URL(request.url).pathname}`];
    const wonflow = createClient({ ...options.account, language: words.language });
    const response = own === undefined ? await shop(request) : await own({ ...options, wonflow, words }, request);
    return withStrip(response, words);
  };
}

async function controlGateway({ gateway }: LiveShop, request: Request): Promise<Response> {
  const what = (await form(request)).get("what");
  if (what === "lose") await gateway.loseNextAnswer();
  if (what === "down") await gateway.goDown(60);
  if (what === "up") await gateway.goDown(0);
  return seeOther("/gateway");
}

/** A refund in the gateway's own pages: neither the shop nor the service has asked for it. */
async function refundAtGateway({ gateway }: LiveShop, request: Request): Promise<Response> {
  const fields = await form(request);
  const [orderId, amount] = [fields.get("orderId") ?? "", Number(fields.get("amount"))];
  const { approvals } = await gateway.state();
  const held = approvals.find((approval) => approval.orderId === orderId)?.held ?? 0;
  // A form that was left open may ask for more than is left.
  if (Number.isInteger(amount) && amount >= 1 && amount <= held) await gateway.refund(orderId, amount);
  return seeOther("/gateway");
}

async function styles(): Promise<Response> {
  const text = await readFile(new URL("../public/live.css", import.meta.url), "utf8");
  return new Response(text, { headers: { "Content-Type": "text/css; charset=utf-8" } });
}

/** Marks every page, including the shop's own: no visitor may mistake this for a shop that takes money. */
async function withStrip(response: Response, { say }: Words): Promise<Response> {
  if (response.headers.get("Content-Type")?.startsWith("text/html") !== true) return response;
  const strip = html`<aside id="unreal">
      <p>
        <strong
          >${say("실제 돈이 아니에요: 게이트웨이는 흉내예요.", "No real money: the gateway is an emulator.")}</strong
        >
        ${say("진짜 카드 번호는 넣지 마세요.", "Don't type the number of a real card.")}
      </p>
      <p>
        <a href="/gateway">${say("게이트웨이와 카드 보기", "The gateway and its cards")}</a> ·
        <a href="/regular">${say("정기배송", "Tea every month")}</a>
      </p>
    </aside>
    <main>`;
  const text = (await response.text())
    .replace("</head>", '<link rel="stylesheet" href="/live.css" /></head>')
    .replace("<main>", strip.text);
  return new Response(text, response);
}
