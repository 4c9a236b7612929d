import type { Ask } from "../generate/ask.ts";
import { changed, onTheWire } from "../generate/changes.ts";
import { Fresh, withReferences, type Earlier } from "../generate/references.ts";
import type { Operation } from "../interface/operations.ts";
import type { Leaf } from "../interface/links.ts";
import type { Callers } from "./callers.ts";
import type { Given, Learned } from "./learned.ts";
import type { Sent } from "./received.ts";

/** A request with resolved references, and the values in it that come from earlier answers. */
export interface Assembled {
  readonly sent: Sent;
  readonly operation: Operation;
  readonly caller: string;
  /** The text of the body; undefined if it is not valid text. */
  readonly text: string | undefined;
  readonly given: readonly Given[];
}

interface Known {
  readonly operation: Operation;
  readonly learned: Learned;
  readonly callers: Callers;
}

export function assemble(ask: Ask, { operation, learned, callers }: Known): Assembled {
  const given: Given[] = [];
  const put = (reference: Earlier | Fresh): Leaf => {
    if (reference instanceof Fresh) return reference.text;
    const near = new Set(ask.together ? given.map(({ request }) => request) : []);
    const found = learned.find(reference, near);
    if (found === undefined) return reference.choice.otherwise as Leaf;
    given.push(found);
    return reference.put(found.value);
  };
  const path = pathOf(operation.template, withReferences(ask.path, put) as Readonly<Record<string, unknown>>);
  const query = ask.query.map(([name, value]) => [name, withReferences(value, put)] as const);
  const body = changed(withReferences(ask.body, put), ask.changes);
  const text = body === undefined ? undefined : JSON.stringify(body);
  const wire = text === undefined ? undefined : onTheWire(text, ask.wire);
  const search = searchOf(query);
  const own = callers.headersOf(ask.caller, learned);
  if (ask.caller === "checkoutToken") given.push(...[learned.last("token")].filter((token) => token !== undefined));
  return {
    operation,
    caller: ask.caller,
    given,
    text: typeof wire === "string" ? wire : undefined,
    sent: {
      method: ask.method ?? operation.method,
      path: search === "" ? path : `${path}?${search}`,
      headers: headersOf([...own, ...(wire === undefined ? [] : json)], ask),
      body: typeof wire === "string" ? new TextEncoder().encode(wire) : wire,
    },
  };
}

const json = [["Content-Type", "application/json"]] as const;

/** Replaces usual headers, or adds to them. */
function headersOf(usual: Sent["headers"], { headers, twice }: Ask): Sent["headers"] {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  return [...usual.filter(([name]) => twice || !names.has(name.toLowerCase())), ...headers];
}

/** A value that cannot be encoded is sent as the bytes of half a surrogate. */
function encoded(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return text.isWellFormed() ? encodeURIComponent(text) : "%ED%A0%80";
}

function pathOf(template: string, values: Readonly<Record<string, unknown>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encoded(values[name]));
}

function searchOf(query: readonly (readonly [string, unknown])[]): string {
  return query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join("&");
}
