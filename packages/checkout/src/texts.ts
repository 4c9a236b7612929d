import type { Language } from "@wonflow/core";

const ko = {
  title: "{merchant} 결제",
  noticeTitle: "결제 안내",
  otherLanguage: "English",
  testMode: "테스트 결제 · 실제로 결제되지 않아요",
  merchant: "판매자",
  order: "주문 상품",
  amount: "결제 금액",
  won: "{amount}",
  timeLeft: "남은 시간",
  until: "{deadline}까지",
  minutesLeft: "결제 시간이 {minutes}분 남았어요.",
  card: "카드 정보",
  number: "카드 번호",
  domestic: "국내전용",
  expiry: "유효기간",
  expiryHint: "카드에 적힌 월/연도",
  password: "비밀번호 앞 2자리",
  passwordHint: "카드 비밀번호 4자리 중",
  holder: "카드 구분",
  personal: "개인",
  corporate: "법인",
  birthDate: "생년월일",
  birthDateHint: "6자리 (예: 900101)",
  business: "사업자등록번호",
  businessHint: "10자리",
  plans: "할부",
  plan0: "일시불",
  plan2: "2개월",
  plan3: "3개월",
  interestFree: "무이자",
  plansHint: "할부 수수료는 카드사 정책에 따라 달라요.",
  pay: "{amount} 결제하기",
  paying: "카드를 확인하고 있어요",
  cancel: "취소하고 돌아가기",
  leaving: "상점으로 이동하고 있어요",
  onward: "상점으로 이동하기",
  summary: "아래 항목을 확인해 주세요",
  numberEmpty: "카드 번호를 입력해 주세요.",
  numberShort: "카드 번호의 자릿수가 맞지 않아요. 빠진 숫자가 없는지 확인해 주세요.",
  numberWrong: "카드 번호가 올바르지 않아요. 다시 확인해 주세요.",
  expiryEmpty: "유효기간을 입력해 주세요.",
  expiryShort: "월/연도를 2자리씩 입력해 주세요. (예: 08/29)",
  expiryMonth: "월은 01~12로 입력해 주세요.",
  expiryPast: "유효기간이 지난 카드예요.",
  expiryFar: "유효기간을 월/연도 순서로 입력했는지 확인해 주세요. (예: 08/29)",
  passwordEmpty: "비밀번호 앞 2자리를 입력해 주세요.",
  passwordShort: "숫자 2자리를 입력해 주세요.",
  birthDateEmpty: "생년월일을 입력해 주세요.",
  birthDateWrong: "생년월일을 확인해 주세요. (예: 900101)",
  businessEmpty: "사업자등록번호를 입력해 주세요.",
  businessShort: "사업자등록번호 10자리를 모두 입력해 주세요.",
  plansWrong: "할부 개월 수를 다시 선택해 주세요.",
  retype: "안전을 위해 카드 정보는 다시 입력해 주세요.",
  offline: "인터넷 연결이 끊겼어요. 입력한 내용은 그대로 있으니, 연결되면 다시 눌러 주세요.",
  online: "인터넷에 다시 연결됐어요. 이어서 결제할 수 있어요.",
  lost: "연결이 불안정해 결과를 받지 못했어요. 다시 누르면 진행 상황부터 확인하니 두 번 처리되지 않아요.",
  busy: "지금은 처리할 수 없어요. 잠시 후 다시 눌러 주세요.",
  expiredTitle: "결제 시간이 지났어요",
  expiredNext: "결제된 금액은 없어요. 상점에서 결제를 다시 시작해 주세요.",
  supersededTitle: "새 결제 링크가 발급됐어요",
  supersededNext: "이 링크로는 더 이상 결제할 수 없어요. 가장 최근에 받은 링크로 결제해 주세요.",
  authenticatedTitle: "카드 확인을 마쳤어요",
  authenticatedNext: "카드 정보를 다시 입력할 필요 없이, 상점으로 이동하면 결제가 이어져요.",
  paidTitle: "이미 결제가 끝난 주문이에요",
  paidNext: "다시 결제하지 않으셔도 돼요. 결제와 취소 내역은 상점에서 확인해 주세요.",
  unknownTitle: "결제 링크를 찾을 수 없어요",
  unknownNext: "주소가 잘렸을 수 있어요. 받은 링크를 그대로 다시 열어 보고, 계속 열리지 않으면 상점에 문의해 주세요.",
  overloadedTitle: "요청이 몰려 처리하지 못했어요",
  overloadedNext: "잠시 후 이 페이지를 새로 고쳐 주세요.",
  failedTitle: "문제가 생겨 진행하지 못했어요",
  failedNext: "잠시 후 결제 링크를 다시 열어 주세요. 계속되면 상점에 문의해 주세요.",
};

/** The name of a text. */
export type TextKey = keyof typeof ko;

const en: Readonly<Record<TextKey, string>> = {
  title: "Pay {merchant}",
  noticeTitle: "About your payment",
  otherLanguage: "한국어",
  testMode: "Test payment · no money moves",
  merchant: "Seller",
  order: "Order",
  amount: "Amount",
  won: "{amount}",
  timeLeft: "Time left",
  until: "until {deadline} KST",
  minutesLeft: "{minutes} min left to pay.",
  card: "Card details",
  number: "Card number",
  domestic: "Korea only",
  expiry: "Expiry date",
  expiryHint: "Month / year",
  password: "First 2 PIN digits",
  passwordHint: "Of your 4-digit PIN",
  holder: "Card holder",
  personal: "Personal",
  corporate: "Company",
  birthDate: "Date of birth",
  birthDateHint: "YYMMDD, e.g. 900101",
  business: "Business number",
  businessHint: "10 digits",
  plans: "Installments",
  plan0: "Pay in full",
  plan2: "2 months",
  plan3: "3 months",
  interestFree: "no interest",
  plansHint: "Your card company sets the installment fee.",
  pay: "Pay {amount}",
  paying: "Checking your card",
  cancel: "Cancel and go back",
  leaving: "Taking you back to the shop",
  onward: "Continue to the shop",
  summary: "Please check these details",
  numberEmpty: "Enter your card number.",
  numberShort: "The card number has too few or too many digits.",
  numberWrong: "That card number isn’t right. Please check it.",
  expiryEmpty: "Enter the expiry date.",
  expiryShort: "Enter it as MM/YY, such as 08/29.",
  expiryMonth: "Month must be 01 to 12.",
  expiryPast: "This card has expired.",
  expiryFar: "That’s over 20 years away. Enter it as MM/YY, such as 08/29.",
  passwordEmpty: "Enter the first 2 PIN digits.",
  passwordShort: "Enter 2 digits.",
  birthDateEmpty: "Enter your date of birth.",
  birthDateWrong: "Enter YYMMDD, e.g. 900101.",
  businessEmpty: "Enter the business number.",
  businessShort: "Enter all 10 digits of the business number.",
  plansWrong: "Choose the installments again.",
  retype: "To keep your card safe, please enter its details again.",
  offline: "You’re offline. What you entered is still here; press again once you’re connected.",
  online: "You’re back online and can go on.",
  lost: "The connection broke before we had an answer. Press again: we’ll first check how far it got, so nothing is done twice.",
  busy: "That can’t be done right now. Please press again in a moment.",
  expiredTitle: "The time to pay is over",
  expiredNext: "You haven’t been charged. Go back to the shop and start the payment again.",
  supersededTitle: "There is a newer payment link",
  supersededNext: "This link can’t be used any more. Please pay with the newest link you received.",
  authenticatedTitle: "Your card has been checked",
  authenticatedNext: "There’s no need to enter it again: continue to the shop to finish.",
  paidTitle: "This order has already been paid",
  paidNext: "There’s no need to pay again. The shop can show you the payment and any refund.",
  unknownTitle: "We can’t find this payment link",
  unknownNext: "Part of the address may be missing. Open the link exactly as you received it, or ask the shop.",
  overloadedTitle: "Too many requests at once",
  overloadedNext: "Please reload this page in a moment.",
  failedTitle: "Something went wrong",
  failedNext: "Please open the payment link again in a moment. If it keeps happening, ask the shop.",
};

const texts: Readonly<Record<Language, Readonly<Record<TextKey, string>>>> = { ko, en };

/** The values for the placeholders of a text. */
export type TextValues = Readonly<Record<string, string>>;

/**
 * A text of the page, with its placeholders filled in.
 *
 * @example
 * textOf("en", "pay", { amount: "₩10,000" }); // "Pay ₩10,000"
 */
export function textOf(language: Language, key: TextKey, values: TextValues = {}): string {
  return texts[language][key].replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
}

/**
 * An amount of won: `10,000원` in Korean, `₩10,000` in English.
 *
 * @example
 * wonText("ko", 10_000); // "10,000원"
 */
export function wonText(language: Language, amount: number): string {
  const digits = String(amount).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
  return language === "ko" ? `${digits}원` : `₩${digits}`;
}
