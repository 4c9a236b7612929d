import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

import type { Compressions } from "@wonflow/http";

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** Compression off the main thread, at a high level, because its results are sent many times. */
export const zlibCompressions: Compressions = {
  gzip: async (bytes) => new Uint8Array(await compressGzip(bytes, { level: 9 })),
  br: async (bytes) =>
    new Uint8Array(
      await compressBrotli(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 9,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
        },
      }),
    ),
};
