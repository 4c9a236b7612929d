/** Something that is sold. */
export interface Goods {
  readonly name: string;
  /** Won. */
  readonly price: number;
}

/** A seller, as the marketplace knows it. */
export interface Stall {
  /** The marketplace's own name of the seller, which Wonflow keeps as its refSellerId. */
  readonly ref: string;
  readonly name: string;
  readonly holderName: string;
  readonly accountNumber: string;
  readonly goods: readonly [Goods, ...Goods[]];
  /** Bought first, alone, until the seller has been paid out once. */
  readonly sample?: Goods;
}

/**
 * The sellers. Two of them begin with a sample, whose price is such that the sandbox bank does not simply pay what
 * they are owed for it (docs/test-bank.md): 1,501 won come back two hours later, and 1,301 won can't be paid.
 */
export const stalls: readonly Stall[] = [
  {
    ref: "potter",
    name: "흙과불 도예",
    holderName: "한도윤",
    accountNumber: "110-200-300401",
    goods: [
      { name: "백자 찻잔", price: 28_000 },
      { name: "분청 접시", price: 42_000 },
    ],
  },
  {
    ref: "tea",
    name: "산들다원",
    holderName: "서지우",
    accountNumber: "110-200-300402",
    goods: [
      { name: "우전 녹차 80g", price: 36_000 },
      { name: "황차 50g", price: 24_000 },
    ],
    sample: { name: "시음용 녹차 한 봉", price: 1_737 },
  },
  {
    ref: "binder",
    name: "한장 제책",
    holderName: "오하린",
    accountNumber: "110-200-300403",
    goods: [
      { name: "실로 엮은 공책", price: 19_000 },
      { name: "가죽 수첩", price: 45_000 },
    ],
    sample: { name: "견본 엽서 한 장", price: 1_505 },
  },
];
