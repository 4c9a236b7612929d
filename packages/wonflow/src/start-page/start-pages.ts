import { languageOf } from "@wonflow/checkout";
import { ok, refuse } from "@wonflow/core";
import type { Endpoint } from "@wonflow/http";

import { SettingError } from "../settings/setting-error.ts";
import { docsPage, listDocs } from "./docs-page.ts";
import { startPage, type ShownLinks, type StartLinks } from "./start-page.ts";

/** Throws a SettingError for a link that leads nowhere. */
export async function checkStartLinks({ shop, docs }: StartLinks): Promise<void> {
  if (shop !== undefined && !/^https?:$/.test(URL.parse(shop)?.protocol ?? "")) {
    throw new SettingError("--shop must be an http or https URL");
  }
  await listDocs(docs).catch((error: unknown) => {
    throw new SettingError("--docs must be a folder that can be read", { cause: error });
  });
}

/** Pages in development: `/` with keys, test cards and links, `/docs/{page}` of the `docs` folder and the folders in it. */
export function startPages(links: StartLinks & Pick<ShownLinks, "reference" | "console">): readonly Endpoint[] {
  const { shop, docs, ...shown } = links;
  const start: Endpoint = {
    method: "GET",
    path: "/",
    answer: async ({ request, language: preferred }) => {
      const language = languageOf(request, preferred);
      return ok(await startPage(language, { ...shown, shop, docs: await listDocs(docs) }));
    },
  };
  const pages = ["/docs/{page}", "/docs/{folder}/{page}"].map((path): Endpoint => {
    return {
      method: "GET",
      path,
      async answer({ request, language: preferred, parameters: { folder, page } }) {
        const file = folder === undefined ? page : `${folder}/${page}`;
        const all = await listDocs(docs);
        const doc = all.find((each) => each.file === file);
        if (doc === undefined) return refuse("NOT_FOUND_PATH");
        const reader = languageOf(request, doc.language === "ko" ? "ko" : preferred);
        return ok(await docsPage({ doc, docs: all, reader }));
      },
    };
  });
  return [start, ...pages];
}
