export { createReference, type Reference, type ReferenceSettings } from "./create-reference.ts";
export type { ReferenceDocument } from "./document.ts";
