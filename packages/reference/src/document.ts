/** The parts of an OpenAPI 3.1 document that the reference shows. */
export interface ReferenceDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly TagObject[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  /** The requests that the service sends. */
  readonly webhooks?: Readonly<Record<string, Readonly<Record<string, WebhookObject>>>>;
  readonly components: Readonly<Record<string, unknown>>;
}

export interface TagObject {
  readonly name: string;
  readonly description: string;
  /** The displayed name, if it differs. */
  readonly "x-displayName"?: string;
}

export interface OperationObject {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters: readonly unknown[];
  readonly requestBody?: BodyObject;
  readonly responses: Readonly<Record<string, AnswerObject>>;
}

/** A request that the service sends to a merchant. */
export type WebhookObject = Pick<
  OperationObject,
  "operationId" | "summary" | "description" | "parameters" | "requestBody"
> & { readonly responses: Readonly<Record<string, { readonly description: string }>> };

interface BodyObject {
  readonly content: Readonly<Record<string, ContentObject>>;
}

export interface AnswerObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, ContentObject>>;
}

interface ContentObject {
  readonly schema: unknown;
  readonly examples: Readonly<Record<string, unknown>>;
}

export interface ParameterObject {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly description: string;
  readonly schema: SchemaObject;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

export interface ExampleObject {
  readonly summary: string;
  readonly description?: string;
  readonly value: unknown;
}

/** The parts of a JSON schema that the reference shows. */
export interface SchemaObject {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMaximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, SchemaObject>>;
  readonly additionalProperties?: SchemaObject | boolean;
  readonly items?: SchemaObject | boolean;
  readonly prefixItems?: readonly SchemaObject[];
  readonly anyOf?: readonly SchemaObject[];
  readonly oneOf?: readonly SchemaObject[];
}

export type Resolve = <Part>(part: unknown) => Part;

/** A part of a document, or the one that it refers to. The caller knows its kind. */
export function resolver(document: ReferenceDocument): Resolve {
  function resolve<Part>(part: unknown): Part {
    const { $ref } = Object(part) as { readonly $ref?: unknown };
    if (typeof $ref !== "string") return part as Part;
    const steps = $ref.replace(/^#\//, "").split("/");
    return resolve(steps.reduce<unknown>((place, step) => (Object(place) as Record<string, unknown>)[step], document));
  }
  return resolve;
}
