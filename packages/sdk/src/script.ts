// What the build writes to dist/script.js, declared here so that the compiler needs no build.

/**
 * The text of the script that merchants' pages load from `{sdk_url}/payments-sdk/v1` (interface: Client SDK).
 *
 * @example
 * const headers = { "Content-Type": "text/javascript; charset=utf-8", ETag: etag };
 * const response = new Response(script, { headers });
 */
export declare const script: string;

/** The script's hash as an `integrity` attribute and a Content-Security-Policy write it: `sha256-…`. */
export declare const integrity: string;

/** The value of an ETag header, with its quotes; it changes with the script. */
export declare const etag: string;
