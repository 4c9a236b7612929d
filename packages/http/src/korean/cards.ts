/** BINs, card companies, card products, and installments without interest. */
export const cardTexts = {
  "Looks a card up by its first 8 digits, or else its first 6":
    "BIN 조회: 카드 번호 앞 8자리로, 없으면 앞 6자리로 찾아요",
  "A row of 8 digits takes precedence, because it may differ from the row of the first 6.":
    "8자리 BIN을 먼저 찾아요. 앞 6자리가 같아도 내용이 다를 수 있기 때문이에요.",
  "The first digits of a card, 6 or more; a whole number is accepted, and none of it is stored":
    "카드 번호 앞 6자리 이상. 전체 번호도 돼요. 저장하지 않아요",
  "A row of 6 digits, because no row of 8 matches": "맞는 8자리 BIN이 없어서 찾은 6자리 BIN",
  "Reads the whole BIN table; If-None-Match with its ETag answers 304 while it is unchanged":
    "전체 BIN 표 받기: If-None-Match에 ETag를 보내면 바뀌지 않은 동안 304로 응답해요",
  "Compressed if the request accepts it. The ETag changes with the table.":
    "요청이 받을 수 있다고 하면 압축해요. 표가 바뀌면 ETag도 바뀌어요.",
  "The version of the table in this coding": "이 압축 방식으로 만든 표의 버전",
  "br or gzip": "br 또는 gzip",
  "The first row of the table": "표의 첫 줄",
  "The caller has the current answer": "이미 최신 응답을 가지고 있어요",
  "The 6 or 8 digits that matched": "맞은 6자리 또는 8자리",
  "Credit card, or debit card (gift cards too)": "신용카드 또는 체크카드(기프트카드 포함)",
  "Issuer code; empty where the issuer has none": "카드사(발급사) 코드. 없으면 빈 문자열",
  "Acquirer or internally inferred card company code; empty where there is none":
    "매입사 코드 또는 서비스가 추정한 카드사 코드. 없으면 빈 문자열",
  "Card display name": "화면에 표시할 카드 이름",
  "yyyy-MM-dd": "yyyy-MM-dd 형식의 날짜",
  "Third-party card code; empty where it is not known": "다른 체계의 카드 코드. 모르면 빈 문자열",

  "Reads every card company code with its display name": "카드사 코드 목록: 코드마다 화면에 표시할 이름을 보여 줘요",
  "BINs, payments and offers have these codes as issuer and acquirer. A code has two characters, not always digits.":
    "BIN, 결제, 무이자 할부의 카드사와 매입사가 이 코드예요. 두 글자이고, 숫자가 아닐 수도 있어요.",
  "A few of them": "그중 몇 개",
  "Korean card companies, each once": "국내 카드사. 한 번씩만 나와요",
  "These, and the second code of a company that has two": "국내 카드사와, 코드가 두 개인 카드사의 두 번째 코드",
  "International brands": "해외 브랜드",

  "Finds cards by name, the most similar first, by company, or by both; at least one is needed":
    "카드 상품 검색: 이름이나 카드사, 또는 둘 다로 찾아요. 이름이 비슷한 순서예요",
  "Names are compared without spaces and case, also by initial consonants such as ㅁㅇㅍㅇㅌ. The list is empty if no card fits.":
    "이름은 띄어쓰기와 대소문자를 무시하고 비교하고, ㅁㅇㅍㅇㅌ처럼 초성으로도 찾아요. 이름과 카드사 중 하나는 보내세요. 맞는 카드가 없으면 빈 목록이에요.",
  "Part of a card's name, as people type it": "사람이 입력한 대로의 카드 이름 일부",
  "Card company code": "카드사 코드",
  "A part of a name, of one company's cards": "한 카드사의 카드에서 이름 일부로 검색",
  "The issuer's own reference of the product": "카드사가 정한 상품 번호",
  "Won spent in the month before, from and to; null for no bound": "전월 실적(원)의 하한과 상한. 제한이 없으면 null",
  "The unit of the number: won, percent or times": "숫자의 단위. 원, 퍼센트, 횟수 중 하나예요",

  "Lists the interest-free months of each card company at a gateway":
    "무이자 할부 조회: PG의 카드사별 무이자 개월 수를 보여 줘요",
  "The client key names the merchant; its contract must include the gateway. The service reads the offers from the gateway every day; until the first time, the answer is INSTALLMENTS_NOT_READY.":
    "클라이언트 키로 가맹점을 알아봐요. 그 가맹점이 계약한 PG여야 해요. 서비스가 날마다 PG에서 무이자 정보를 가져와요. 처음 가져오기 전에는 INSTALLMENTS_NOT_READY로 응답해요.",
  "The payment gateway": "무이자 할부를 조회할 PG",
  "The offers at a gateway": "한 PG의 무이자 할부",
  "YYYY-MM-DD; both empty where the gateway's period could not be read":
    "YYYY-MM-DD. PG가 준 기간을 읽지 못했으면 둘 다 빈 문자열",
  "Won; only where the offer ends at an amount": "금액(원). 금액 상한이 있는 무이자 할부에만 있어요",
  "null for a row that could not be read": "읽지 못한 줄이면 null",
  "Months in all": "전체 할부 개월",
  "The installments at which the customer bears interest": "고객이 할부 수수료를 내는 회차",
} as const;
