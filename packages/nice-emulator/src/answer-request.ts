import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

import { refuse, signed, type Answer } from "./answers.ts";
import { routeOf, type Asked } from "./calls.ts";
import { answerControl } from "./control.ts";
import type { EmulatedGateway } from "./emulated-gateway.ts";
import { latestEffectMs, type NiceFault } from "./faults.ts";
import { sendAnswer } from "./send-answer.ts";

/** Connections whose next call is lost. */
const cut = new WeakSet<object>();

/** Answers a request, or breaks its connection. */
export async function answerRequest(
  gateway: EmulatedGateway,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams, search } = new URL(request.url ?? "/", "http://127.0.0.1");
  const body = await text(request);
  const { controls } = gateway;
  if (pathname.startsWith("/emulator/")) return answerControl({ controls, request, response, pathname, body });
  gateway.catchUp();
  if (gateway.isDown() || cut.has(request.socket)) return void request.socket.destroy();
  const route = routeOf(request.method, pathname);
  if (route === undefined) return sendAnswer(response, refuse("U320", "페이지를 찾을 수 없습니다."), { status: 404 });
  const { call, method, name } = route;
  const signedIn = gateway.signIn.of(request.headers.authorization);
  gateway.keep({ call, method, path: pathname + search, account: signedIn?.account.clientKey, body });
  const fault = gateway.takeFault(call);
  if (fault === "request-lost") return void request.socket.destroy();
  if (signedIn === undefined) {
    return sendAnswer(response, refuse("U104", "사용자 인증에 실패하였습니다."), { status: 401 });
  }
  const fields = method === "GET" ? Object.fromEntries(searchParams) : jsonOf(body);
  const { count, signIn } = gateway;
  const about = { ...signedIn, name, fields, merchants: signIn.merchants, count };
  const effect = (now: number) => route.answer({ ...about, now } satisfies Asked);
  const lateByMs = lateBy(fault);
  if (lateByMs !== undefined) {
    gateway.addLate(lateByMs, effect);
    return void request.socket.destroy();
  }
  if (typeof fault === "object" && "says" in fault) {
    if (fault.takesEffect === true) effect(gateway.now());
    return sendAnswer(response, refuse(fault.says, fault.message ?? "다른 응답"), { status: fault.status ?? 200 });
  }
  const told = effect(gateway.now());
  if (fault === "answer-lost") return void request.socket.destroy();
  if (fault === "no-answer") return;
  if (fault === "keep-alive-cut") cut.add(request.socket);
  const kind = typeof fault === "string" ? fault : undefined;
  sendAnswer(response, told, { kind, sign: (unsigned: Answer) => signed(unsigned, signedIn.account, gateway.now()) });
}

function lateBy(fault: NiceFault | undefined): number | undefined {
  if (fault === "late") return latestEffectMs;
  return typeof fault === "object" && "arrivesAfterMs" in fault ? fault.arrivesAfterMs : undefined;
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
