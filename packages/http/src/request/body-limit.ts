/** Bytes. */
export const bodyLimit = 64 * 1024;

export interface LimitedRequest {
  readonly request: Request;
  readonly exceeded: () => boolean;
}

/**
 * Fails every read of the body beyond the limit, so that no request can fill the memory. A body that is never read
 * costs nothing; one with too large a Content-Length fails before its first byte is read.
 */
export function limitBody(request: Request): LimitedRequest {
  const { body } = request;
  // `readJson` reports a body that was read before.
  if (body === null || request.bodyUsed || body.locked) return { request, exceeded: () => false };
  let exceeded = false;
  let bytes = Number(request.headers.get("Content-Length") ?? 0) > bodyLimit ? Infinity : 0;
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  const limited = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        reader ??= body.getReader();
        const { done, value } = bytes > bodyLimit ? tooMuch : await reader.read();
        if (done) return controller.close();
        bytes += value.byteLength;
        if (bytes <= bodyLimit) return controller.enqueue(value);
        exceeded = true;
        controller.error(new Error(`the body has more than ${bodyLimit} bytes`));
        await reader.cancel();
      },
      cancel: (reason) => (reader ?? body).cancel(reason),
    },
    { highWaterMark: 0 },
  );
  // Part by part: what Next.js passes on only looks like a Request, and can't be copied whole.
  const { method, headers, signal } = request;
  return {
    request: new Request(request.url, { method, headers, signal, body: limited, duplex: "half" }),
    exceeded: () => exceeded,
  };
}

const tooMuch = { done: false, value: new Uint8Array() } as const;
