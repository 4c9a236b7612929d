import { readFileSync } from "node:fs";
import path from "node:path";

const docs = path.resolve(import.meta.dirname, "../../../../docs");

/** The blocks of code of a page of `docs`, in their order, of one language. */
export function blocksOf(page: string, language: string): readonly string[] {
  const text = readFileSync(path.join(docs, page), "utf8");
  const blocks = text.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, "gm"));
  return [...blocks].map(([, code = ""]) => code);
}

/** The curl calls in a page's shell blocks, verbatim. */
export function curlsIn(blocks: readonly string[]): readonly string[] {
  return blocks.flatMap((block) => [...block.matchAll(/^curl (?:'[^']*'|[^'\n\\]|\\\n)*/gm)].map(([call]) => call));
}

/** The request that a call of curl makes. Throws where it has an option that no page should need. */
export function requestOf(call: string): Request {
  const words = [...call.replace(/ # .*/, "").matchAll(/'[^']*'|[^\s'\\]+/g)].map(([word]) => word.replaceAll("'", ""));
  const headers = new Headers();
  let [method, url, body]: (string | undefined)[] = [];
  const options: Readonly<Record<string, (value: string) => void>> = {
    "-u": (value) => headers.set("Authorization", `Basic ${btoa(value)}`),
    "-H": (value) => headers.set(...(value.split(/: (.*)/).slice(0, 2) as [string, string])),
    "-X": (value) => (method = value),
    "-d": (value) => (body = value),
  };
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] ?? "";
    const take = options[word];
    if (take !== undefined) take(words[(at += 1)] ?? "");
    else if (!word.startsWith("-")) url = word.startsWith("http") ? word : `http://${word}`;
    else if (word !== "-s") throw new Error(`no page should need curl ${word}`);
  }
  if (url === undefined) throw new Error(`${call} has no URL`);
  return new Request(url, { method: method ?? (body === undefined ? "GET" : "POST"), headers, body: body ?? null });
}
