import { errorCatalog, koreanActions, type ErrorCode, type Refusal, type Language } from "@wonflow/core";
import { z } from "zod";
import { merchantCookies } from "./request/operator-cookie.ts";

export const errorObjectSchema = z
  .object({
    statusCode: z.int().meta({ description: "The HTTP status again" }),
    code: z.string().meta({ description: "What went wrong, for programs: it never changes its meaning" }),
    message: z.string().meta({
      description:
        "What went wrong and what to do, for the people behind a shop, never its buyers: in Korean, or in English if Accept-Language prefers it",
    }),
    traceId: z.string().meta({ description: "Names this request; quote it when you ask for help" }),
    details: z
      .array(
        z.object({
          field: z.string().meta({ description: "The field's path, or a header's name", examples: ["amount.value"] }),
          code: z.string().meta({ description: "The code that this field alone would give" }),
          problem: z.string().meta({ description: "What is wrong and what would be right, in English" }),
        }),
      )
      .optional()
      .meta({ description: "Every field that cannot be accepted" }),
    triesLeft: z
      .int()
      .optional()
      .meta({ description: "Of a refused card at checkout: how many cards may still be tried on its link" }),
  })
  .meta({ id: "Error" });

export type ErrorObject = z.output<typeof errorObjectSchema>;

const retryAfter: Readonly<Partial<Record<ErrorCode, number>>> = {
  IDEMPOTENT_REQUEST_PROCESSING: 3,
  CONCURRENT_REQUEST: 1,
  TOO_MANY_REQUESTS: 1,
  STORE_UNAVAILABLE: 5,
};

export function saysWhen(code: ErrorCode): boolean {
  return retryAfter[code] !== undefined;
}

/** The challenge of a 401. A Basic challenge opens the browser's own window, so a page where operators sign in gets none. */
const keyChallenge = 'Basic realm="Wonflow", charset="UTF-8"';
const cookieChallenge = `Cookie realm="Wonflow", cookie-name="${merchantCookies.session.secure}"`;
const challenges: Readonly<Partial<Record<ErrorCode, string>>> = {
  UNAUTHORIZED_OPERATOR: cookieChallenge,
  INCORRECT_OPERATOR_CREDENTIALS: cookieChallenge,
};

function messageOf(code: ErrorCode, language: Language): string {
  const { ko, en, action } = errorCatalog[code];
  return language === "ko" ? `${ko} ${koreanActions[code]}` : `${en} ${action}`;
}

interface RefusedRequest {
  readonly traceId: string;
  readonly language: Language;
}

export function errorObjectOf({ code, details, triesLeft }: Refusal, request: RefusedRequest): ErrorObject {
  return {
    statusCode: errorCatalog[code].status,
    code,
    message: messageOf(code, request.language),
    traceId: request.traceId,
    ...(details === undefined ? {} : { details: details.map((detail) => ({ ...detail })) }),
    ...(triesLeft === undefined ? {} : { triesLeft }),
  };
}

export function errorResponse(refusal: Refusal, request: RefusedRequest): Response {
  const { code, retryAfterMs } = refusal;
  const { status } = errorCatalog[code];
  const body = errorObjectOf(refusal, request);
  const response = Response.json(body, { status, headers: { "Content-Language": request.language } });
  const seconds = retryAfterMs === undefined ? retryAfter[code] : Math.ceil(retryAfterMs / 1000);
  if (seconds !== undefined) response.headers.set("Retry-After", String(seconds));
  if (status === 401) response.headers.set("WWW-Authenticate", challenges[code] ?? keyChallenge);
  return response;
}
