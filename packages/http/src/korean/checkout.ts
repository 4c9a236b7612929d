/** Checkout sessions, and the calls of the SDK and of the checkout page. */
export const checkoutTexts = {
  "Creates a checkout session for an order; it ends an earlier session of the same order at once":
    "결제 세션 만들기: 같은 주문의 이전 세션은 바로 끝나요",
  "Answers a link for the buyer, to be passed on through any channel. The link works for 30 minutes. Don't repeat this request automatically: a new session of the same order ends the one before, unless both requests have the same Idempotency-Key.":
    "구매자에게 보낼 결제 링크로 응답해요. 어떤 방법으로 전해도 돼요. 링크는 30분 동안 쓸 수 있어요. 같은 주문의 세션을 새로 만들면 앞의 세션이 끝나니까, 자동으로 다시 보내지 마세요. 두 요청의 Idempotency-Key가 같다면 다시 보내도 괜찮아요.",
  "An order of tea, with a note of the merchant's own": "가맹점의 메모(metadata)를 붙인 차 주문",
  "With the payer's identity, if the contract has it": "결제자 본인 확인 정보와 함께(계약한 가맹점만)",
  "Won of the amount that have no VAT; only by agreement": "금액 중 면세 금액(원). 계약한 가맹점만 쓸 수 있어요",
  "At most 5 entries and 2,000 characters of JSON": "항목 5개 이하, JSON으로 2,000자 이하",
  "value: won": "value는 원 단위 금액",
  "The session's identifier": "세션을 가리키는 값",
  "The link for the buyer, passed on unchanged": "구매자에게 보낼 링크. 고치지 말고 그대로 전해 주세요",
  "ISO 8601: when the link expires": "링크가 만료되는 시각(ISO 8601)",

  "Opens a checkout from a merchant's page; the SDK calls it": "가맹점 페이지에서 결제창 열기: SDK가 보내는 요청이에요",
  "For `requestPayment` of the SDK. Any page with the client key may call it. It never replaces a session that the merchant's server has created. In live mode both URLs must be of the merchant's registered origins.":
    "SDK의 `requestPayment`가 써요. 클라이언트 키가 있는 페이지라면 어디서나 보낼 수 있어요. 가맹점 서버가 만든 세션을 대신하는 일은 없어요. 라이브 모드에서는 successUrl과 failUrl이 모두 가맹점이 등록한 출처(origin)의 주소여야 해요.",
  "The request of the SDK's requestPayment": "SDK의 requestPayment가 보내는 요청",
  "Reads the session for the checkout page": "결제창에 보여 줄 세션 조회",
  "It has only what anybody with the link may see: the order, the amount, the seller and the status.":
    "링크를 가진 사람이라면 누구나 봐도 되는 것만 있어요. 주문, 금액, 판매자, 상태예요.",
  "A link that waits for a card": "카드 입력을 기다리는 링크",
  "Reads a card's company and installment months by its first digits": "카드 번호 앞자리로 카드사와 할부 개월 조회",
  "The page sends 6 to 8 digits while the buyer types. The company of an unknown card is null.":
    "구매자가 번호를 입력하는 동안 결제창이 앞 6~8자리를 보내요. 모르는 카드라면 카드사가 null이에요.",
  "A credit card; 10,000 won is too little for installments": "신용카드. 10,000원은 할부로 결제할 수 없는 금액이에요",
  "Authenticates the buyer's card, and answers where the browser goes next":
    "구매자의 카드 인증: 브라우저가 이동할 주소로 응답해요",
  "Nothing is charged yet. A refusal that the buyer can correct names the fields in details, and uses up one try of the link; triesLeft counts the rest.":
    "아직 결제되지 않아요. 구매자가 고칠 수 있는 거절이라면 고칠 필드가 details에 나오고, 링크의 시도 횟수가 하나 줄어요. 남은 횟수는 triesLeft예요.",
  "The test card that always succeeds": "항상 성공하는 테스트 카드",
  "0 or 1 for a lump sum, otherwise one of the gateway's months: `installmentMonths` of the link":
    "일시불은 0이나 1. 할부라면 링크의 `installmentMonths`에 있는 개월 수",
  "Whether the buyer has agreed to the merchant's terms; must be true where those ask for consent":
    "구매자가 가맹점 이용약관에 동의했는지. 동의를 받는 가맹점이라면 true여야 해요",
  "Gives up: an open link works until it expires, an authenticated payment is reversed":
    "결제 그만두기: 열린 링크는 만료될 때까지 쓸 수 있고, 인증된 결제는 되돌려요",
  "Answers the address for the browser: failUrl with code, message and intentKey. A payment that its merchant is confirming can't be given up.":
    "브라우저가 이동할 주소로 응답해요. failUrl에 code, message, intentKey를 붙인 주소예요. 가맹점이 승인하고 있는 결제는 그만둘 수 없어요.",
  "The buyer closes the window before paying": "구매자가 결제하기 전에 창을 닫았어요",

  "Who sells, as far as the merchant says": "판매자 정보. 가맹점이 알려 준 만큼 있어요",
  "Who runs the payment service": "결제 서비스를 운영하는 사업자",
  "The name that the business is registered under": "등록된 상호",
  "10 digits": "숫자 10자리",
  "Whether a buyer must agree to them": "구매자가 꼭 동의해야 하는지",
  "The merchant's colour, #rrggbb": "가맹점의 색(#rrggbb)",
  "The merchant's logo, a data URL": "가맹점의 로고(data URL)",
  "Won of it without VAT, where there are any": "금액 중 면세 금액(원). 있을 때만 나와요",
  "The installment plans that a credit card has for this amount, in months from 2, the shortest first; empty where it can only be paid in a lump sum":
    "이 금액을 신용카드로 결제할 때 고를 수 있는 할부 개월. 2개월부터 짧은 순서예요. 일시불만 되면 비어 있어요",
  "CONFIRMING while the gateway has not answered the merchant's confirm; PAID once it has approved, also when the payment was canceled afterwards":
    "가맹점의 승인 요청에 카드사가 아직 답하지 않았으면 CONFIRMING, 카드사가 승인했으면 PAID. 나중에 취소해도 PAID예요",
  "What ended an EXPIRED link: its time, refused cards, the buyer who gave up after authentication, or the merchant, whose confirm was refused or who canceled":
    "EXPIRED 링크가 끝난 이유. 시간이 지났거나, 카드가 거절됐거나, 구매자가 인증한 뒤 그만뒀거나, 가맹점의 승인이 거절됐거나, 가맹점이 취소했어요",
  "Of an OPEN link: whether a card is being checked now": "OPEN 링크에서 지금 카드를 확인하고 있는지",
  "How many cards may still be tried on an OPEN link": "OPEN 링크로 더 시도할 수 있는 횟수",
  "Of an OPEN link: the merchant takes no payments at present, so no card either":
    "OPEN 링크인데 가맹점이 지금 결제를 받지 않는지. 그러면 카드도 받지 않아요",
  "The card that the buyer has authenticated; a link that is OPEN has none":
    "구매자가 인증한 카드. OPEN 링크에는 없어요",
  "Null where it is not known": "모르면 null",
  "At most four, as far as the gateway shows them": "최대 4자리. 카드사가 보여 주는 만큼만 있어요",
  "0 is a lump sum": "일시불은 0",
  "Where the buyer goes on; absent while the link is OPEN, unless the merchant is suspended":
    "구매자가 이동할 주소. 링크가 OPEN이면 없어요. 가맹점이 정지됐을 때는 OPEN이라도 있어요",
  "Which of the shop's addresses it is": "상점의 successUrl인지 failUrl인지",
  "True when no real payment happens": "실제로 결제되지 않으면 true",
  "The card company, in Korean and English; null where it is not known": "카드사 이름(한국어, 영어). 모르면 null",
  "Credit or debit; null where it is not known": "신용카드인지 체크카드인지. 모르면 null",
  "From 2; a lump sum is always possible": "2부터. 일시불은 언제나 돼요",
  "The installment plans that this card and amount have, the shortest first":
    "이 카드와 금액으로 고를 수 있는 할부. 짧은 순서예요",
} as const;
