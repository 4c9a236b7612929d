import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Asked, EmulatedAccount } from "./merchant.ts";
import { emulatedGateway, type GatewayControls, type EmulatedGateway } from "./emulated-gateway.ts";
import {
  type DrawnFaults,
  latestEffectMs,
  type NiceFault,
  afterSigning,
  beforeSigning,
  type NiceFaultKind,
} from "./faults.ts";
import { text } from "node:stream/consumers";
import { refuse, signed, type Answer } from "./answers.ts";
import { routeOf } from "./calls.ts";
import { answerControl } from "./control.ts";
import { answerWindow } from "./window-page.ts";

export interface NiceEmulatorOptions {
  readonly accounts: readonly EmulatedAccount[];
  /** The machine's by default. */
  readonly clock?: { now(): number };
  /** Any free one by default. */
  readonly port?: number;
  /** None by default. */
  readonly faults?: DrawnFaults;
  /** Whether look-ups show what was authenticated in the window and not approved, on which the manual is silent. */
  readonly showsUnapproved?: boolean;
}

/** An emulated gateway that is running. */
export interface NiceEmulator extends GatewayControls {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  readonly port: number;
  readonly close: () => Promise<void>;
}

const longestBody = 64 * 1_024;

/**
 * Starts the gateway on 127.0.0.1. It keeps its book in memory, keeps no tombstones, and takes an order id again as long
 * as it was not paid. Its controls over HTTP are below `/emulator/`.
 */
export async function startNiceEmulator(options: NiceEmulatorOptions): Promise<NiceEmulator> {
  const { accounts, clock = { now: () => Date.now() }, port: wanted = 0, faults, showsUnapproved = false } = options;
  const gateway = emulatedGateway({ accounts, now: () => clock.now(), faults, showsUnapproved });
  const server = createServer((request, response) => {
    let length = 0;
    request.on("data", (bytes: Uint8Array) => {
      length += bytes.length;
      if (length > longestBody) request.socket.destroy();
    });
    answerRequest(gateway, request, response).catch(() => request.socket.destroy());
  });
  await once(server.listen(wanted, "127.0.0.1"), "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : wanted;
  return {
    ...gateway.controls,
    url: `http://127.0.0.1:${port}`,
    port,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** Connections whose next call is lost. */
const cut = new WeakSet<object>();

/** Answers a request, or breaks its connection. */
async function answerRequest(
  gateway: EmulatedGateway,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams, search } = new URL(request.url ?? "/", "http://127.0.0.1");
  const body = await text(request);
  const { controls } = gateway;
  if (pathname.startsWith("/emulator/")) return answerControl({ controls, request, response, pathname, body });
  if (await answerWindow(gateway, { request, response, pathname, body })) return;
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
  const { count, signIn, notify, showsUnapproved } = gateway;
  const about = { ...signedIn, name, fields, merchants: signIn.merchants, count, notify, showsUnapproved };
  const effect = (now: number) => route.answer({ ...about, now } satisfies Asked);
  const lateByMs = lateBy(fault);
  if (lateByMs !== undefined) {
    gateway.addLate(lateByMs, effect);
    return void request.socket.destroy();
  }
  if (typeof fault === "object" && "says" in fault) {
    if (fault.takesEffect === true) await effect(gateway.now());
    return sendAnswer(response, refuse(fault.says, fault.message ?? "다른 응답"), { status: fault.status ?? 200 });
  }
  const answer = await effect(gateway.now());
  if (fault === "answer-lost") return void request.socket.destroy();
  if (fault === "no-answer") return;
  if (fault === "keep-alive-cut") cut.add(request.socket);
  const kind = typeof fault === "string" ? fault : undefined;
  sendAnswer(response, answer, { kind, sign: (unsigned: Answer) => signed(unsigned, signedIn.account, gateway.now()) });
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

interface Sending {
  readonly status?: number;
  readonly kind?: NiceFaultKind | undefined;
  readonly sign?: (answer: Answer) => Answer;
}

const maintenance = "<html><body>시스템 점검 중입니다</body></html>";
const oversize = 4 * 1_024 * 1_024;

/** Sends an answer, or what comes in its place. */
function sendAnswer(response: ServerResponse, answer: Answer, sending: Sending = {}): void {
  const { status = 200, kind, sign = (unsigned) => unsigned } = sending;
  if (kind === "html" || kind === "server-error") {
    response.writeHead(kind === "html" ? 200 : 502, { "content-type": "text/html;charset=utf-8" }).end(maintenance);
    return;
  }
  if (kind === "redirect") {
    response.writeHead(302, { location: "/maintenance" }).end();
    return;
  }
  const before = kind === undefined ? answer : (beforeSigning[kind]?.(answer) ?? answer);
  const signedAnswer = sign(before);
  const shown = kind === undefined ? signedAnswer : (afterSigning[kind]?.(signedAnswer) ?? signedAnswer);
  const json = JSON.stringify(shown);
  response.writeHead(status, { "content-type": "application/json;charset=utf-8" });
  if (kind === "truncated") response.end(json.slice(0, json.length / 2));
  else if (kind === "oversized") response.end(json + " ".repeat(oversize));
  else response.end(json);
}
