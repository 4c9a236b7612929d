/** Items in an order in which no two are equal. */
export interface Sorted<Item> {
  readonly items: readonly Item[];
  add(item: Item): void;
  remove(item: Item): void;
}

/** An empty collection in the order of `compare`: negative when its first argument comes before the second. */
export function sorted<Item>(compare: (a: Item, b: Item) => number): Sorted<Item> {
  const items: Item[] = [];
  const indexOf = (item: Item) => firstIndex(items, (other) => compare(other, item) >= 0);
  return {
    items,
    add: (item) => void items.splice(indexOf(item), 0, item),
    remove: (item) => void items.splice(indexOf(item), 1),
  };
}

/** The index of the first item for which `hasReached` holds. It must hold for all items behind that one. */
export function firstIndex<Item>(items: readonly Item[], hasReached: (item: Item) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item === undefined || hasReached(item)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Compares texts by the bytes of their UTF-8 form, as databases do. */
export function compareBytes(a: string, b: string): number {
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
