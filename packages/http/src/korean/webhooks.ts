const delivery = [
  "Standard Webhooks 규격으로 서명해요. 파싱하기 전의 본문 바이트로 서명을 확인하세요. 헤더 중에서는 webhook-id와 webhook-timestamp가 서명에 포함돼요.",
  "10초 안에 2xx로 응답하세요. 그러지 않으면 나흘쯤에 걸쳐 일곱 번 다시 보내요. 같은 메시지가 같은 webhook-id로 두 번 이상 올 수 있어요.",
];

function toAll(sentWhen: string): string {
  return [sentWhen, "계약에 웹훅이 있는 가맹점이 등록한 주소로 보내요.", ...delivery].join("\n\n");
}

function toSubscribers(sentWhen: string): string {
  return [
    sentWhen,
    "계약에 웹훅이 있고 이 이벤트를 고른 가맹점이 등록한 주소로 보내요. 본문은 이벤트가 생긴 순간의 객체예요. webhook-id에는 그 객체의 메시지를 1부터 센 순번이 있으니 순서를 맞출 때 쓰세요. 웹훅은 소식이고, 지금의 사실은 조회가 알려 줘요.",
    ...delivery,
  ].join("\n\n");
}

/** The webhook endpoint, its messages, and the events that the service sends. */
export const webhookTexts = {
  "webhook-event": "이벤트 이름. 서명에 포함되지 않으니 webhook-id에 있는 이름을 믿으세요",
  "webhook-timestamp": "보낸 시각. 1970년부터 센 초예요",
  "webhook-signature": "시크릿마다 하나씩, 공백으로 구분한 서명",
  "410": "포기해요. 이 메시지는 다시 보내지 않아요",
  "2XX": "전달됐어요",
  default: "나중에 다시 보내요",
  "webhook-id":
    "이벤트 이름(점은 하이픈으로)과 메시지마다 다른 부분. `msg_<이벤트>_<순번>_<객체의 ID>` 모양이고, 몇 번을 보내도 같아요",
  "getWebhookEndpoint.summary": "웹훅 주소 조회: 시크릿은 나오지 않아요",
  "getWebhookEndpoint.description": "등록한 주소가 없으면 404로 응답해요.",
  "getWebhookEndpoint.set": "등록된 웹훅 주소",
  "setWebhookEndpoint.summary": "웹훅 주소 등록·변경: 새 주소의 시크릿은 한 번만 보여 줘요",
  "setWebhookEndpoint.description":
    "보내지 않은 필드는 그대로 둬요. 처음 등록할 때는 url이 꼭 있어야 하고, 라이브 모드에서는 https여야 해요. 호스트의 IP 주소는 모두 공인 주소여야 해요. 개발 모드의 서비스에서는 아니어도 돼요.",
  "setWebhookEndpoint.new": "새 주소. 시크릿을 한 번만 보여 줘요",
  "setWebhookEndpoint.events": "같은 주소로 받을 이벤트만 변경",
  "removeWebhookEndpoint.summary": "웹훅 주소 삭제: 시크릿과 고른 이벤트도 함께 지워요",
  "removeWebhookEndpoint.description": "다시 등록할 때까지, 아직 보내지 못한 메시지의 전송은 실패해요.",
  "removeWebhookEndpoint.set": "더는 쓰지 않는 주소",
  "rotateWebhookSecret.summary": "웹훅 시크릿 교체: 새 시크릿은 한 번만 보여 줘요",
  "rotateWebhookSecret.description":
    "이전 시크릿도 하루 동안, 또는 overlapMs 동안 함께 서명해요. 그사이에 받는 쪽의 시크릿을 바꾸세요. 시크릿이 유출됐다면 0을 보내세요. 이전 시크릿을 모두 바로 끝내요.",
  "rotateWebhookSecret.overlapMs": "이전 시크릿이 함께 서명하는 시간. 기본값 하루, 최대 30일",
  "rotateWebhookSecret.day": "1시간 안에 교체하는 시크릿",
  "testWebhookEndpoint.summary": "웹훅 시험: 서명한 메시지를 지금 한 번 보내고, 어떤 응답을 받았는지 알려 줘요",
  "testWebhookEndpoint.description":
    "이벤트는 webhook.test예요. 한 번만 보내고, 응답을 최대 10초 기다려요. 전송 목록에는 남지 않아요.",
  "testWebhookEndpoint.taken": "메시지를 정상적으로 받는 서버",
  "listWebhookDeliveries.summary": "웹훅 전송 목록: 전체, 또는 고른 상태의 메시지를 최신순으로 보여 줘요",
  "listWebhookDeliveries.description":
    "상태를 고르면 한 페이지에서 메시지를 10,000건까지만 훑어요. 그래서 빈 페이지에도 nextCursor가 있을 수 있고, 그 값으로 이어서 볼 수 있어요.",
  "listWebhookDeliveries.limit": "한 페이지의 최대 메시지 수. 1~10,000, 기본값 10",
  "listWebhookDeliveries.status":
    "상태 하나, 또는 쉼표로 구분한 여러 개. PENDING(보내는 중), DELIVERED(전달됨), EXHAUSTED(포기함)",
  "listWebhookDeliveries.delivered": "전달된 메시지",
  "getWebhookDelivery.summary": "웹훅 전송 조회: 최근 시도와 다음 시도 시각이 나와요",
  "getWebhookDelivery.description": "webhook-id로 조회해요. EXHAUSTED가 된 메시지는 직접 요청해야 다시 보내요.",
  "getWebhookDelivery.delivered": "전달된 메시지",
  "resendWebhookDelivery.summary": "웹훅 다시 보내기: 전달됐거나 포기한 메시지도 보내요",
  "resendWebhookDelivery.description":
    "같은 메시지를 처음부터 다시 시도해요. 첫 시도는 바로 해요. 응답은 그 시도를 하기 전의 상태예요.",
  "resendWebhookDelivery.delivered": "전달된 메시지를 다시 보낼 때",
  "settlementCompleted.summary": "정산 완료",
  "settlementCompleted.description": toAll("정산이 만들어지면 보내요."),
  "settlementCompleted.webhook-id":
    "이벤트 이름(점은 하이픈으로)과 메시지마다 다른 부분. `msg_<이벤트>_<고유한 값>` 모양이고, 몇 번을 보내도 같아요",
  "settlementCompleted.requestBody": "GET /px/settlements/{settlementId}의 응답과 같아요",
  "paymentDone.one": "카드 한 장으로 전액 결제",
  "paymentDone.split": "카드 두 장으로 나눠 결제. 그중 900원은 면세예요",
  "paymentDone.summary": "결제 승인",
  "paymentDone.description": toSubscribers(
    "결제가 DONE이 되면 보내요. 승인이나 빌링 결제가 성공했거나, 유실된 응답을 나중에 찾았을 때예요.",
  ),
  "paymentDone.requestBody": "GET /px/intents/{intentKey}의 응답과 같아요",
  "paymentAborted.summary": "결제 거절",
  "paymentAborted.description": toSubscribers(
    "결제가 ABORTED가 되면 보내요. PG사가 거절했거나, 승인을 되돌렸을 때예요.",
  ),
  "paymentAborted.requestBody": "GET /px/intents/{intentKey}의 응답과 같아요",
  "paymentExpired.summary": "결제 만료",
  "paymentExpired.description": toSubscribers(
    "결제가 EXPIRED가 되면 보내요. 링크나 승인 기한이 지났거나, 구매자가 그만뒀거나, 시도 횟수를 다 썼거나, 같은 주문에 새 세션이 생겼을 때예요. 그 주문은 다른 결제로 이미 결제됐을 수 있으니 주문번호로 조회하세요.",
  ),
  "paymentExpired.requestBody": "GET /px/intents/{intentKey}의 응답과 같아요",
  "paymentCanceled.summary": "결제 취소(부분·전액)",
  "paymentCanceled.description": toSubscribers("취소할 때마다 보내요. 결제는 PARTIAL_CANCELED나 CANCELED예요."),
  "paymentCanceled.requestBody": "GET /px/intents/{intentKey}의 응답과 같아요",
  "payoutCompleted.summary": "지급 완료",
  "payoutCompleted.description": toSubscribers("지급이 COMPLETED가 되면 보내요."),
  "payoutCompleted.requestBody": "GET /merchants/{mId}/payouts/{payoutId}의 응답과 같아요",
  "payoutCompleted.done": "판매자가 받았다고 은행이 확인해 준 건",
  "payoutFailed.summary": "지급 실패: 금액은 다시 지급할 수 있어요",
  "payoutFailed.description": toSubscribers(
    "지급이 FAILED가 되거나 은행에서 CANCELED가 되면 보내요. 금액은 다시 지급할 수 있어요.",
  ),
  "payoutFailed.requestBody": "GET /merchants/{mId}/payouts/{payoutId}의 응답과 같아요",
  "payoutReturned.summary": "지급한 돈이 되돌아옴",
  "payoutReturned.description": toSubscribers(
    "은행이 지급한 돈을 되돌리면 보내요. 이미 COMPLETED였다면 상태는 그대로예요. 금액은 다시 지급할 수 있어요.",
  ),
  "payoutReturned.requestBody": "GET /merchants/{mId}/payouts/{payoutId}의 응답과 같아요",
  "webhookTest.summary": "웹훅 주소 시험",
  "webhookTest.description": toAll(
    "웹훅 주소를 시험하면 한 번 보내요. 실제로 생긴 일은 없어요. 서명을 확인하고 2xx로 응답하기만 하세요.",
  ),
  "webhookTest.webhook-id":
    "이벤트 이름(점은 하이픈으로)과 메시지마다 다른 부분. `msg_<이벤트>_<고유한 값>` 모양이고, 몇 번을 보내도 같아요",
  "webhookTest.requestBody": "시험하는 주소 `url`과 시각 `sentAt`",
  "webhookTest.test": "웹훅 주소 시험",
  "WebhookEndpointRequest.url": "보내지 않으면 그대로. 처음 등록할 때는 꼭 있어야 해요",
  "WebhookEndpointRequest.events": "정산 말고 더 받을 이벤트. 보내지 않으면 그대로, 받지 않으려면 []",
  "WebhookEndpointSet.secret": "새 주소의 시크릿(whsec_…). 한 번만 보여 줘요. 그대로라면 null",
  "WebhookEndpointTest.status": "HTTP 상태. 응답이 없었으면 null",
  "WebhookEndpointTest.problem": "전달된 것으로 볼 수 있는 응답이면 null",
  "WebhookDelivery.id": "webhook-id. 몇 번을 보내도 같아요",
  "WebhookDelivery.about": "이벤트 객체의 ID. settlementId, intentKey 또는 지급 ID예요",
  "WebhookDelivery.sequence": "그 객체의 이벤트 가운데 몇 번째인지. 정산이면 null",
  "WebhookDelivery.tries": "시도한 횟수",
  "WebhookDelivery.nextTryAt": "남은 시도가 없으면 null",
  "WebhookDelivery.number": "전송의 시도를 1부터 센 번호",
  "WebhookDelivery.status": "HTTP 상태. 응답이 없었으면 null",
  "WebhookDelivery.reason": "응답이 오지 않은 이유. 응답이 왔거나 기다리는 중이면 null",
  "WebhookDelivery.ms": "걸린 시간. 응답을 기다리는 중이면 null",
  "WebhookDelivery.answer": "응답 본문의 앞부분",
  "WebhookDelivery.log": "최근 시도. 최대 40건, 오래된 순서예요",
  "WebhookTest.url": "시험하는 주소",
  "WebhookTest.sentAt": "시험을 요청한 시각",
};
