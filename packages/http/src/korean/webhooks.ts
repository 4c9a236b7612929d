/** The webhook endpoint, its messages, and the events that the service sends. */
export const webhookTexts = {
  "Reads the merchant's webhook endpoint, without its secrets": "웹훅 주소 조회: 시크릿은 나오지 않아요",
  "404 where it has none.": "등록한 주소가 없으면 404로 응답해요.",
  "An endpoint": "등록된 웹훅 주소",
  "Sets where webhooks are sent, and which; a new endpoint's secret is shown once":
    "웹훅 주소 등록·변경: 새 주소의 시크릿은 한 번만 보여 줘요",
  "A field that is left out stays. A new endpoint needs its url, https in live mode; its host must have public addresses only, but for a service in development.":
    "보내지 않은 필드는 그대로 둬요. 처음 등록할 때는 url이 꼭 있어야 하고, 라이브 모드에서는 https여야 해요. 호스트의 IP 주소는 모두 공인 주소여야 해요. 개발 모드의 서비스에서는 아니어도 돼요.",
  "A new endpoint, whose secret is shown once": "새 주소. 시크릿을 한 번만 보여 줘요",
  "Other events, to the same address": "같은 주소로 받을 이벤트만 변경",
  "Kept when left out; needed for a new endpoint": "보내지 않으면 그대로. 처음 등록할 때는 꼭 있어야 해요",
  "The events to be told of besides settlements; kept when left out, [] for none":
    "정산 말고 더 받을 이벤트. 보내지 않으면 그대로, 받지 않으려면 []",
  "Removes the webhook endpoint with its secrets and subscription":
    "웹훅 주소 삭제: 시크릿과 고른 이벤트도 함께 지워요",
  "Messages that are still to be sent fail until there is one again.":
    "다시 등록할 때까지, 아직 보내지 못한 메시지의 전송은 실패해요.",
  "An endpoint that is no longer needed": "더는 쓰지 않는 주소",
  "Gives the webhook endpoint a new secret, which is shown once": "웹훅 시크릿 교체: 새 시크릿은 한 번만 보여 줘요",
  "The one before it signs as well for a day, or as long as overlapMs says, so that the receiver can change over in between. 0 ends all former secrets at once, as a stolen one wants it.":
    "이전 시크릿도 하루 동안, 또는 overlapMs 동안 함께 서명해요. 그사이에 받는 쪽의 시크릿을 바꾸세요. 시크릿이 유출됐다면 0을 보내세요. 이전 시크릿을 모두 바로 끝내요.",
  "How long the secret before it signs as well; a day by default, 30 days at most":
    "이전 시크릿이 함께 서명하는 시간. 기본값 하루, 최대 30일",
  "A secret that is exchanged within an hour": "1시간 안에 교체하는 시크릿",
  "Sends one signed test message to the webhook endpoint now, and tells how it was answered":
    "웹훅 시험: 서명한 메시지를 지금 한 번 보내고, 어떤 응답을 받았는지 알려 줘요",
  "The event is webhook.test. It is sent once, and waits ten seconds at most. It is no delivery and is not in the list of them.":
    "이벤트는 webhook.test예요. 한 번만 보내고, 응답을 최대 10초 기다려요. 전송 목록에는 남지 않아요.",
  "A receiver that takes messages": "메시지를 정상적으로 받는 서버",
  "Lists the merchant's webhook messages, the newest first: all, or those of some statuses":
    "웹훅 전송 목록: 전체, 또는 고른 상태의 메시지를 최신순으로 보여 줘요",
  "With a status a page looks through at most 10,000 messages: its nextCursor then leads on behind them, also where the page has none.":
    "상태를 고르면 한 페이지에서 메시지를 10,000건까지만 훑어요. 그래서 빈 페이지에도 nextCursor가 있을 수 있고, 그 값으로 이어서 볼 수 있어요.",
  "The most messages of a page, from 1 to 10,000; 10 by default": "한 페이지의 최대 메시지 수. 1~10,000, 기본값 10",
  "One status, or several separated by commas: PENDING, DELIVERED, EXHAUSTED":
    "상태 하나, 또는 쉼표로 구분한 여러 개. PENDING(보내는 중), DELIVERED(전달됨), EXHAUSTED(포기함)",
  "Those that were delivered": "전달된 메시지",
  "Reads a webhook message with its last tries and the next one": "웹훅 전송 조회: 최근 시도와 다음 시도 시각이 나와요",
  "By its webhook-id. EXHAUSTED ones are tried again only by hand.":
    "webhook-id로 조회해요. EXHAUSTED가 된 메시지는 직접 요청해야 다시 보내요.",
  "The webhook-id": "webhook-id 헤더의 값",
  "One that was delivered": "전달된 메시지",
  "Sends a webhook message again, also one that was delivered or given up":
    "웹훅 다시 보내기: 전달됐거나 포기한 메시지도 보내요",
  "The same message with all its tries anew, the first at once. The answer shows it before that try.":
    "같은 메시지를 처음부터 다시 시도해요. 첫 시도는 바로 해요. 응답은 그 시도를 하기 전의 상태예요.",
  "One that was delivered, and is sent again": "전달된 메시지를 다시 보낼 때",

  "Settlements, and the events that it subscribes to": "정산과, 받기로 고른 이벤트",
  "Since when the present secret signs": "지금 시크릿으로 서명하기 시작한 시각",
  "Until when each secret before it signs as well, the newest first":
    "이전 시크릿들이 언제까지 함께 서명하는지. 최신순이에요",
  "Whether the contract has the webhook: without it nothing is sent":
    "계약에 웹훅이 있는지. 없으면 아무것도 보내지 않아요",
  "whsec_… of a new endpoint, shown once; null where it stays":
    "새 주소의 시크릿(whsec_…). 한 번만 보여 줘요. 그대로라면 null",
  "The HTTP status; null where no answer came": "HTTP 상태. 응답이 없었으면 null",
  "null where a message would have been delivered": "전달된 것으로 볼 수 있는 응답이면 null",
  "The webhook-id, the same at every try": "webhook-id. 몇 번을 보내도 같아요",
  "The id of the event's object: a settlementId, intentKey or payout id":
    "이벤트 객체의 ID. settlementId, intentKey 또는 지급 ID예요",
  "The event's number among those of its object; null for a settlement":
    "그 객체의 이벤트 가운데 몇 번째인지. 정산이면 null",
  "How many tries were begun": "시도한 횟수",
  "null where no try is left": "남은 시도가 없으면 null",
  "Counts all tries of the delivery, from 1": "전송의 시도를 1부터 센 번호",
  "Why none came; null where one came, and while it is awaited":
    "응답이 오지 않은 이유. 응답이 왔거나 기다리는 중이면 null",
  "How long it took; null while the answer is awaited": "걸린 시간. 응답을 기다리는 중이면 null",
  "How the answer's body begins": "응답 본문의 앞부분",
  "The last tries, the oldest first; at most 40": "최근 시도. 최대 40건, 오래된 순서예요",

  "A settlement was made": "정산 완료",
  "Sent when a settlement is made.": "정산이 만들어지면 보내요.",
  "It goes to the merchant's endpoint, if its contract has the webhook.":
    "계약에 웹훅이 있는 가맹점이 등록한 주소로 보내요.",
  "It is signed by Standard Webhooks: verify the signature over the raw body, byte by byte. Of the headers, webhook-id and webhook-timestamp are signed too.":
    "Standard Webhooks 규격으로 서명해요. 파싱하기 전의 본문 바이트로 서명을 확인하세요. 헤더 중에서는 webhook-id와 webhook-timestamp가 서명에 포함돼요.",
  "Answer with 2xx within 10 seconds. After anything else the service tries again, seven times within about four days. The same message may come more than once, under the same webhook-id.":
    "10초 안에 2xx로 응답하세요. 그러지 않으면 나흘쯤에 걸쳐 일곱 번 다시 보내요. 같은 메시지가 같은 webhook-id로 두 번 이상 올 수 있어요.",
  "The event. It is not signed: trust the one in webhook-id":
    "이벤트 이름. 서명에 포함되지 않으니 webhook-id에 있는 이름을 믿으세요",
  "The event, with hyphens, and the message's own part: `msg_<event>_<unique>`. The same at every try":
    "이벤트 이름(점은 하이픈으로)과 메시지마다 다른 부분. `msg_<이벤트>_<고유한 값>` 모양이고, 몇 번을 보내도 같아요",
  "Seconds since 1970, when it was sent": "보낸 시각. 1970년부터 센 초예요",
  "One signature for each secret, separated by spaces": "시크릿마다 하나씩, 공백으로 구분한 서명",
  "As GET /px/settlements/{settlementId} answers it": "GET /px/settlements/{settlementId}의 응답과 같아요",
  "Given up: the service does not try this message again": "포기해요. 이 메시지는 다시 보내지 않아요",
  Delivered: "전달됐어요",
  "The service tries again later": "나중에 다시 보내요",
  "A payment was approved": "결제 승인",
  "Sent when a payment becomes DONE: by a confirm or a charge, or when its lost answer is found out.":
    "결제가 DONE이 되면 보내요. 승인이나 빌링 결제가 성공했거나, 유실된 응답을 나중에 찾았을 때예요.",
  "It goes to the merchant's endpoint, if its contract has the webhook and the endpoint subscribes to the event. The body is the object as the event left it. webhook-id has its number among the messages about this object, from 1, by which to put them in order. A webhook is news: what is true now, a look-up says.":
    "계약에 웹훅이 있고 이 이벤트를 고른 가맹점이 등록한 주소로 보내요. 본문은 이벤트가 생긴 순간의 객체예요. webhook-id에는 그 객체의 메시지를 1부터 센 순번이 있으니 순서를 맞출 때 쓰세요. 웹훅은 소식이고, 지금의 사실은 조회가 알려 줘요.",
  "The event, with hyphens, and the message's own part: `msg_<event>_<number>_<the id of its object>`. The same at every try":
    "이벤트 이름(점은 하이픈으로)과 메시지마다 다른 부분. `msg_<이벤트>_<순번>_<객체의 ID>` 모양이고, 몇 번을 보내도 같아요",
  "As GET /px/intents/{intentKey} answers it": "GET /px/intents/{intentKey}의 응답과 같아요",
  "A payment was refused": "결제 거절",
  "Sent when a payment becomes ABORTED: the gateway has refused it, or what it had approved is taken back.":
    "결제가 ABORTED가 되면 보내요. 카드사가 거절했거나, 승인을 되돌렸을 때예요.",
  "A payment was not made in time": "결제 만료",
  "Sent when a payment becomes EXPIRED: its link or its time to confirm ran out, the buyer gave up, or a newer session of the order took its place. The order may be paid by another payment: look the order up.":
    "결제가 EXPIRED가 되면 보내요. 링크나 승인 기한이 지났거나, 구매자가 그만뒀거나, 같은 주문에 새 세션이 생겼을 때예요. 그 주문은 다른 결제로 이미 결제됐을 수 있으니 주문번호로 조회하세요.",
  "A payment was canceled, in part or in full": "결제 취소(부분·전액)",
  "Sent for each cancellation; the payment is PARTIAL_CANCELED or CANCELED.":
    "취소할 때마다 보내요. 결제는 PARTIAL_CANCELED나 CANCELED예요.",
  "A payout was paid": "지급 완료",
  "Sent when a payout becomes COMPLETED.": "지급이 COMPLETED가 되면 보내요.",
  "As GET /merchants/{mId}/payouts/{payoutId} answers it": "GET /merchants/{mId}/payouts/{payoutId}의 응답과 같아요",
  "A payout was not paid, and its amount is available again": "지급 실패: 금액은 다시 지급할 수 있어요",
  "Sent when a payout becomes FAILED, or CANCELED by the bank.":
    "지급이 FAILED가 되거나 은행에서 CANCELED가 되면 보내요.",
  "A payout has come back": "지급한 돈이 되돌아옴",
  "Sent when the bank returns a payout, also after it was COMPLETED; its status stays. The amount is available again.":
    "은행이 지급한 돈을 되돌리면 보내요. 이미 COMPLETED였다면 상태는 그대로예요. 금액은 다시 지급할 수 있어요.",
  "A test of the endpoint": "웹훅 주소 시험",
  "Sent once, when somebody asks for a test of the endpoint. Nothing has happened: verify it, answer 2xx, and do no more.":
    "웹훅 주소를 시험하면 한 번 보내요. 실제로 생긴 일은 없어요. 서명을 확인하고 2xx로 응답하기만 하세요.",
  "The tested address, and the time": "시험하는 주소와 시각",
  "The address that is tested": "시험하는 주소",
  "When the test was asked for": "시험을 요청한 시각",
} as const;
