/** A card brand: the beginnings and lengths of its numbers, and their groups on the card. */
export interface Brand {
  readonly name: string;
  /** Matches the first digits of a number, as soon as they are unambiguous. */
  readonly begins: RegExp;
  readonly lengths: readonly number[];
  /** Sizes of the groups on the card; fours by default. */
  readonly groups?: readonly number[];
  /** Whether the last digit of every number of the brand is a Luhn check digit. */
  readonly luhn: boolean;
}

/**
 * The brands that the page names, by the international ranges (ISO/IEC 7812). Numbers of other brands are accepted too:
 * only the gateway knows all cards. Cards for use in Korea only begin with 9; like UnionPay's, not all of them have
 * a check digit.
 */
const brands: readonly Brand[] = [
  { name: "Amex", begins: /^3[47]/, lengths: [15], groups: [4, 6, 5], luhn: true },
  { name: "Diners Club", begins: /^3(?:0[0-5]|095|[689])/, lengths: [14, 16, 19], luhn: true },
  { name: "JCB", begins: /^35(?:2[89]|[3-8])/, lengths: [16, 19], luhn: true },
  { name: "Visa", begins: /^4/, lengths: [13, 16, 19], luhn: true },
  {
    name: "Mastercard",
    begins: /^(?:5[1-5]|2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720))/,
    lengths: [16],
    luhn: true,
  },
  { name: "UnionPay", begins: /^(?:62|81)/, lengths: [16, 17, 18, 19], luhn: false },
  { name: "domestic", begins: /^9/, lengths: [15, 16], luhn: false },
];

/**
 * The brand of a number, from its first digits on; undefined while they may still be any.
 *
 * @example
 * brandOf("3714")?.name; // "Amex"
 */
export function brandOf(digits: string): Brand | undefined {
  return brands.find(({ begins }) => begins.test(digits));
}

/**
 * Whether a number's last digit is the check digit of the others (ISO/IEC 7812-1, annex B).
 *
 * @example
 * passesLuhn("4000000000110009"); // true
 */
export function passesLuhn(digits: string): boolean {
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, place) => {
      const value = place % 2 === 0 ? Number(digit) : Number(digit) * 2;
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}
