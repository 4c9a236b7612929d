// Declares what the build writes to dist/page-script.js, so that the compiler needs no build.

/** The text of the page's script. */
export declare const script: string;

/** The script's hash: `sha384-…`, in Base64. */
export declare const integrity: string;
