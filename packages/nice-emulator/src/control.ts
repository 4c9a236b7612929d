import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";

import { callNames } from "./calls.ts";
import type { GatewayControls } from "./emulated-gateway.ts";
import { niceFaultKinds } from "./faults.ts";
import { choiceSchema } from "./window-orders.ts";

interface ControlCall {
  readonly controls: GatewayControls;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly pathname: string;
  readonly body: string;
}

const kind = z.enum(niceFaultKinds);

const faultsSchema = z
  .strictObject({
    rate: z.number().min(0).max(1),
    kinds: z.array(kind).min(1).exactOptional(),
    latestMs: z.int().min(1).exactOptional(),
    seed: z.int().exactOptional(),
  })
  .readonly();

const saying = z.strictObject({
  says: z.string(),
  message: z.string().default("다른 응답"),
  status: z.int().min(200).max(599).default(200),
  takesEffect: z.boolean().default(false),
});

const fault = z.union([kind, z.strictObject({ arrivesAfterMs: z.int().nonnegative() }), saying]);

const breakSchema = z.strictObject({
  call: z.enum(callNames),
  fault,
  times: z.int().min(1).max(100).default(1),
  after: z.enum(callNames).optional(),
});

const controlCalls: Readonly<Record<string, (controls: GatewayControls, body: unknown) => object | Promise<object>>> = {
  "GET /emulator/book": (controls) => controls.book(),
  "GET /emulator/trouble": (controls) => controls.trouble(),
  "GET /emulator/faults": (controls) => controls.drawnFaults(),
  "POST /emulator/faults"(controls, body) {
    const faults = faultsSchema.parse(body);
    controls.drawFaults(faults);
    return faults;
  },
  "POST /emulator/down"(controls, body) {
    const { seconds } = z.strictObject({ seconds: z.number().min(0).max(86_400) }).parse(body);
    controls.goDown(seconds * 1_000);
    return { seconds };
  },
  "POST /emulator/break"(controls, body) {
    const { call, fault, times, after } = breakSchema.parse(body);
    for (let time = 0; time < times; time += 1) controls.breakNext(call, fault, after);
    return { call, fault, times, after };
  },
  "POST /emulator/refund"(controls, body) {
    const { orderId, amount } = z.strictObject({ orderId: z.string(), amount: z.int().min(1) }).parse(body);
    return { tid: controls.refundByHand(orderId, amount) };
  },
  "POST /emulator/choose"(controls, body) {
    const { orderId, ...choice } = choiceSchema.unwrap().extend({ orderId: z.string() }).parse(body);
    return { returned: controls.choose(orderId, choice) };
  },
  "POST /emulator/script"(controls, body) {
    const { fails } = z.strictObject({ fails: z.int().min(0) }).parse(body);
    controls.failScript(fails);
    return { fails };
  },
  async "POST /emulator/notify"(controls, body) {
    const { orderId } = z.strictObject({ orderId: z.string() }).parse(body);
    return controls.notify(orderId);
  },
  "POST /emulator/charge"(controls, body) {
    const { orderId } = z.strictObject({ orderId: z.string() }).parse(body);
    return { tid: controls.chargeAgain(orderId) };
  },
};

/** Answers a call of `/emulator/…`: 400 with the reason if it can't be done. */
export async function answerControl({ controls, request, response, pathname, body }: ControlCall): Promise<void> {
  const send = (status: number, answer: object) => {
    response.writeHead(status, { "content-type": "application/json;charset=utf-8" }).end(JSON.stringify(answer));
  };
  const control = controlCalls[`${request.method} ${pathname}`];
  if (control === undefined) return send(404, { error: `none of ${Object.keys(controlCalls).join(", ")}` });
  try {
    send(200, await control(controls, body === "" ? undefined : JSON.parse(body)));
  } catch (error) {
    send(400, { error: error instanceof Error ? error.message : String(error) });
  }
}
