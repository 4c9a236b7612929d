import type { IncomingMessage, ServerResponse } from "node:http";
import type { Answer } from "./answers.ts";
import type { EmulatedGateway } from "./emulated-gateway.ts";
import { niceTestCards } from "./test-cards.ts";
import type { WindowOrder } from "./merchant.ts";
import { choose, openOrder, windowActs, type BrowserReturn } from "./window-orders.ts";

/** The script that a merchant's page loads: it posts the order to the window. `fails` lets it fail instead. */
function scriptOf(fails: boolean): string {
  const fail = `options.fnError({ msg: "결제창 호출에 실패하였습니다.", errorMsg: "결제창 호출에 실패하였습니다." });`;
  const open = `const form = document.createElement("form");
      form.method = "POST";
      form.action = page;
      for (const [name, value] of Object.entries(options)) {
        if (typeof value === "function") continue;
        const input = document.createElement("input");
        input.type = "hidden";
        input.name = name;
        input.value = String(value);
        form.append(input);
      }
      document.body.append(form);
      form.submit();`;
  return `(() => {
  const page = new URL("/v1/window", document.currentScript.src).href;
  globalThis.AUTHNICE = {
    requestPay(options) {
      ${fails ? fail : open}
    },
  };
})();
`;
}

interface WindowCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly pathname: string;
  readonly body: string;
}

/** Answers the script and the pages of the window; false for any other path. */
export async function answerWindow(gateway: EmulatedGateway, call: WindowCall): Promise<boolean> {
  const { request, response, pathname, body } = call;
  if (pathname === "/v1/js/" && request.method === "GET") {
    send(response, 200, { type: "text/javascript", text: scriptOf(gateway.takeScriptFailure()) });
    return true;
  }
  const [isWindow, id] = /^\/v1\/window(?:\/([\w-]{36}))?$/.exec(pathname) ?? [];
  if (isWindow === undefined || request.method !== "POST") return false;
  const fields = Object.fromEntries(new URLSearchParams(body));
  if (id === undefined) {
    const order = openOrder(fields, { byClientKey: gateway.signIn.byClientKey, now: gateway.now() });
    if ("refusal" in order) sendPage(response, 400, refusalPage(order.refusal));
    else sendPage(response, 200, orderPage(order));
    return true;
  }
  const order = gateway.orders().find((each) => each.id === id);
  if (order === undefined) sendPage(response, 404, "<p>이 주문은 없습니다.</p>");
  else await answerChoice(gateway, { order, fields, response });
  return true;
}

interface Choosing {
  readonly order: WindowOrder;
  readonly fields: Readonly<Record<string, string>>;
  readonly response: ServerResponse;
}

async function answerChoice({ now, count }: EmulatedGateway, { order, fields, response }: Choosing): Promise<void> {
  try {
    const back = choose(order, fields, { now: now(), count });
    if (back === undefined) return sendPage(response, 200, "<p>결제창을 닫았습니다. 아무것도 전달하지 않습니다.</p>");
    const { act } = fields;
    // In the browser's place: a page could send both only by a script that also follows the first one into the shop.
    if (act === "twice") await fetch(back.url, postOf(back)).catch(() => undefined);
    return sendPage(response, 200, returnPage(back, act === "other-tab" ? "_blank" : "_self"));
  } catch (error) {
    sendPage(response, 400, `<p>${escaped(error instanceof Error ? error.message : String(error))}</p>`);
  }
}

function postOf({ fields }: BrowserReturn) {
  const body = new URLSearchParams(fields);
  return { method: "POST", body, redirect: "manual", signal: AbortSignal.timeout(10_000) } as const;
}

function refusalPage({ resultCode, resultMsg }: Answer): string {
  return `<p id="refusal">[${escaped(resultCode)}] ${escaped(String(resultMsg))}</p>`;
}

function orderPage({ id, goodsName, amount, method }: WindowOrder): string {
  const cards = niceTestCards.map(({ number, what }) => `<option value="${number}">${number}: ${what}</option>`);
  const acts = windowActs.map((act) => `<button name="act" value="${act}">${act}</button>`);
  return `<h1>${escaped(goodsName)}</h1><p>${amount.toLocaleString("ko")}원 · ${method}</p>
<form method="post" action="/v1/window/${id}">
<p><label>card <select name="card">${cards.join("")}</select></label></p>
<p><label>months <input name="months" value="0" size="2"></label></p>
<p><label>couponAmt <input name="couponAmt" value="0" size="8"></label></p>
<p><label><input type="checkbox" name="money" value="1"> money</label></p>
<p><label>refusal <input name="refusal" value="" size="4" maxlength="4"></label></p>
<p>${acts.join(" ")}</p>
</form>`;
}

function returnPage({ url, fields }: BrowserReturn, target: string): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  return `<form method="post" action="${escaped(url)}" target="${target}">${inputs.join("")}<button>계속</button></form>
<script>document.forms[0].submit()</script>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

function sendPage(response: ServerResponse, status: number, main: string): void {
  const text = `<!doctype html><html lang="ko"><meta charset="utf-8"><title>NICE Payments (emulator)</title>${main}</html>`;
  send(response, status, { type: "text/html", text });
}

function send(
  response: ServerResponse,
  status: number,
  { type, text }: { readonly type: string; readonly text: string },
) {
  const headers = {
    "content-type": `${type};charset=utf-8`,
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
  };
  response.writeHead(status, headers).end(text);
}
