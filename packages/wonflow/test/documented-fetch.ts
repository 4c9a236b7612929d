import { openApiDocument } from "@wonflow/http";
import { exchangeCheck } from "@wonflow/testkit/openapi";
import { expect } from "vitest";

const check = exchangeCheck(openApiDocument());

/** What the document leaves out, as only development has it. */
const ofDevelopment = /^\/development\//;

/** Asks a service, and expects of the answer what its OpenAPI document says; of the request too, where it was accepted. */
export async function documentedFetch(address: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(address, init);
  const { pathname, search } = new URL(address);
  if (ofDevelopment.test(pathname)) return response;
  const isJson = response.headers.get("Content-Type") === "application/json";
  const text = isJson ? await response.clone().text() : "";
  const problems = check({
    method: init.method ?? "GET",
    path: pathname + search,
    sent: { headers: new Headers(init.headers), body: valueIn(init.body) },
    status: response.status,
    headers: response.headers,
    body: text === "" ? undefined : (JSON.parse(text) as unknown),
  });
  expect(problems).toEqual([]);
  return response;
}

/** Bodies of tests are JSON, or refused. */
function valueIn(body: RequestInit["body"]): unknown {
  try {
    return typeof body === "string" ? JSON.parse(body) : undefined;
  } catch {
    return undefined;
  }
}
