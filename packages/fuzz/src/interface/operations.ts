import { openApiDocument } from "@wonflow/http";

import { resolved, type Schema } from "./schema.ts";

/** A part of a request outside its body. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly schema: Schema;
  readonly examples: readonly unknown[];
}

/** One operation of the document, with everything that its requests need. */
export interface Operation {
  readonly operationId: string;
  readonly method: string;
  /** With its parameters in braces. */
  readonly template: string;
  /** The names of the credentials of which each suffices; "none" if none is needed. */
  readonly callers: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly body: { readonly schema: Schema; readonly examples: readonly unknown[] } | undefined;
  /** The values of its examples of successes. */
  readonly answers: readonly unknown[];
  /** The codes of failures that its row lists. */
  readonly codes: ReadonlySet<string>;
}

type DocumentedOperation = ReturnType<typeof openApiDocument>["paths"][string][string];

/** Every operation of the document, including new routes. */
export const operations: readonly Operation[] = Object.entries(openApiDocument().paths).flatMap(([template, methods]) =>
  Object.entries(methods).map(([method, documented]) => operationOf(template, method, documented)),
);

function operationOf(template: string, method: string, documented: DocumentedOperation): Operation {
  const { operationId, security, parameters, requestBody, responses } = documented;
  const callers = security.flatMap((way) => Object.keys(way));
  return {
    operationId,
    method: method.toUpperCase(),
    template,
    callers: callers.length === 0 || security.length > callers.length ? ["none", ...callers] : callers,
    parameters: parameters.map((parameter) => parameterOf(resolved(parameter as object))),
    body: requestBody && bodyOf(requestBody.content),
    answers: Object.entries(responses).flatMap(([status, { content = {} }]) =>
      Number(status) < 300 ? Object.values(content).flatMap(valuesOf) : [],
    ),
    codes: new Set(Object.values(responses).flatMap(({ content = {} }) => Object.values(content).flatMap(codesOf))),
  };
}

function parameterOf(parameter: object): Parameter {
  const {
    example,
    examples = {},
    ...rest
  } = parameter as Omit<Parameter, "examples"> & {
    readonly example?: unknown;
    readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
  };
  const shown = Object.values(examples).map(({ value }) => value);
  return { ...rest, examples: example === undefined ? shown : [example, ...shown] };
}

type Media = NonNullable<NonNullable<DocumentedOperation["requestBody"]>["content"]["application/json"]>;

function bodyOf(content: { readonly "application/json"?: Media }): Operation["body"] {
  const media = content["application/json"];
  if (media === undefined) throw new Error("a body is not JSON");
  return { schema: media.schema as Schema, examples: valuesOf(media) };
}

function valuesOf({ examples }: Media): readonly unknown[] {
  return Object.values(examples).flatMap((example) => ("value" in example ? [example.value] : []));
}

/** A failure's schema lists its codes besides the shape of all failures. */
function codesOf({ schema }: Media): readonly string[] {
  const [, own] = (schema as Schema).allOf ?? [];
  return (own?.properties?.["code"]?.enum ?? []).map(String);
}
