export { createHttpHandler, type HttpHandler, type HttpSettings } from "./http-handler.ts";
export type { Call } from "./call.ts";
export type { Endpoint } from "./route.ts";
export type { Language } from "./request/language.ts";
export type { Compress, Compressions } from "./response/content-coding.ts";
export { Kept, type KeptText } from "./response/kept-text.ts";
export { openApiDocument } from "./routes.ts";
export type { OpenApiDocument } from "./openapi/document.ts";
export { errorObjectSchema, type ErrorObject } from "./error-object.ts";
