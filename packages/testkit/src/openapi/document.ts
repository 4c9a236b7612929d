/** The parts of an OpenAPI 3.1 document that exchanges are checked against. */
export interface CheckedDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, CheckedOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, unknown>>;
    readonly parameters?: Readonly<Record<string, unknown>>;
    readonly headers?: Readonly<Record<string, unknown>>;
  };
}

interface CheckedOperation {
  readonly parameters?: readonly unknown[];
  readonly requestBody?: unknown;
  readonly responses: Readonly<Record<string, CheckedAnswer>>;
}

interface CheckedAnswer {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: object;
}

/** The steps from the root of a document to a part of it. */
export type Place = readonly (string | number)[];

export function pointerTo(place: Place): string {
  const steps = place.map((step) => String(step).replaceAll("~", "~0").replaceAll("/", "~1"));
  return `#/${steps.map(encodeURIComponent).join("/")}`;
}

export interface FoundOperation {
  readonly place: Place;
  readonly operation: CheckedOperation;
  readonly openParts: Readonly<Record<string, string>>;
}

/** Undefined for an unknown method or path; of several matching paths, the one with fewer open parts. */
export function findOperation(document: CheckedDocument, method: string, path: string): FoundOperation | undefined {
  const asked = path.split("/");
  const fitting = Object.entries(document.paths).flatMap(([template, methods]) => {
    const openParts = openPartsOf(template.split("/"), asked);
    return openParts === undefined ? [] : [{ template, methods, openParts, count: Object.keys(openParts).length }];
  });
  const [best] = fitting.toSorted((one, other) => one.count - other.count);
  const operation = best?.methods[method.toLowerCase()];
  if (best === undefined || operation === undefined) return undefined;
  return { place: ["paths", best.template, method.toLowerCase()], operation, openParts: best.openParts };
}

function openPartsOf(template: readonly string[], asked: readonly string[]): Record<string, string> | undefined {
  if (template.length !== asked.length) return undefined;
  const open: Record<string, string> = {};
  for (const [index, part] of template.entries()) {
    const text = asked[index] ?? "";
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
    if (name === undefined && part !== text) return undefined;
    if (name !== undefined) open[name] = decoded(text);
  }
  return open;
}

/** The service refuses a path that can't be decoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Forbids fields that a schema does not name, as a service must document each field that it answers. */
export function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== "object" || schema === null) return schema;
  const parts = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, closed(part)]));
  return "properties" in parts && !("additionalProperties" in parts)
    ? { ...parts, additionalProperties: false }
    : parts;
}
