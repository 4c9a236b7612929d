/** Codes of Node.js and of its `fetch` for a connection that broke, or that was never made. */
const codes =
  /^(?:ECONN(?:RESET|REFUSED|ABORTED)|E(?:TIMEDOUT|PIPE|NOTFOUND|AI_AGAIN|HOSTUNREACH|HOSTDOWN|NETUNREACH|NETDOWN|PROTO)|UND_ERR_[A-Z_]{1,40}|ERR_SOCKET_CLOSED|ERR_SSL_[A-Z0-9_]{1,60}|ERR_TLS_[A-Z_]{1,60}|ERR_HTTP2_[A-Z_]{1,60}|[A-Z_]{0,40}CERT[A-Z_]{0,40})$/;

const names = new Set(["TimeoutError", "AbortError"]);

const mostCauses = 4;

/**
 * The code or name of a broken connection, found in an error or its causes; undefined for any other error, such as an
 * adapter's bug. No error's text is answered, as it may hold what was sent.
 *
 * @example
 * brokenConnection(new DOMException("", "TimeoutError")); // "TimeoutError"
 */
export function brokenConnection(error: unknown, causes = mostCauses): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = "code" in error ? error.code : undefined;
  if (typeof code === "string" && codes.test(code)) return code;
  if (names.has(error.name)) return error.name;
  // `fetch` wraps the error of the connection, and a host with several addresses has one for each.
  const deeper: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  const found = causes > 0 ? brokenConnection(deeper, causes - 1) : undefined;
  return found ?? (error.message === "fetch failed" ? error.message : undefined);
}
