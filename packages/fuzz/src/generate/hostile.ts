import fc from "fast-check";

const lengths = [50, 51, 100, 101, 300, 301, 2000, 2001, 10_000];

/** Strings that programs tend to misread. */
const hostileTexts: readonly string[] = [
  ["", " ", "\t", "\u0000", "\ud800", "\udfff x", "\ufeff", "\u202eabc", "e\u0301", "🍵", "👩‍👩‍👧‍👦", "ﷺ"],
  ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "null", "undefined", "NaN", "Infinity"],
  ["0", "-0", "1", "-1", "1.5", "1e3", "1e21", "0x10", "1_000", "１２３", "٣", "+1", "007", "9007199254740993"],
  ["2026-02-30", "9999-12-31", "0000-01-01", "2026-11-20", "2026-11-20T00:00:00", "2026-W47", "1970-01-01"],
  ["http://", "https://user:p@shop.example/", "javascript:alert(1)", "//shop.example", "https://shop.example/\u202e"],
  ["https://127.0.0.1/", "https://[::1]/", "file:///", "https://shop.example/?orderId=1#%ff", "https://ｓhop.example"],
  ["'; DROP TABLE records; --", "%00", "%", "%ff", "../..", "..", ".", "/", "a/b", "<script>", "{{7*7}}", "=1+1"],
  [
    "KRW",
    "USD",
    "DONE",
    "test",
    "live",
    "confirm",
    "orders",
    "stl.",
    "wonflow.1",
    "approval.",
    "@",
    "a,b",
    ",",
    "\r\nX: y",
  ],
  lengths.map((length) => "a".repeat(length)),
  lengths.map((length) => "가".repeat(length)),
].flat();

const hostileNumbers: readonly number[] = [
  [0, -0, 1, -1, 0.1, 0.5, 1.5, 999_999_999, 1_000_000_000, 1e3, 1e21, 1e308, 5e-324],
  [2 ** 31, 2 ** 32, 2 ** 53 - 1, 2 ** 53, -(2 ** 53)],
].flat();

const hostileValues: readonly unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  [{}],
  [1, "1", null],
  { a: { b: { c: {} } } },
  { length: 3 },
  { toString: 1 },
  { toJSON: 1 },
  { constructor: { prototype: {} } },
  { value: "1" },
  Array.from({ length: 101 }, () => 0),
];

export const hostileText = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 12 }) },
  { weight: 1, arbitrary: fc.string({ maxLength: 60 }) },
);

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 3, arbitrary: fc.constantFrom(...hostileNumbers) },
  { weight: 3, arbitrary: fc.constantFrom(...hostileValues) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
);
