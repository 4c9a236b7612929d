/** The most bytes that a submitted form may have. */
const bodyLimit = 64 * 1024;

/** Why a submitted form can't be read, as the status that says it. */
export type UnreadableForm = 400 | 413 | 415;

/** Reads a submitted form, at most 64 KiB, also where its length is not announced. */
export async function readForm(request: Request): Promise<URLSearchParams | UnreadableForm> {
  const [type = ""] = (request.headers.get("Content-Type") ?? "").toLowerCase().split(";");
  if (type.trim() !== "application/x-www-form-urlencoded") return 415;
  if (Number(request.headers.get("Content-Length") ?? 0) > bodyLimit) return 413;
  if (request.bodyUsed || request.body?.locked === true) {
    throw new Error("something read the form before Wonflow: mount the checkout page before any body parser");
  }
  const chunks: ReadableStream<Uint8Array> | null = request.body;
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  try {
    for await (const chunk of chunks ?? []) {
      bytes += chunk.byteLength;
      if (bytes > bodyLimit) return 413;
      text += decoder.decode(chunk, { stream: true });
    }
  } catch {
    return 400;
  }
  return new URLSearchParams(text + decoder.decode());
}
