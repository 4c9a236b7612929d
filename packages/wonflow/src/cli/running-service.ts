import { documentationKeys } from "@wonflow/core";
import { z } from "zod";

import { whyNoAnswer } from "../why-no-answer.ts";
import { option } from "./command.ts";

/** A service that refused, or did not answer; the message is one line that says what to do. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
}

/** Moving the clock does all due work before it answers. */
const answerTimeoutMs = 120_000;

export const runningServiceOptions = z.object({
  url: option(
    "--url <url>",
    "where wonflow dev runs (default: http://localhost:4242)",
    z
      .url({ protocol: /^https?$/, error: "--url must be an http or https URL" })
      .default("http://localhost:4242")
      .transform((url) => url.replace(/\/+$/, "")),
  ),
});

interface Asked {
  readonly path: string;
  readonly body: unknown;
  readonly method?: "POST" | "PUT" | "GET";
  /** A session's token, for the calls of its page, in place of the secret key. */
  readonly token?: string;
}

/** Asks with the key in WONFLOW_SECRET_KEY or the documentation's. Throws a ServiceError for any failure. */
export async function askRunning<Schema extends z.ZodType>(
  url: string,
  { path, body, method = "POST", token }: Asked,
  answer: Schema,
): Promise<z.output<Schema>> {
  const key = process.env["WONFLOW_SECRET_KEY"] ?? documentationKeys.secret;
  const authorization = token === undefined ? `Basic ${btoa(`${key}:`)}` : `Bearer ${token}`;
  const response = await fetch(url + path, {
    method,
    headers: { Authorization: authorization, "Content-Type": "application/json", "Accept-Language": "en" },
    body: method === "GET" ? null : JSON.stringify(body),
    signal: AbortSignal.timeout(answerTimeoutMs),
  }).catch((error: unknown) => {
    throw new ServiceError(`${url} can't be reached (${whyNoAnswer(error)}): start wonflow dev, or say --url`, {
      cause: error,
    });
  });
  const text = await response.text();
  const read = answer.safeParse(jsonIn(text));
  if (response.ok && read.success) return read.data;
  throw new ServiceError(refusalOf(url, path, { status: response.status, text }));
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const errorSchema = z.object({ code: z.string(), message: z.string() });

function refusalOf(
  url: string,
  path: string,
  { status, text }: { readonly status: number; readonly text: string },
): string {
  const error = errorSchema.safeParse(jsonIn(text));
  const code = error.success ? error.data.code : undefined;
  if (status === 404 && path.startsWith("/development/")) {
    return `${url} has nothing for development: say its whole address with --url, with the path that it is mounted at, such as ${url}/pay; or start wonflow dev, or give createHandler a developmentClock`;
  }
  if (code === "UNAUTHORIZED_KEY") {
    return `${url} does not take the key: set WONFLOW_SECRET_KEY to a secret key of test mode, or start wonflow dev`;
  }
  if (code === "FORBIDDEN_REQUEST" && path === "/development/webhook-endpoint") {
    return `${url} has no documentation merchant, whose webhooks these are: register documentationMerchant, or start wonflow dev`;
  }
  if (!error.success)
    return `${url}${path} was answered ${status} by something else than this service: say its whole address with --url, with the path that it is mounted at, such as ${url}/pay`;
  return `${url}${path} was refused with ${error.data.code}: ${error.data.message}`;
}
