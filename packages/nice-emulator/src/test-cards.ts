interface Refusal {
  readonly code: string;
  readonly message: string;
}

export interface NiceTestCard {
  readonly number: string;
  /** The card's behavior, in a few words. */
  readonly what: string;
  /** The gateway's code of its card company. */
  readonly cardCode: string;
  /** The answer to `regist`; stored if left out. */
  readonly regist?: Refusal;
  /** The answer to a payment; approved if left out. */
  readonly approve?: Refusal;
  /** It is approved, though the answer says something that no manual explains. */
  readonly charged?: true;
}

/** A refusal of the card company. The gateway has one code for all of them; only the message distinguishes them. */
const byCompany = (message: string): Refusal => ({ code: "3095", message });

/** The cards that the emulator knows. Any other number is refused as none (F112). */
export const niceTestCards = [
  { number: "9410110000000001", what: "approved, KB Kookmin", cardCode: "02" },
  { number: "9410410000000001", what: "approved, Shinhan", cardCode: "06" },
  { number: "9410510000000001", what: "approved, Samsung", cardCode: "04" },
  { number: "9410610000000001", what: "approved, Hyundai", cardCode: "07" },
  { number: "9410310000000001", what: "approved, BC", cardCode: "01" },
  { number: "9410990000000001", what: "approved, of a company that no manual names", cardCode: "99" },
  {
    number: "9490000000000021",
    what: "expired, refused when it is checked",
    cardCode: "06",
    regist: { code: "3021", message: "유효기간 오류" },
  },
  {
    number: "9490000000000013",
    what: "wrong password digits",
    cardCode: "06",
    regist: { code: "F113", message: "본인의 신용카드 확인중 오류가 발생하였습니다 (비밀번호 오류)" },
  },
  {
    number: "9490000000000014",
    what: "another holder's birth date",
    cardCode: "06",
    regist: { code: "F113", message: "본인의 신용카드 확인중 오류가 발생하였습니다 (생년월일 불일치)" },
  },
  {
    number: "9490000000000118",
    what: "of a kind that can't be stored",
    cardCode: "06",
    regist: { code: "F118", message: "해당카드는 사용이 불가능 합니다 타사카드를 이용해주세요" },
  },
  {
    number: "9490000000000201",
    what: "stored already, which refuses it where the contract allows it once",
    cardCode: "06",
    regist: { code: "F201", message: "이미 등록된 카드 입니다(빌키발급실패)" },
  },
  { number: "9490000000000101", what: "over its limit", cardCode: "06", approve: byCompany("한도초과") },
  { number: "9490000000000102", what: "balance too low", cardCode: "06", approve: byCompany("잔액부족") },
  { number: "9490000000000103", what: "stopped", cardCode: "06", approve: byCompany("거래정지카드") },
  { number: "9490000000000104", what: "lost", cardCode: "06", approve: byCompany("분실카드") },
  { number: "9490000000000105", what: "stolen", cardCode: "06", approve: byCompany("도난카드") },
  {
    number: "9490000000000106",
    what: "used too often today",
    cardCode: "06",
    approve: byCompany("1일 사용횟수 초과"),
  },
  { number: "9490000000000107", what: "over its daily limit", cardCode: "06", approve: byCompany("1일 한도초과") },
  { number: "9490000000000108", what: "a suspected fraud", cardCode: "06", approve: byCompany("이상거래 의심") },
  { number: "9490000000000109", what: "refused without a reason", cardCode: "06", approve: byCompany("카드사 거절") },
  {
    number: "9490000000000121",
    what: "expired since it was stored",
    cardCode: "06",
    approve: { code: "3021", message: "유효기간 오류" },
  },
  {
    number: "9490000000000122",
    what: "takes no installments",
    cardCode: "06",
    approve: { code: "3022", message: "할부개월오류" },
  },
  {
    number: "9490000000000999",
    what: "approved, with an answer that no manual explains",
    cardCode: "06",
    approve: { code: "ZZ99", message: "처리중" },
    charged: true,
  },
] as const satisfies readonly NiceTestCard[];

export function testCardOf(number: string): NiceTestCard | undefined {
  return niceTestCards.find((card) => card.number === number);
}
