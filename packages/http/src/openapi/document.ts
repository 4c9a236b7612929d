import type { Route } from "../route.ts";
import { createComponents } from "./components.ts";
import { operationOf, type Operation } from "./operation.ts";

/** The OpenAPI 3.1 document of the interface. */
export interface OpenApiDocument {
  readonly openapi: "3.1.1";
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, unknown>>;
    readonly securitySchemes: Readonly<Record<string, unknown>>;
  };
}

const description = [
  "Amounts are whole won. Fields that are not named here are ignored, and null stands for a field left out.",
  "Every failed request answers with an Error object; the header Trace-Id names every answer.",
].join(" ");

/** The document of these routes: all that it says comes from them. */
export function documentOf(routes: readonly Route[]): OpenApiDocument {
  const components = createComponents();
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) {
    const methods = (paths[route.path] ??= {});
    methods[route.method.toLowerCase()] = operationOf(route, components);
  }
  return {
    openapi: "3.1.1",
    info: { title: "Wonflow", version: "0.1.0", description },
    servers: [{ url: "/" }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: { schemas: components.schemas(), securitySchemes: securitySchemesOf(routes) },
  };
}

/** What callers show, once each. */
function securitySchemesOf(routes: readonly Route[]) {
  const credentials = routes.flatMap(({ caller }) => caller.credentials);
  return Object.fromEntries(credentials.map(({ name, scheme }) => [name, scheme]));
}
