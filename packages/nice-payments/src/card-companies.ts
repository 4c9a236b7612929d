/** The provider's codes of card companies, and Wonflow's. */
const companies: Readonly<Record<string, string>> = {
  "01": "31", // BC
  "02": "11", // KB Kookmin
  "03": "21", // Hana, formerly KEB
  "04": "51", // Samsung
  "06": "41", // Shinhan
  "07": "61", // Hyundai
  "08": "71", // Lotte
  "11": "36", // Citi
  "12": "91", // NH Nonghyup
  "13": "34", // Suhyup
  "14": "62", // Shinhyup
  "15": "W1", // Woori
  "16": "21", // Hana
  "21": "46", // Kwangju Bank
  "22": "35", // Jeonbuk Bank
  "23": "42", // Jeju Bank
  "25": "4V", // Visa
  "26": "4M", // Mastercard
  "27": "6D", // Diners
  "28": "7A", // Amex
  "29": "4J", // JCB
  "32": "37", // Korea Post
  "33": "39", // Savings Bank
  "34": "3C", // UnionPay
  "35": "38", // MG Saemaul
  "36": "30", // KDB
  "37": "15", // KakaoBank
  "38": "3A", // K bank
};

/** Points and capital companies, which do not issue cards. */
const noCards: ReadonlySet<string> = new Set(["24", "31", "39", "40", "41", "42"]);

/** The port wants two characters. These are no company's, and a receipt shows none. */
const unknownCompany = "00";

/** Undefined for a code that is unknown. */
export function companyOf(cardCode: string): string | undefined {
  return companies[cardCode];
}

export function isNoCard(cardCode: string): boolean {
  return noCards.has(cardCode);
}

/** Two characters for a stored card, also of an unknown company. */
export function issuerCodeOf(cardCode: string | null | undefined): string {
  return companies[cardCode ?? ""] ?? unknownCompany;
}
