import type { Resolve } from "../document.ts";
import type { Markup } from "../paragraphs.ts";

/** A language that the reference has words in. */
export type ReferenceLanguage = "ko" | "en";

/** The page's own words, besides those of the document. */
export interface Words {
  readonly title: (name: string) => string;
  readonly skip: string;
  readonly operations: string;
  readonly languages: string;
  readonly find: string;
  readonly findHint: string;
  readonly webhooks: string;
  readonly errors: string;
  readonly version: (version: string) => string;
  readonly document: string;
  readonly keys: string;
  readonly keysNote: string;
  readonly tokenHint: string;
  /** How a payment is made with three operations, each a link. */
  readonly inTurn: (create: Markup, authenticate: Markup, confirm: Markup) => Markup;
  /** The document's credentials; the page has a field for each key and token. */
  readonly ways: Readonly<Record<string, string>>;
  readonly withoutCredential: string;
  readonly noKey: string;
  readonly calledWith: string;
  readonly headers: string;
  readonly run: string;
  readonly copy: string;
  readonly answer: string;
  readonly answers: string;
  readonly example: string;
  readonly body: string;
  readonly bodyFields: string;
  readonly bodyOf: (operation: string) => string;
  readonly codes: (count: number) => string;
  readonly status: string;
  readonly code: string;
  readonly youAnswer: string;
  readonly otherStatus: string;
  readonly places: Readonly<Record<"path" | "query" | "header", string>>;
  readonly optional: string;
  readonly either: string;
  readonly any: string;
  readonly or: string;
  readonly bounds: Bounds;
  /** The words of the page's script, by their names in it. */
  readonly script: Readonly<Record<string, string>>;
}

interface Bounds {
  readonly many: string;
  readonly oneOf: (values: string) => string;
  readonly from: (least: number) => string;
  readonly to: (most: number) => string;
  readonly below: (end: number) => string;
  readonly exactly: (characters: number) => string;
  readonly atMost: (characters: number) => string;
  readonly items: (least: number, most: number) => string;
  readonly like: (pattern: string) => string;
  readonly such: (examples: string) => string;
}

/** Every part of the page is made with these: the document's parts by their references, and the reader's words. */
export interface Reader {
  readonly resolve: Resolve;
  readonly words: Words;
}
