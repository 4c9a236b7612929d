/** The most bytes that a body may have. */
export const bodyLimit = 64 * 1024;

/** A request whose body breaks off beyond the limit. */
export interface LimitedRequest {
  readonly request: Request;
  /** Whether somebody read the body, and it was too large. */
  readonly exceeded: () => boolean;
}

/**
 * Holds the body to the limit, whoever reads it, so that nobody can make us hold more. A body that nobody
 * reads is never touched; one that announces too great a length is refused before a byte is read.
 */
export function limitBody(request: Request): LimitedRequest {
  const { body } = request;
  // What was read before us is for the reader to tell.
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
  // Part by part, as what Next.js passes on only looks like a Request.
  const { method, headers, signal } = request;
  return {
    request: new Request(request.url, { method, headers, signal, body: limited, duplex: "half" }),
    exceeded: () => exceeded,
  };
}

const tooMuch = { done: false, value: new Uint8Array() } as const;
