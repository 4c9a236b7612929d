/** Where something stands against a place that is looked for: negative before it, 0 or more at it or behind. */
export type Order<Item> = (item: Item) => number;

/** The index of the first item of a sorted list that is at a place or behind it. */
export function placeIn<Item>(sorted: readonly Item[], order: Order<Item>): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = sorted[middle];
    if (item !== undefined && order(item) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Compares texts by the bytes of their UTF-8 form, as databases do. */
export function compareBytes(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const [x, y] = [a.charCodeAt(index), b.charCodeAt(index)];
    if (x !== y) return byteOrder(x) - byteOrder(y);
  }
  return a.length - b.length;
}

/** Halves of surrogate pairs stand for characters beyond U+FFFF, whose bytes come last. */
function byteOrder(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
