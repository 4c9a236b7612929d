export { createHttpHandler, type HttpHandler, type HttpSettings } from "./http-handler.ts";
export type { Compress, Compressions } from "./response/encoding.ts";
export { openApiDocument } from "./routes.ts";
export type { OpenApiDocument } from "./openapi/document.ts";
export { errorObjectSchema, type ErrorObject } from "./error-object.ts";
