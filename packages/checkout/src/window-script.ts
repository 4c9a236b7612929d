// Declares what the build writes to dist/window-script.js, so that the compiler needs no build.

/** The script of pages that offer methods of the gateway's window: that of all pages, and what such pages need more. */
export declare const script: string;

/** The script's hash: `sha384-…`. */
export declare const integrity: string;
