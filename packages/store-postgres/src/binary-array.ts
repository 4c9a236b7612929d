/** The types of a column's values, as the database names them, each with its number there (`pg_type.oid`). */
const typeNumbers = { text: 25, bigint: 20, integer: 23, boolean: 16 } as const;

export type ElementType = keyof typeof typeNumbers;

export interface Elements {
  readonly text: string;
  readonly bigint: number | bigint;
  readonly integer: number;
  readonly boolean: boolean;
}

const mostBytes: { readonly [Type in ElementType]: (value: Elements[Type]) => number } = {
  text: (value) => value.length * 3,
  bigint: () => 8,
  integer: () => 4,
  boolean: () => 1,
};

const writers: { readonly [Type in ElementType]: (bytes: Buffer, value: Elements[Type], at: number) => number } = {
  text: (bytes, value, at) => bytes.write(value, at),
  bigint: (bytes, value, at) => bytes.writeBigInt64BE(BigInt(value), at) - at,
  integer: (bytes, value, at) => bytes.writeInt32BE(value, at) - at,
  boolean: (bytes, value, at) => bytes.writeUInt8(value ? 1 : 0, at) - at,
};

/** The number of dimensions, whether there are nulls, and the type; then the size and first index of the one dimension. */
const headerBytes = 20;

/** Values as an array in PostgreSQL's binary format; the text format escapes every quotation mark of JSON. */
export function binaryArray<Type extends ElementType>(
  type: Type,
  values: readonly (Elements[Type] | null | undefined)[],
): Buffer | null {
  if (values.length === 0) return null;
  const most = mostBytes[type];
  const write = writers[type];
  let size = headerBytes;
  for (const value of values) size += 4 + (value === null || value === undefined ? 0 : most(value));
  const bytes = Buffer.allocUnsafe(size);
  let hasNulls = 0;
  let at = headerBytes;
  for (const value of values) {
    if (value === null || value === undefined) {
      hasNulls = 1;
      at = bytes.writeInt32BE(-1, at);
    } else {
      const written = write(bytes, value, at + 4);
      at = bytes.writeInt32BE(written, at) + written;
    }
  }
  for (const [index, word] of [1, hasNulls, typeNumbers[type], values.length, 1].entries()) {
    bytes.writeInt32BE(word, index * 4);
  }
  return bytes.subarray(0, at);
}
