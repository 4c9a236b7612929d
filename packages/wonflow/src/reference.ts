import { languageOf } from "@wonflow/checkout";
import { documentationKeys, ok, type Language } from "@wonflow/core";
import { Kept, openApiDocument, type Endpoint } from "@wonflow/http";
import { createReference } from "@wonflow/reference";

/**
 * `GET /docs`: the interactive reference, in the language of its address (`?lang=ko`) or else the browser's; in
 * development with the documentation keys and a link to `/`.
 */
export function referenceEndpoint({ isDevelopment }: { readonly isDevelopment: boolean }): Endpoint {
  const made = new Map<Language, Promise<Kept>>();
  return {
    method: "GET",
    path: "/docs",
    async answer({ request, language: preferred }) {
      const language = languageOf(request, preferred);
      const reference = made.get(language) ?? keptReference(language, isDevelopment);
      made.set(language, reference);
      return ok(await reference);
    },
  };
}

async function keptReference(language: Language, isDevelopment: boolean): Promise<Kept> {
  const { page, version, headers } = await createReference({
    document: openApiDocument(language),
    language,
    languages: { ko: "?lang=ko", en: "?lang=en" },
    ...(isDevelopment && { keys: documentationKeys, home: `./?lang=${language}` }),
  });
  const text = { version, contentType: "text/html; charset=utf-8", text: () => page };
  return new Kept(text, { ...headers, "Cache-Control": "no-cache", Vary: "Accept-Language" });
}
