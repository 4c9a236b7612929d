export { pathBelow } from "./base-path.ts";
export { WrongMount } from "./wrong-mount.ts";
export {
  createHttpHandler,
  type HttpHandler,
  type HttpSettings,
  unreadableRequest,
  type Unreadable,
} from "./http-handler.ts";
export type { AnsweredRequest } from "./observed-requests.ts";
export type { Call, OperatorSignIn } from "./call.ts";
export { clientAddressFinder, type Peer } from "./rate-limit/client-address.ts";
export { memoryRateLimiter } from "./rate-limit/memory-rate-limiter.ts";
export { rateLimitsWith, usualRateLimits, type RateLimits, type RateLimitSettings } from "./rate-limit/rate-limits.ts";
export type { Endpoint } from "./route.ts";
export type { Language } from "@wonflow/core";
export { type Compress, type Compressions, Kept, type KeptText } from "./response/content-coding.ts";
export { openApiDocument } from "./routes.ts";
export type { OpenApiDocument } from "./openapi/document.ts";
export { errorObjectSchema, type ErrorObject } from "./error-object.ts";
export type { MovableClock } from "./routes/development.ts";
