import type { IncomingMessage, ServerResponse } from "node:http";
import type { EmulatedGateway } from "./emulated-gateway.ts";
import type { WindowOrder } from "./merchant.ts";
import { messageDocument, orderDocument, refusalDocument, returnDocument } from "./window-document.ts";
import { choose, openOrder, type BrowserReturn } from "./window-orders.ts";

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
    if ("refusal" in order) sendPage(response, 400, refusalDocument(order.refusal));
    else sendPage(response, 200, orderDocument(order));
    return true;
  }
  const order = gateway.orders().find((each) => each.id === id);
  if (order === undefined)
    sendPage(response, 404, messageDocument("없는 결제창이에요", "상점에서 다시 결제해 주세요."));
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
    if (back === undefined) {
      const text = "상점에는 아무것도 전달되지 않았어요. 이 탭을 닫아도 돼요.";
      return sendPage(response, 200, messageDocument("결제창을 닫았어요", text));
    }
    const { act } = fields;
    // In the browser's place: a page could send both only by a script that also follows the first one into the shop.
    if (act === "twice") await fetch(back.url, postOf(back)).catch(() => undefined);
    return sendPage(response, 200, returnDocument(back, act === "other-tab" ? "_blank" : "_self"));
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    sendPage(response, 400, messageDocument("선택할 수 없어요", text));
  }
}

function postOf({ fields }: BrowserReturn) {
  const body = new URLSearchParams(fields);
  return { method: "POST", body, redirect: "manual", signal: AbortSignal.timeout(10_000) } as const;
}

function sendPage(response: ServerResponse, status: number, text: string): void {
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
