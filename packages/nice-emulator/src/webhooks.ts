import { z } from "zod";
import { fine, hashOf, gatewayTime, refuse, type Answer } from "./answers.ts";
import type { Asked, PayMethod, Webhook } from "./merchant.ts";
import { isRefused, readFields, text } from "./request-fields.ts";

/** A message that the gateway sent. */
export interface Delivery {
  readonly orderId: string;
  readonly url: string;
  /** Of the response; null without one. */
  readonly status: number | null;
  /** Whether the response was 200, `text/html` and `OK` alone. */
  readonly isTaken: boolean;
}

/** The manual lists no wallets, so nothing is sent about them. */
const webhookMethods = ["card", "bank", "vbank", "cellphone"] as const;

export function webhookMethodOf(payMethod: PayMethod): string | undefined {
  return webhookMethods.find((method) => method === payMethod);
}

const fields = { url: text(200).pipe(z.url()), managerEmail: z.string().max(255).default("") };
const registeredFields = z.object({ method: z.enum(webhookMethods), ...fields });
const updatedFields = z.object(fields);

export async function registerWebhook(asked: Asked): Promise<Answer> {
  const webhook = readFields(registeredFields, asked.fields);
  if (isRefused(webhook)) return webhook.refusal;
  if (asked.merchant.webhooks.has(webhook.method)) return refuse("U333", "이미 등록된 URL 정보가 있습니다.");
  return keep(asked, webhook);
}

export async function updateWebhook(asked: Asked): Promise<Answer> {
  const change = readFields(updatedFields, asked.fields);
  if (isRefused(change)) return change.refusal;
  if (!asked.merchant.webhooks.has(asked.name)) return refuse("U334", "웹훅 URL 수정을 실패하였습니다.");
  return keep(asked, { method: asked.name, ...change });
}

export function removeWebhook(asked: Asked): Answer {
  return asked.merchant.webhooks.delete(asked.name) ? listWebhooks(asked) : refuse("U111", "조회내용이 없습니다.");
}

export function listWebhooks({ merchant }: Asked): Answer {
  return { ...fine, messageSource: "nicepay", urls: [...merchant.webhooks.values()] };
}

/** Keeps an address that answers a sample as it must. The manual does not say how a sample is signed: here wrongly. */
async function keep(asked: Asked, webhook: Webhook): Promise<Answer> {
  const [ediDate, tid, amount] = [gatewayTime(asked.now), "nicemu00m01011sample0000000001", 1_004];
  const about = { tid, cancelledTid: null, orderId: "sample-order", status: "paid", amount, balanceAmt: amount };
  const sample = { ...fine, ...about, payMethod: webhook.method, ediDate, signature: hashOf(tid, amount, ediDate) };
  const { status, isTaken } = await deliver(webhook.url, JSON.stringify(sample));
  if (status === null) return refuse("U336", "해당 URL 페이지 요청을 실패하였습니다.");
  if (status !== 200) return refuse("U337", "HTTP 상태 코드가 정상(200)이 아닙니다.");
  if (!isTaken) return refuse("U338", "응답 페이지 Body 부분은 OK 문자만 허용됩니다.");
  asked.merchant.webhooks.set(webhook.method, webhook);
  return listWebhooks(asked);
}

const longestWaitMs = 5_000;

/** Sends a message to a merchant's server. It is taken if it is answered by 200, `text/html` and `OK` alone. */
export async function deliver(url: string, body: string): Promise<Pick<Delivery, "status" | "isTaken">> {
  const sent = { method: "POST", body, redirect: "manual", signal: AbortSignal.timeout(longestWaitMs) } as const;
  try {
    const response = await fetch(url, { ...sent, headers: { "content-type": "application/json;charset=utf-8" } });
    const isHtml = response.headers.get("content-type")?.startsWith("text/html") === true;
    const { status } = response;
    return { status, isTaken: (await response.text()) === "OK" && isHtml && status === 200 };
  } catch {
    return { status: null, isTaken: false };
  }
}
