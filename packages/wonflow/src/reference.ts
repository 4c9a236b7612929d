import { documentationKeys, ok } from "@wonflow/core";
import { Kept, openApiDocument, type Endpoint } from "@wonflow/http";
import { createReference } from "@wonflow/reference";

/** `GET /docs`: the interactive reference; in development with the documentation keys and a link to `/`. */
export function referenceEndpoint({ isDevelopment }: { readonly isDevelopment: boolean }): Endpoint {
  let made: Promise<Kept> | undefined;
  return {
    method: "GET",
    path: "/docs",
    async answer() {
      made ??= keptReference(isDevelopment);
      return ok(await made);
    },
  };
}

async function keptReference(isDevelopment: boolean): Promise<Kept> {
  const known = isDevelopment ? { keys: documentationKeys, home: "./" } : {};
  const { page, version, headers } = await createReference({ document: openApiDocument(), ...known });
  const text = { version, contentType: "text/html; charset=utf-8", text: () => page };
  return new Kept(text, { ...headers, "Cache-Control": "no-cache" });
}
