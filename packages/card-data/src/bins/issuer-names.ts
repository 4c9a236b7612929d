const issuers: Readonly<Record<string, string>> = {
  BC카드: "31",
  KB국민카드: "11",
  국민카드: "11",
  카카오뱅크: "15",
  하나카드: "21",
  토스뱅크: "24",
  KDB산업은행: "30",
  산업은행: "30",
  수협은행: "34",
  전북은행: "35",
  씨티카드: "36",
  우체국: "37",
  새마을금고: "38",
  저축은행: "39",
  케이뱅크: "3A",
  신한카드: "41",
  제주은행: "42",
  광주은행: "46",
  삼성카드: "51",
  현대카드: "61",
  신협: "62",
  롯데카드: "71",
  NH농협카드: "91",
  농협카드: "91",
  우리카드: "W1",
};

/** The codes of the real table's issuer names (docs/card-data.md). Any other name has no code. */
export const codeOfIssuer: ReadonlyMap<string, string> = new Map(Object.entries(issuers));

/** The table lists Woori cards that BC acquires under BC, with a remark. */
export const codeOfRemark: ReadonlyMap<string, string> = new Map([["우리BC카드", "33"]]);

/**
 * Beginnings of names on the slip that tell a company with a code of its own behind the issuer that the
 * table names: internet banks and co-operatives whose cards a larger company issues.
 */
export const codeOfSlipName: readonly (readonly [beginning: string, code: string])[] = [
  ["카카오뱅크", "15"],
  ["토스뱅크", "24"],
  ["한국산업", "30"],
  ["우체국", "37"],
  ["새마을", "38"],
  ["저축비씨", "39"],
  ["케이뱅크", "3A"],
  ["IBK비씨", "3K"],
  ["신협", "62"],
];
