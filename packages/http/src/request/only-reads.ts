const reading: readonly string[] = ["GET", "HEAD"];

/** Whether a request can change nothing. */
export function onlyReads({ method }: Request): boolean {
  return reading.includes(method);
}
