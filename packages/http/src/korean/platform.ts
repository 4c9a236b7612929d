/** The part for whoever runs the service. */
export const platformTexts = {
  "Signs in an operator of whoever runs the service; the answer's cookie is the session":
    "서비스 운영자 로그인: 응답의 쿠키가 세션이에요",
  "For a page of the service's own origin. The session acts for no merchant. csrfToken goes into the header X-CSRF-Token of every request that changes something.":
    "서비스와 출처(origin)가 같은 페이지에서 쓰는 요청이에요. 이 세션은 가맹점을 대신하지 않아요. 데이터를 바꾸는 요청에는 csrfToken을 X-CSRF-Token 헤더로 함께 보내요.",
  "Somebody who runs the service": "서비스 운영자",
  "Takes the operator's password again, which changes ask for": "비밀번호 다시 확인: 데이터를 바꾸기 전에 보내요",
  "Changes are refused with PASSWORD_REQUIRED once the password was typed more than 15 minutes ago. A wrong one counts, and locks the name, as at a sign-in. Needs the header X-CSRF-Token.":
    "비밀번호를 입력한 지 15분이 지나면 데이터를 바꾸는 요청을 PASSWORD_REQUIRED로 거절해요. 틀린 횟수는 로그인과 함께 세고, 많이 틀리면 그 이름이 잠겨요. X-CSRF-Token 헤더가 있어야 해요.",
  "A viewer and a cashier read, an owner resolves too":
    "viewer와 cashier는 조회만, owner는 결과를 확정하는 일까지 할 수 있어요",
  "From then on changes ask for the password again: send it with POST /platform/session/password":
    "이때부터는 데이터를 바꾸려면 비밀번호를 다시 확인해야 해요. POST /platform/session/password로 보내세요",

  "Lists calls and payouts of all merchants that wait for their outcome or for people, the oldest first":
    "확인할 일 목록: 결과나 사람을 기다리는 모든 가맹점의 호출과 지급을 오래된 순서로 보여 줘요",
  "Calls to providers without an outcome, and payouts to review. Payouts that their bank has accepted are left out until people should look at them. At most 1,000 records of each kind are looked through.":
    "결과를 모르는 카드사·은행 호출과 확인할 지급이에요. 은행이 받은 지급은 사람이 확인해야 할 때만 나와요. 종류마다 기록을 1,000건까지 훑어요.",
  "The most that are answered, from 1 to 1,000; 100 by default": "최대 개수. 1~1,000, 기본값 100",
  "A cancellation whose answer never came": "끝내 응답이 오지 않은 취소",
  "Whether there are more, or may be": "더 있거나 있을 수 있는지",
  "Which path ends it: …/attempts/{key}/resolve, or …/payouts/{payoutId}/resolve":
    "어느 경로로 확정하는지. …/attempts/{key}/resolve 또는 …/payouts/{payoutId}/resolve",
  "The attempt's key, or the payout's id": "호출의 키 또는 지급 ID",
  "Such as approval, cancellation or payout": "approval, cancellation, payout 같은 종류",
  "The payment or payout that it is about": "관련된 결제 또는 지급",
  "Whether people should look at it; otherwise look-ups go on, and may end it by themselves":
    "사람이 확인해야 하는지. 아니라면 서비스가 조회를 이어 가고, 저절로 끝날 수도 있어요",
  "The last words of the provider, without card data; null where it said nothing":
    "카드사나 은행이 마지막으로 한 말. 카드 정보는 빼고, 한 말이 없으면 null",
  "Why the last outcome was unknown": "마지막 결과를 알 수 없었던 이유",
  "Counts the matters that wait, and tells since when the oldest work of each kind is due":
    "밀린 일 현황: 기다리는 일의 건수와, 종류마다 가장 오래 밀린 작업을 알려 줘요",
  "Up to 1,000 records of each kind are counted, so that above that the numbers are lower bounds.":
    "종류마다 기록을 1,000건까지 세요. 그보다 많으면 실제 건수는 더 많을 수 있어요.",
  "One call that people should look at, and links that wait to be expired":
    "사람이 확인할 호출 하나와 만료를 기다리는 링크",
  "Calls to providers without an outcome": "결과를 모르는 카드사·은행 호출",
  "Those of them that people should look at": "그중 사람이 확인할 호출",
  "How long ago the oldest of them was begun at a gateway; 0 without one":
    "그중 가장 오래된 카드사 호출을 시작하고 지난 시간. 없으면 0",
  "The same at the payout bank": "가장 오래된 지급 은행 호출을 시작하고 지난 시간. 없으면 0",
  "How long ago the oldest waiting webhook was due": "가장 오래 밀린 웹훅을 보냈어야 할 때부터 지난 시간",
  "Whether no person waits for it": "기다리는 사람이 없는 작업인지",
  "null where nothing is due": "밀린 것이 없으면 null",
  "The oldest due record of each kind of work, the latest first":
    "작업의 종류마다 가장 오래 밀린 기록. 가장 늦은 것부터 나와요",
  "Checks the service, as `wonflow doctor` does": "서비스 점검: `wonflow doctor`와 같아요",
  "An embedded service is checked by the functions that it gives; without any, nothing is found.":
    "백엔드에 넣은 서비스는 그 백엔드가 준 함수로 점검해요. 함수가 없으면 아무것도 나오지 않아요.",
  "Something to look at": "살펴볼 것이 있을 때",
  "All is well, somebody should look, or something does not work":
    "정상(ok), 살펴볼 것이 있음(look), 문제가 있음(wrong)",
  "In English, as `wonflow doctor` prints it": "`wonflow doctor`가 출력하는 영어 문장",
  "The next step for people; null where there is none": "사람이 할 일. 없으면 null",
  "Lists the changes that the platform's operators made or tried, the newest first":
    "서비스 운영자의 변경 기록: 변경했거나 하려던 일을 최신순으로 보여 줘요",
  "A change is recorded before it is made, and again when it has ended.":
    "변경하기 전에 기록하고, 끝난 뒤에 결과를 기록해요.",
  "A cancellation that was ended by evidence": "사람이 확인해서 확정한 취소",

  "Lists all merchants, by their id, then mode": "가맹점 목록: 가맹점 번호, 모드 순서로 보여 줘요",
  "A merchant that is registered in both modes is there twice.": "두 모드에 모두 등록된 가맹점은 두 번 나와요.",
  "The most merchants of a page, from 1 to 10,000; 10 by default": "한 페이지의 최대 가맹점 수. 1~10,000, 기본값 10",
  "The only merchant": "하나뿐인 가맹점",
  "Reads a merchant as it is registered": "등록된 가맹점 정보 조회",
  "A next fee rate whose day has come is the fee rate.": "다음 수수료율은 적용일이 되면 수수료율로 나와요.",
  "Any merchant's id": "가맹점 번호",
  "test or live": "test 또는 live",
  "The documentation's merchant": "문서용 가맹점",
  Percent: "수수료율(%)",
  "null for the one without a name": "이름이 없으면 null",
  "Business days from approval to settlement": "승인하고 정산할 때까지의 영업일 수",
  "null unless it is suspended": "정지되지 않았으면 null",

  "Ends a call to a provider by its outcome, as people found it out there":
    "호출 결과 확정: 카드사나 은행에서 확인한 대로 끝내요",
  "done: it took effect, at the time of `at`. not-done: it did not. Only of an approval that is done: canceled or charged-back, where the gateway has given money back by itself, `amount` won or all that remains. A chargeback may be of more than remains: the excess leaves the available balance; chargebacks of one approval are never of more than was approved. The same outcome, amount and day in Seoul is one fact, which a repeat does not book again; another one of that day takes `separate` and its own minute. The same amount and day under the other outcome is refused without `separate`. `at` is between the call, or its approval, and now; five minutes are allowed for clocks that differ. For an owner whose password was typed a short while ago.":
    "done은 `at`의 시각에 처리됐다는 뜻이고, not-done은 처리되지 않았다는 뜻이에요. 승인된 호출에만 쓰는 canceled와 charged-back은 카드사가 스스로 돈을 돌려줬다는 뜻이에요. `amount`만큼, 보내지 않으면 남은 금액 전부예요. 차지백은 남은 금액보다 클 수 있고, 넘는 만큼은 지급 가능 잔액에서 빠져요. 한 승인의 차지백을 모두 더해도 승인 금액을 넘을 수는 없어요. 결과, 금액, 서울 날짜가 모두 같으면 한 건이라서 다시 보내도 두 번 적지 않아요. 같은 날 한 건이 더 있었다면 `separate`를 true로 하고 분까지 다른 시각을 보내세요. 같은 날 같은 금액이 다른 결과로 이미 적혀 있으면 `separate` 없이는 거절해요. `at`은 호출하거나 승인한 때부터 지금까지여야 하고, 시계 차이로 5분까지 봐줘요. 비밀번호를 방금 확인한 owner 권한의 운영자만 할 수 있어요.",
  "The attempt's key, such as approval.…": "호출의 키. 예: approval.…",
  "The gateway's list of the day does not have the cancellation": "카드사의 그날 목록에 없는 취소",
  "Somebody has canceled a part of the payment at the gateway's own console":
    "카드사 관리 페이지에서 누군가 직접 부분 취소한 결제",
  "Ends a payout, or its review, by whether the payee has the money":
    "지급 결과 확정: 판매자가 돈을 받았는지에 따라 지급이나 확인을 끝내요",
  "done: the payee has it, at the time of `at`. not-done: it does not, and never will; refused until the bank's statement of the payout date has been read. `at` is between the submission, or the payment that came back, and now. For an owner whose password was typed a short while ago.":
    "done은 판매자가 `at`의 시각에 돈을 받았다는 뜻이에요. not-done은 받지 못했고 앞으로도 받지 못한다는 뜻이고, 지급일의 은행 거래 내역을 읽기 전에는 거절해요. `at`은 은행에 보낸 때부터(돌아온 돈이라면 지급된 때부터) 지금까지여야 해요. 비밀번호를 방금 확인한 owner 권한의 운영자만 할 수 있어요.",
  "The bank has confirmed that the payee has it": "판매자가 받았다고 은행이 확인해 준 건",

  "Compares a day of a merchant: the ledger, the providers' records, the bank's statement":
    "가맹점의 하루 대사: 원장, 카드사·은행의 기록, 은행 거래 내역을 비교해요",
  "The providers are asked about each payment and payout of the day, which takes long on a busy one. Nothing is changed.":
    "그날의 결제와 지급을 하나하나 카드사와 은행에 조회해요. 건수가 많은 날은 오래 걸려요. 아무것도 바꾸지 않아요.",
  "YYYY-MM-DD in Seoul, a day that is over": "이미 지난 날(서울 날짜, YYYY-MM-DD)",
  "The gateway has given back what our ledger does not know of": "원장에는 없는데 카드사가 돌려준 금액",
  "Whether it gives back a stored card that nobody can name, or charge":
    "이름을 잃어 아무도 승인할 수 없는 카드를 되돌려 주는 호출인지",
  "null where it is about no payment": "관련된 결제가 없으면 null",
  "What the gateway has given back, as it is booked; null of done and not-done":
    "카드사가 돌려준 금액으로 장부에 적은 내용. done과 not-done이면 null",
  "Won of the amount that were above what remained of the payment; 0 of most":
    "금액 가운데 결제의 남은 금액을 넘은 금액(원). 대개 0이에요",
  "Whether it was entered before, at enteredAt, so that nothing was booked now":
    "enteredAt에 이미 적은 건이라 이번에는 아무것도 적지 않았는지",
  "Payments that were compared": "비교한 결제 수",
  "Payouts that were compared": "비교한 지급 수",
  "The intentKey, the payout's id, or the provider's own key": "intentKey, 지급 ID, 또는 카드사나 은행의 키",
  "Won by our ledger": "원장의 금액(원)",
  "Won by the provider's record; null where it says nothing": "카드사나 은행 기록의 금액(원). 기록이 없으면 null",
  "Won by the provider's statement; null where it says nothing": "은행 거래 내역의 금액(원). 내역이 없으면 null",
  "The approval that evidence about it belongs to, the won that the gateway has given back of it, and the earliest time that the evidence may name; null where no evidence ends the difference":
    "확인한 내용을 알려 줄 승인과, 그 승인에서 카드사가 돌려준 금액(원), 확인한 내용에 쓸 수 있는 가장 이른 시각. 알려 줘도 풀리지 않는 차이라면 null",
  "The next step for people, in English": "사람이 할 일(영어)",
  "Keys that a provider did not answer about": "카드사나 은행이 답하지 않은 키",
} as const;
