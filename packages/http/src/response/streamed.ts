import type { Language } from "@wonflow/core";
import type { HeavyRead } from "../rate-limit/admission.ts";

/** A list that may not fit in memory: it is sent as a JSON array, item by item. */
export class Streamed<Item> {
  readonly items: AsyncIterable<Item>;

  readonly read: HeavyRead | undefined;

  constructor(items: AsyncIterable<Item>, read?: HeavyRead) {
    this.items = items;
    this.read = read;
  }

  /** The same list, which ends the read when it ends in any way. */
  ending(read: HeavyRead): Streamed<Item> {
    return new Streamed(this.items, read);
  }
}

/** A CSV file that may not fit in memory: its texts are sent one after another. */
export class StreamedCsv {
  readonly texts: AsyncIterable<string>;
  readonly file: { readonly name: string; readonly language: Language };

  readonly read: HeavyRead | undefined;

  constructor(texts: StreamedCsv["texts"], file: StreamedCsv["file"], read?: HeavyRead) {
    this.texts = texts;
    this.file = file;
    this.read = read;
  }

  /** The same file, which ends the read when it ends in any way. */
  ending(read: HeavyRead): StreamedCsv {
    return new StreamedCsv(this.texts, this.file, read);
  }
}

type Report = (error: unknown) => void;

/** Makes the next item when the reader has room for it. */
export function streamedResponse({ items, read }: Streamed<unknown>, report: Report): Response {
  return textResponse(arrayTexts(reporting(items, report)), { "Content-Type": "application/json" }, read);
}

/** Makes the next text when the reader has room for it. A browser saves the file, and shows none of it. */
export function streamedCsvResponse({ texts, file, read }: StreamedCsv, report: Report): Response {
  const headers = {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="${file.name}"`,
    "Content-Language": file.language,
  };
  return textResponse(reporting(texts, report), headers, read);
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

/** A client that reads nothing for too long is cut off: it would otherwise hold its merchant's read without limit. */
function textResponse(
  texts: AsyncGenerator<string, undefined, undefined>,
  headers: Readonly<Record<string, string>>,
  read: HeavyRead | undefined,
): Response {
  const encoder = new TextEncoder();
  let idle: ReturnType<HeavyRead["idle"]> | undefined;
  const end = () => {
    idle?.cancel();
    read?.end();
  };
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      idle?.cancel();
      try {
        const { done, value } = await texts.next();
        if (done === true) {
          end();
          controller.close();
          return;
        }
        controller.enqueue(encoder.encode(value));
      } catch (error) {
        end();
        throw error;
      }
      idle = read?.idle();
      void idle?.elapsed.then(async () => {
        end();
        controller.error(new Error("the client read nothing for too long"));
        await texts.return(undefined);
      });
    },
    async cancel() {
      end();
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
