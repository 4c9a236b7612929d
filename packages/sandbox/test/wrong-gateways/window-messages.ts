import type { WindowApprovalRequest } from "@wonflow/core";
import { z } from "zod";
import { readMessage } from "../provider-messages.ts";
import type { WrongWindow } from "./window.ts";

const fieldsSchema = z.record(z.string(), z.unknown());

export const wrongReaders: readonly WrongWindow[] = [
  [
    "names what was authenticated by a name of its own",
    "readNotification: of an authentication names the key that the provider has: the payment would wait for its end",
    () => ({
      readNotification(message) {
        const hint = readMessage(message);
        return hint.outcome === "forged" ? hint : { ...hint, keys: hint.keys.map((key) => `tid-${key}`) };
      },
    }),
  ],
  [
    "leaves out approvals",
    "readNotification: of an approval names its key, or what was authenticated for it: a lost answer would wait",
    () => ({
      readNotification(message) {
        const hint = readMessage(message);
        return hint.outcome === "look-at" && message.body.includes('"paid"') ? { ...hint, keys: [] } : hint;
      },
    }),
  ],
  [
    "names what was paid for what is left",
    "readNotification: of a payment that was refunded in the provider's pages names what is left, or no amount: the refund would not be found",
    ({ window, kept }) => ({
      window: {
        begin(request) {
          kept.set(request.key, String(request.amount));
          return window.begin(request);
        },
      },
      readNotification(message) {
        const hint = readMessage(message);
        if (hint.outcome === "forged") return hint;
        const paid = kept.get(hint.keys[0] ?? "");
        return { ...hint, ...(paid !== undefined && { remainingAmount: Number(paid) }) };
      },
    }),
  ],
  [
    "names an approval by its key, and no merchant",
    "readNotification: of an approval names its key, or what was authenticated for it: a lost answer would wait",
    ({ gateway, kept }) => ({
      approve(request) {
        kept.set(request.authentication?.key ?? "", request.key);
        return gateway.approve(request);
      },
      readNotification(message) {
        const hint = readMessage(message);
        if (hint.outcome === "forged") return hint;
        return { ...hint, keys: hint.keys.map((key) => kept.get(key) ?? key) };
      },
    }),
  ],
  [
    "names all that it was called about",
    "readNotification: of two payments names each by itself: one would be looked up for the other",
    ({ window, kept }) => ({
      window: {
        begin(request) {
          kept.set(request.key, "");
          return window.begin(request);
        },
      },
      readNotification(message) {
        const hint = readMessage(message);
        return hint.outcome === "forged" ? hint : { ...hint, keys: [...kept.keys()] };
      },
    }),
  ],
  [
    "throws where a message is no JSON",
    "readNotification: that is garbled is forged, and never throws: a stranger would fill the log",
    () => ({
      readNotification(message) {
        JSON.parse(message.body);
        return readMessage(message);
      },
    }),
  ],
  [
    "takes any text for an order id",
    "readNotification: with fields of another kind is forged, and never throws: a stranger would fill the log",
    () => ({
      readNotification(message) {
        const hint = readMessage(message);
        const orderId = parsedField(message.body, "orderId");
        return hint.outcome === "look-at" || orderId === undefined
          ? hint
          : { outcome: "look-at", keys: [JSON.stringify(orderId)] };
      },
    }),
  ],
  [
    "approves what a message reports as authenticated",
    "readNotification: changes nothing: a stranger would pay, or end what is open",
    ({ gateway, window, kept }) => ({
      window: {
        async finish(request) {
          const answer = await window.finish(request);
          const { key, askedAt, tenant, credentials, deadline } = request;
          if (answer.outcome !== "done") return answer;
          const { reference, amount } = answer.value;
          const about = { tenant, credentials, deadline, askedAt, amount, taxFreeAmount: 0, orderName: "At once" };
          const approval = { ...about, key: `${key}-a`, authentication: { key, reference, askedAt } };
          kept.set(key, JSON.stringify(approval));
          return answer;
        },
      },
      readNotification(message) {
        const hint = readMessage(message);
        const keys = hint.outcome === "look-at" ? hint.keys : [];
        for (const key of keys) {
          const approval = kept.get(key);
          if (approval !== undefined) void gateway.approve(approvalSchema.parse(JSON.parse(approval)));
        }
        return hint;
      },
    }),
  ],
];

const approvalSchema = z.custom<WindowApprovalRequest>();

function parsedField(body: string, name: string): unknown {
  try {
    return fieldsSchema.parse(JSON.parse(body))[name];
  } catch {
    return undefined;
  }
}
