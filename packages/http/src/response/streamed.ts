import type { Language } from "@wonflow/core";

/** A list that may not fit in memory: it is sent as a JSON array, item by item. */
export class Streamed<Item> {
  readonly items: AsyncIterable<Item>;

  constructor(items: AsyncIterable<Item>) {
    this.items = items;
  }
}

/** A CSV file that may not fit in memory: its texts are sent one after another. */
export class StreamedCsv {
  readonly texts: AsyncIterable<string>;
  readonly file: { readonly name: string; readonly language: Language };

  constructor(texts: StreamedCsv["texts"], file: StreamedCsv["file"]) {
    this.texts = texts;
    this.file = file;
  }
}

type Report = (error: unknown) => void;

/** Makes the next item when the reader has room for it. */
export function streamedResponse({ items }: Streamed<unknown>, report: Report): Response {
  return textResponse(arrayTexts(reporting(items, report)), { "Content-Type": "application/json" });
}

/** Makes the next text when the reader has room for it. A browser saves the file, and shows none of it. */
export function streamedCsvResponse({ texts, file }: StreamedCsv, report: Report): Response {
  return textResponse(reporting(texts, report), {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="${file.name}"`,
    "Content-Language": file.language,
  });
}

/** A failure midway is reported and breaks the answer off, so that it never looks complete. */
async function* reporting<Item>(
  items: AsyncIterable<Item>,
  report: Report,
): AsyncGenerator<Item, undefined, undefined> {
  try {
    yield* items;
  } catch (error) {
    report(error);
    throw error;
  }
}

function textResponse(
  texts: AsyncGenerator<string, undefined, undefined>,
  headers: Readonly<Record<string, string>>,
): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await texts.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await texts.return(undefined);
    },
  });
  return new Response(body, { headers });
}

async function* arrayTexts(items: AsyncIterable<unknown>): AsyncGenerator<string, undefined, undefined> {
  let before = "[";
  for await (const item of items) {
    yield before + JSON.stringify(item);
    before = ",";
  }
  yield before === "[" ? "[]" : "]";
}
