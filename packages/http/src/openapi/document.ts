import { type Route, tags, type Tag } from "../route.ts";
import { createComponents, sharedParts } from "./components.ts";
import { operationOf, type Operation } from "./operation.ts";
import { webhooksOf, type WebhookRequest } from "./webhooks.ts";
import { version } from "./version.ts";

export interface OpenApiDocument {
  readonly openapi: "3.1.1";
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly tags: readonly {
    readonly name: Tag;
    readonly description: string;
    /** The displayed name in Korean. */
    readonly "x-displayName"?: string;
  }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: WebhookRequest }>>;
  readonly components: ReturnType<typeof sharedParts> & {
    readonly schemas: Readonly<Record<string, unknown>>;
    readonly securitySchemes: Readonly<Record<string, unknown>>;
  };
}

const description = [
  "Amounts are whole won. Unknown fields and query parameters are refused, by name. A field that is left out is not null: null is refused for amounts, numbers of months and flags.",
  "Every failed request answers with an Error object: its code is for programs and never changes its meaning, its message is for display, in Korean, or in English if Accept-Language prefers it. Every answer has an id in the header Trace-Id.",
  "An Idempotency-Key makes a request safe to repeat: it gets the same answer, and nothing happens twice.",
  "With a test key no real money moves, and the header Payments-Test-Code causes any error.",
].join("\n\n");

export function documentOf(routes: readonly Route[]): OpenApiDocument {
  const components = createComponents();
  const credentials = routes.flatMap(({ caller }) => caller.credentials);
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) {
    const methods = (paths[route.path] ??= {});
    methods[route.method.toLowerCase()] = operationOf(route, components);
  }
  return {
    openapi: "3.1.1",
    info: { title: "Wonflow", version, description, license: { name: "MIT", identifier: "MIT" } },
    servers: [{ url: "/", description: "The service that answers this document" }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name, description: tags[name] })),
    paths,
    webhooks: webhooksOf(components, routes),
    components: {
      schemas: components.schemas(),
      ...sharedParts(new Set(routes.flatMap(({ errors }) => errors))),
      securitySchemes: Object.fromEntries(credentials.map(({ name, scheme }) => [name, scheme])),
    },
  };
}
