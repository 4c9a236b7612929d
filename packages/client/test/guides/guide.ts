import path from "node:path";
import { readFileSync } from "node:fs";
import {
  createHandler,
  createPayments,
  developmentClock,
  documentationMerchant,
  memoryStore,
  movableClock,
  sandboxGateway,
  silentLogger,
  systemClock,
} from "wonflow";

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

/** The service of `npm start`, on a business day that the calendar will always know, without its port. */
export async function openTestedService() {
  const ahead = Date.parse("2026-11-20T10:00:00+09:00") - systemClock.now();
  const store = memoryStore();
  const machine = { ...systemClock, now: () => systemClock.now() + ahead };
  const clock = await developmentClock({ store, machine });
  const payments = createPayments({
    store,
    clock,
    gateways: { test: await sandboxGateway({ clock }) },
    secret: "s".repeat(32),
    settings: { documentationKeys: true },
    logger: silentLogger,
  });
  await payments.merchants.register(documentationMerchant);
  const work = { stop: async () => undefined, pauseFor: <Answer>(task: () => Promise<Answer>) => task() };
  const movable = movableClock({ clock, store, payments, work });
  return {
    payments,
    handler: createHandler(payments, { developmentClock: movable, docs: true, logger: silentLogger }),
  };
}
