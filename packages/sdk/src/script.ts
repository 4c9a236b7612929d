// Declares what the build writes to dist/script.js, so that the compiler needs no build.

/**
 * The text of the script that merchants' pages load from `{sdk_url}/payments-sdk/v1` (interface: Client SDK).
 *
 * @example
 * const headers = { "Content-Type": "text/javascript; charset=utf-8", ETag: etag };
 * const response = new Response(script, { headers });
 */
export declare const script: string;

/** The script's hash for `integrity` and a Content-Security-Policy: `sha384-…`. */
export declare const integrity: string;

/** The script's version, such as `1.0.0`; its major version is the one in `payments-sdk/v1`. */
export declare const version: string;

interface ReleasedScript {
  readonly script: string;
  readonly integrity: string;
}

/** The earlier releases by version; pages may load them without limit of time. */
export declare const released: Readonly<Record<string, ReleasedScript>>;

/** The value of an ETag header, with quotes; it changes with the script. */
export declare const etag: string;
