/** Payments: confirm, look-up, cancellation, list, history, and files. */
export const paymentTexts = {
  "Confirms (approves) an authenticated payment; a repeat charges nothing again":
    "결제 승인: 다시 보내도 두 번 결제되지 않아요",
  "After the buyer has authenticated, the browser comes to successUrl with orderId, intentKey and amount. Compare the amount with the order's, then confirm within 10 minutes: only this charges the card. UNKNOWN_PAYMENT_ERROR means that the gateway has not answered yet: look the payment up, don't pay again.":
    "구매자가 카드를 인증하면 브라우저가 orderId, intentKey, amount를 가지고 successUrl로 와요. amount가 저장해 둔 주문 금액과 같은지 비교하고 10분 안에 승인하세요. 승인해야 카드로 결제돼요. UNKNOWN_PAYMENT_ERROR는 카드사가 아직 답하지 않았다는 뜻이에요. 다시 결제하지 말고 결제를 조회하세요.",
  "The parameters of successUrl, after comparing the amount with the order's":
    "주문 금액과 비교해 본 successUrl의 파라미터",
  "Won; must be the amount of the payment": "결제 금액(원). 결제를 만들 때의 금액과 같아야 해요",
  "Reads a payment by its key": "intentKey로 결제 조회",
  "Also a payment by billing key, and a payment that failed or was canceled. `status` is IN_PROGRESS while it is unknown whether the payment was approved.":
    "빌링 결제도, 실패하거나 취소된 결제도 조회해요. 승인됐는지 아직 모르는 동안 `status`는 IN_PROGRESS예요.",
  "The payment's key": "결제의 intentKey",
  "An approved payment": "승인된 결제",
  "A payment that the gateway has refused": "카드사가 거절한 결제",
  "A payment that was not confirmed in time": "기한 안에 승인하지 않은 결제",
  "Reads the live or last payment of an order": "주문번호로 결제 조회: 진행 중인 결제나 마지막 결제를 보여 줘요",
  "The order's live payment, or else its last one. Also for payments by billing key.":
    "주문에 진행 중인 결제가 있으면 그 결제를, 없으면 마지막 결제를 응답해요. 빌링 결제도 조회해요.",
  "The merchant's order number": "가맹점의 주문번호",
  "Cancels a payment by its key, in full or by cancelAmount in part":
    "intentKey로 결제 취소: 전액, 또는 cancelAmount만큼 취소해요",
  "Without cancelAmount the whole remaining amount is canceled. Before its confirm, or with several methods, a payment can be canceled in full only. Another cancellation meanwhile is refused as FORBIDDEN_CONSECUTIVE_REQUEST.":
    "cancelAmount를 보내지 않으면 남은 금액을 모두 취소해요. 승인하기 전이거나 결제 수단이 여러 개인 결제는 전액만 취소할 수 있어요. 취소하는 동안 또 취소를 요청하면 FORBIDDEN_CONSECUTIVE_REQUEST로 거절해요.",
  "A part of it": "부분 취소",
  "All of it": "전액 취소",
  "Won of the canceled amount that have no VAT; left out, none as long as the taxable part suffices. Give it where goods without VAT come back":
    "취소 금액 중 면세 금액(원). 보내지 않으면 과세 금액부터 취소해요. 면세 상품을 돌려받았다면 보내세요",
  "Won; all that remains when left out. null is refused, as it may be an amount that got lost":
    "취소 금액(원). 보내지 않으면 남은 금액을 모두 취소해요. null은 잃어버린 금액일 수 있어서 거절해요",
  "Cancels the payment of an order, in full or by cancelAmount in part":
    "주문번호로 결제 취소: 전액, 또는 cancelAmount만큼 취소해요",
  "The same as by intentKey, for the order's live or last payment.":
    "intentKey로 취소할 때와 같아요. 주문의 진행 중인 결제나 마지막 결제를 취소해요.",

  "null until the payment is settled": "정산되기 전에는 null",
  "Won; stays the originally paid amount after cancellations": "처음 결제한 금액(원). 취소해도 바뀌지 않아요",
  "yyyy-MM-dd'T'HH:mm:ss±hh:mm": "yyyy-MM-dd'T'HH:mm:ss±hh:mm 형식",
  "There once a cancellation was sent; always with its amounts": "취소를 요청한 뒤부터 있고, 금액이 항상 들어 있어요",
  "The last cancellation's time; missing while the first is under way":
    "마지막으로 취소된 시각. 첫 취소를 처리하는 동안에는 없어요",
  "Won canceled so far": "지금까지 취소된 금액(원)",
  "Won that can still be canceled": "더 취소할 수 있는 금액(원)",
  "Won that chargebacks took beyond what remained; not in canceledAmount, missing for 0":
    "차지백으로 남은 금액보다 더 빠져나간 금액(원). canceledAmount에 들어 있지 않고, 0이면 없어요",
  "True while a cancellation has no known outcome: look up again, don't send it again":
    "취소 결과를 아직 모르면 true. 취소를 다시 보내지 말고 다시 조회하세요",
  "Partly masked card number": "일부를 가린 카드 번호",
  "0 for a lump sum, otherwise the months: at a checkout those of the gateway, of a stored card at most 3":
    "일시불은 0, 할부라면 개월 수. 결제창에서는 카드사가 받는 개월 수이고, 빌링 결제는 최대 3개월이에요",
  "Two-character card company code": "두 글자 카드사 코드",
  "There once the payment was approved; who knows an address may open it":
    "승인된 뒤부터 있어요. 주소를 아는 사람은 누구나 열 수 있어요",
  "One page with the sales slips of all methods": "모든 결제 수단의 매출전표를 모은 페이지",
  "The sales slip of each method, in their order": "결제 수단마다의 매출전표. 결제 수단과 순서가 같아요",
  "The merchant's terms that the buyer has agreed to, where the merchant asks for consent":
    "구매자가 동의한 가맹점 이용약관. 동의를 받는 가맹점에만 있어요",

  "Lists payments, the newest first: all, or those that fit every filter":
    "결제 목록: 전체, 또는 모든 조건에 맞는 결제를 최신순으로 보여 줘요",
  "`orderId` and `intentKey` name one payment. With other filters than days a page looks through at most 10,000 payments: its nextCursor then leads on behind them, also where the page has no payment. It is good for the same filters only.":
    "`orderId`와 `intentKey`는 결제 하나를 가리켜요. 날짜 말고 다른 조건이 있으면 한 페이지에서 결제를 10,000건까지만 훑어요. 그래서 빈 페이지에도 nextCursor가 있을 수 있고, 그 값으로 이어서 볼 수 있어요. nextCursor는 같은 조건으로만 쓰세요.",
  "The merchant id of the key or operator": "키나 운영자가 속한 가맹점 번호",
  "The most payments of a page, from 1 to 10,000; 10 by default": "한 페이지의 최대 결제 수. 1~10,000, 기본값 10",
  "The nextCursor of the previous page": "앞 페이지의 nextCursor",
  "One status, or several separated by commas": "상태 하나, 또는 쉼표로 구분한 여러 개",
  "The first day in Seoul, YYYY-MM-DD": "첫날(서울 날짜, YYYY-MM-DD)",
  "The last day in Seoul, YYYY-MM-DD": "마지막 날(서울 날짜, YYYY-MM-DD)",
  "The least amount of the whole payment, in won": "결제 전체 금액의 최솟값(원)",
  "The largest amount of the whole payment, in won": "결제 전체 금액의 최댓값(원)",
  "The card company of one of its cards, two characters": "결제한 카드 중 한 장의 카드사 코드(두 글자)",
  "The number that an issuer gave its approval": "카드사의 승인 번호",
  "The last four digits of one of its cards": "결제한 카드 중 한 장의 번호 뒤 4자리",
  "The order, whose live or last payment is answered": "주문번호. 진행 중인 결제나 마지막 결제로 응답해요",
  "The paid orders of one day": "하루 동안 결제된 주문",
  "Payments on this page; with a filter also none where more may follow":
    "이 페이지의 결제. 조건이 있으면, 뒤에 더 있어도 비어 있을 수 있어요",
  "startingAfter of the next page; null on the last one": "다음 페이지의 startingAfter. 마지막 페이지에서는 null",

  "Reads the history of a payment, the oldest event first": "결제 이력 조회: 오래된 일부터 보여 줘요",
  "Its checkout, each call to a gateway with its outcome, ledger entries, settlements, cancellations and webhooks, as far as records hold them: `at` is null where no record has the moment. Webhooks are forgotten after 90 days. At most 100 cancellations and webhooks are read; with more, `hasMore` is true and ledger entries are left out.":
    "결제창, 카드사 호출과 결과, 원장 분개, 정산, 취소, 웹훅이 기록에 남은 만큼 나와요. 시각이 기록에 없으면 `at`이 null이에요. 웹훅 기록은 90일 뒤에 지워요. 취소와 웹훅은 100건까지 읽어요. 더 있으면 `hasMore`가 true이고, 원장 분개는 나오지 않아요.",
  "A payment that is approved and not yet settled": "승인됐고 아직 정산되지 않은 결제",
  "Whether there are later cancellations, webhooks or ledger entries than a timeline reads":
    "이력에 다 나오지 않은 취소, 웹훅, 분개가 더 있는지",
  "UTC with milliseconds; null where no record holds the moment: then its place is behind its cause":
    "밀리초까지 적은 UTC 시각. 시각이 기록에 없으면 null이고, 원인이 된 일 바로 뒤에 나와요",
  "Names, amounts in won, and codes; their names depend on the event":
    "이름, 금액(원), 코드. 어떤 필드가 있는지는 이벤트마다 달라요",

  "Shows the amounts that a cancellation would give back, and take from the merchant":
    "취소 미리 보기: 구매자가 돌려받을 금액과 가맹점이 부담할 금액을 보여 줘요",
  "Without cancelAmount it is about all that remains. It changes nothing, and is refused where the cancellation would be. Before the settlement the net comes out of pending, and the settlement of `settlesOn` becomes smaller; afterwards it comes out of the available balance at once, and is a line of the next business day's settlement.":
    "cancelAmount를 보내지 않으면 남은 금액 전체를 계산해요. 아무것도 바꾸지 않고, 취소가 거절될 때는 똑같이 거절해요. 정산 전이라면 가맹점 부담분이 정산 예정 금액에서 빠지고 `settlesOn`의 정산이 그만큼 줄어요. 정산 후라면 지급 가능 잔액에서 바로 빠지고, 다음 영업일 정산의 항목이 돼요.",
  "Won; all that remains when left out": "취소할 금액(원). 보내지 않으면 남은 금액 전체",
  "Won of the canceled amount that have no VAT": "취소 금액 중 면세 금액(원)",
  "A part of a payment that is not settled yet": "아직 정산되지 않은 결제의 부분 취소",
  "Won: the buyer gets it back": "구매자가 돌려받는 금액(원)",
  "Won: the part of it without VAT": "그중 면세 금액(원)",
  "Won: the rest, which can still be canceled afterwards": "취소한 뒤에 남아서 더 취소할 수 있는 금액(원)",
  "Won: the fee on it, which the merchant gets back": "가맹점이 돌려받는 수수료(원)",
  "Won: the VAT on that fee": "그 수수료의 부가세(원)",
  "Won: the merchant's loss: cancelAmount less fee and vat": "가맹점 부담분(원). cancelAmount에서 fee와 vat를 뺀 금액",
  "The balance that the net is taken from; none where nothing was charged":
    "가맹점 부담분이 빠지는 잔액. 결제된 금액이 없으면 none",
  "The day of the settlement that becomes smaller by the net, YYYY-MM-DD in Seoul; null where nothing was charged, and where the calendar does not reach it":
    "가맹점 부담분만큼 줄어드는 정산의 날(서울 날짜, YYYY-MM-DD). 결제된 금액이 없거나 달력이 그날까지 닿지 않으면 null",
  "Won: to it": "그 카드로 돌려주는 금액(원)",
  "The part of each card, in their order; empty where nothing was charged":
    "카드마다 돌려주는 금액. 결제한 순서예요. 결제된 금액이 없으면 비어 있어요",

  "Downloads payments as a CSV file, the newest first: all, or those that fit every filter":
    "결제 CSV 파일: 전체, 또는 모든 조건에 맞는 결제를 최신순으로 담아요",
  "The filters are those of the list of payments. The file is streamed, so it may have any number of lines; one that breaks off is not complete. A payment has one line, with its cards in their order in one cell. Times are in Seoul, amounts in won.":
    "조건은 결제 목록과 같아요. 파일은 만드는 대로 보내서 줄 수에 제한이 없어요. 도중에 끊긴 파일은 다 받은 것이 아니에요. 결제마다 한 줄이고, 카드는 순서대로 한 칸에 들어가요. 시각은 서울 시각, 금액은 원이에요.",
  "The language of the headings; that of Accept-Language by default": "제목 줄의 언어. 기본값은 Accept-Language의 언어",
  "The name of the file, under which a browser saves it": "브라우저가 저장할 파일 이름",
  "The language of the headings": "제목 줄의 언어",
  "The paid orders of one day, with Korean headings": "하루 동안 결제된 주문. 제목 줄은 한국어예요",
  "UTF-8 with a byte order mark, lines that end with CRLF, quotes by RFC 4180. A text that a spreadsheet would take for a formula has an apostrophe before it.":
    "BOM이 있는 UTF-8이고, 줄은 CRLF로 끝나고, 따옴표는 RFC 4180을 따라요. 스프레드시트가 수식으로 읽을 만한 글자 앞에는 작은따옴표를 붙여요.",
} as const;
