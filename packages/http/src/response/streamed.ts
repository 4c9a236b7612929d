/** A list that may not fit in memory: it is sent as a JSON array, item by item. */
export class Streamed<Item> {
  readonly items: AsyncIterable<Item>;

  constructor(items: AsyncIterable<Item>) {
    this.items = items;
  }
}

/** Makes the next item when the reader has room for it. A failure midway is reported and breaks the answer off, so that it never looks complete. */
export function streamedResponse({ items }: Streamed<unknown>, report: (error: unknown) => void): Response {
  const texts = arrayTexts(reporting(items, report));
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
  return new Response(body, { headers: { "Content-Type": "application/json" } });
}

async function* reporting(items: AsyncIterable<unknown>, report: (error: unknown) => void): AsyncGenerator<unknown> {
  try {
    yield* items;
  } catch (error) {
    report(error);
    throw error;
  }
}

async function* arrayTexts(items: AsyncIterable<unknown>): AsyncGenerator<string, undefined, undefined> {
  let before = "[";
  for await (const item of items) {
    yield before + JSON.stringify(item);
    before = ",";
  }
  yield before === "[" ? "[]" : "]";
}
