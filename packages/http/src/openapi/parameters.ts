import type { z } from "zod";
import { jsonSchemaOf } from "../json-schema.ts";
import type { RequestHeader } from "../request/headers.ts";
import type { Route } from "../route.ts";
import { parameterNamed, type Parameter, type Reference } from "./shared.ts";

const inDocument = {
  "Idempotency-Key": "IdempotencyKey",
  "Payments-Test-Code": "PaymentsTestCode",
} as const satisfies Record<RequestHeader, string>;

export function parametersOf(route: Route): readonly (Parameter | Reference)[] {
  const { params, query, headers = [], method, errors, ifNoneMatch } = route;
  const asksForCsrfToken = method !== "GET" && errors.includes("INVALID_CSRF_TOKEN");
  return [
    ...parametersIn("path", params, examplesIn(route, "params")),
    ...parametersIn("query", query, examplesIn(route, "query")),
    ...headers.map((name) => parameterNamed(inDocument[name])),
    ...(asksForCsrfToken ? [parameterNamed("CsrfToken")] : []),
    ...(ifNoneMatch === true ? [parameterNamed("IfNoneMatch")] : []),
  ];
}

type Values = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

function examplesIn({ examples }: Route, place: "params" | "query"): Values {
  return Object.fromEntries(Object.entries(examples).map(([name, example]) => [name, { ...Object(example[place]) }]));
}

function parametersIn(place: "path" | "query", schema: z.ZodType | undefined, examples: Values): readonly Parameter[] {
  const { properties = {}, required = [] } = schema === undefined ? {} : jsonSchemaOf(schema);
  return Object.entries(properties).map(([name, property]) => {
    const { description = name, ...rest } = typeof property === "boolean" ? {} : property;
    const shown = examplesOf(name, examples, rest.type === "integer" || rest.type === "number");
    return { name, in: place, required: required.includes(name), description, schema: rest, ...shown };
  });
}

function examplesOf(name: string, examples: Values, isNumber: boolean): Pick<Parameter, "example" | "examples"> {
  const values = Object.entries(examples).flatMap(([example, { [name]: text }]) =>
    text === undefined ? [] : [[example, isNumber ? Number(text) : text] as const],
  );
  const distinct = new Map(values.toReversed().map(([example, value]) => [value, example]));
  const [first] = values;
  if (first === undefined) return {};
  if (distinct.size === 1) return { example: first[1] };
  const named = [...distinct].toReversed().map(([value, example]) => [example, { value }] as const);
  return { examples: Object.fromEntries(named) };
}
