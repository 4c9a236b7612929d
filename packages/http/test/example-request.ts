import type { Route } from "../src/route.ts";

export interface ExampleRequest {
  /** The path and the query. */
  readonly place: string;
  readonly body?: unknown;
}

/** The request of an operation's first example, in whose path things may be replaced. */
export function exampleRequest({ path, examples }: Route, things?: Readonly<Record<string, unknown>>): ExampleRequest {
  const [example] = Object.values(examples);
  const named: Readonly<Record<string, unknown>> = things ?? Object(example?.params);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const thing = named[name];
    if (typeof thing !== "string") throw new Error(`no example value for ${name} in ${path}`);
    return encodeURIComponent(thing);
  });
  const search = new URLSearchParams(Object(example?.query)).toString();
  return {
    place: search === "" ? filled : `${filled}?${search}`,
    ...(example?.request !== undefined && { body: example.request }),
  };
}
