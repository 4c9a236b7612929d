import type { KeyedCall, Outcome, ProviderSaid } from "@wonflow/core";
import type { z } from "zod";
import type { NiceAccount } from "./accounts.ts";
import { saidAnswer } from "./answers.ts";
import { inAnySpelling, isSameText, withoutSecrets, type ProviderRequest, type Transport } from "./transport.ts";
import { createCipheriv, createHash } from "node:crypto";

export type Unknown = Extract<Outcome<never, never>, { readonly outcome: "unknown" }>;

/** A whole answer that does not say that the call is done. What it means is for the call's table of codes to say. */
export interface Said {
  readonly outcome: "said";
  readonly provider: ProviderSaid;
}

export type Reply<Value> = { readonly outcome: "done"; readonly value: Value } | Said | Unknown;

interface Question<Value extends z.ZodRawShape> {
  readonly method: ProviderRequest["method"];
  readonly path: string;
  /** The query of a GET, the body of a POST. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The signed parts of a POST, before the time and the secret. */
  readonly signs?: readonly string[];
  readonly answer: z.ZodObject<Value>;
  /** Left out where answers are not signed. */
  readonly signature?: (value: z.output<z.ZodObject<Value>>) => AnswerSignature;
}

export interface AnswerSignature {
  /** The signed parts, before the secret. */
  readonly over: readonly (string | number)[];
  readonly signature: string;
}

export type Ask = <Value extends z.ZodRawShape>(
  call: Pick<KeyedCall, "deadline">,
  account: NiceAccount,
  question: Question<Value>,
) => Promise<Reply<z.output<z.ZodObject<Value>>>>;

function unknown(reason: string): Unknown {
  return { outcome: "unknown", reason };
}

const inSpelling = inAnySpelling(saidAnswer);

/** Asks the provider, signs what is sent, and believes no answer that isn't wholly there and rightly signed. */
export function askerOf({ send }: Transport, now: () => number): Ask {
  return async (call, account, question) => {
    const { status, content } = await send({ ...requestOf(account, question, now()), deadline: call.deadline });
    const { data: said } = inSpelling.safeParse(content);
    if (said === undefined) return unknown(`no answer in the provider's form, HTTP ${status}`);
    const words = { code: said.resultCode, message: said.resultMsg ?? "" };
    const provider = withoutSecrets(words, [account.secretKey, basicOf(account)]);
    if (status < 200 || status >= 500 || (status >= 300 && status < 400)) {
      return { ...unknown(`an answer with HTTP ${status}`), provider };
    }
    if (said.resultCode !== fine) return { outcome: "said", provider };
    if (status >= 300) return { ...unknown(`done, with HTTP ${status}`), provider };
    const { data: value } = inAnySpelling(question.answer).safeParse(content);
    if (value === undefined) return unknown("an answer that does not say whether the call took effect");
    const isRight = question.signature === undefined || isSigned(question.signature(value), account);
    return isRight ? { outcome: "done", value } : unknown("an answer whose signature is wrong");
  };
}

/** Whether an answer or a message is signed with an account, compared in constant time. */
export function isSigned({ over, signature }: AnswerSignature, { secretKey }: NiceAccount): boolean {
  return isSameText(signature.toLowerCase(), signatureOf(over, secretKey));
}

/** The code of everything that is done; the manual's other codes of success are never seen in its answers. */
const fine = "0000";

function basicOf({ clientKey, secretKey }: NiceAccount): string {
  return Buffer.from(`${clientKey}:${secretKey}`).toString("base64");
}

type Asked = Pick<Question<z.ZodRawShape>, "method" | "path" | "fields" | "signs">;

function requestOf(account: NiceAccount, { method, path, fields, signs }: Asked, now: number) {
  const headers = { authorization: `Basic ${basicOf(account)}` };
  const ediDate = new Date(now).toISOString();
  const signed = signs && { ediDate, signData: signatureOf([...signs, ediDate], account.secretKey) };
  if (method === "GET") {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...fields, ...signed })) query.set(name, String(value));
    return { method, path: query.size === 0 ? path : `${path}?${query.toString()}`, headers };
  }
  const body = JSON.stringify({ ...fields, ...signed });
  return { method, path, headers: { ...headers, "content-type": "application/json;charset=utf-8" }, body };
}

/** The hash by which requests and answers are signed: of these parts and the secret key, in lower-case hexadecimal. */
export function signatureOf(parts: readonly (string | number)[], secretKey: string): string {
  return createHash("sha256")
    .update(parts.join("") + secretKey)
    .digest("hex");
}

const keyBytes = 32;
const vectorBytes = 16;

/** Whether cards can be enciphered with a secret key. */
export function isSecretKey(secretKey: string): boolean {
  return Buffer.byteLength(secretKey) === keyBytes;
}

/** `encData` of mode A2: AES-256-CBC in hexadecimal; the secret key is the key, and its first half the vector. */
export function enciphered(fields: Readonly<Record<string, string>>, secretKey: string): string {
  const key = Buffer.from(secretKey);
  const plain = Object.entries(fields).map(([name, value]) => `${name}=${value}`);
  const cipher = createCipheriv("aes-256-cbc", key, key.subarray(0, vectorBytes));
  return cipher.update(plain.join("&"), "utf8", "hex") + cipher.final("hex");
}
