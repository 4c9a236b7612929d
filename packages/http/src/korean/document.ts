/** Texts that the whole document shares: its introduction, its tags, credentials, headers, and the Error object. */
export const documentTexts = {
  "Amounts are whole won. Unknown fields and query parameters are refused, by name. A field that is left out is not null: null is refused for amounts, numbers of months and flags.":
    "금액은 원 단위 정수예요. 모르는 필드와 쿼리 파라미터가 있으면 이름을 알려 주고 거절해요. 보내지 않은 필드와 null은 달라요. 금액, 할부 개월, 참·거짓 값이 null이면 거절해요.",
  "Every failed request answers with an Error object: its code is for programs and never changes its meaning, its message is for people, in Korean, or in English if Accept-Language prefers it. The header Trace-Id names every answer.":
    "실패한 요청에는 모두 Error 객체로 응답해요. 프로그램에서는 뜻이 바뀌지 않는 code로 판단하고, message는 사람에게 보여 주세요. message는 한국어이고, Accept-Language가 영어를 우선하면 영어예요. 모든 응답에는 그 요청을 가리키는 Trace-Id 헤더가 있어요.",
  "An Idempotency-Key makes a request safe to repeat: it gets the same answer, and nothing happens twice.":
    "Idempotency-Key(멱등키)를 보내면 같은 요청을 안심하고 다시 보낼 수 있어요. 같은 응답을 받고, 어떤 일도 두 번 일어나지 않아요.",
  "With a test key no real money moves, and the header Payments-Test-Code causes any error.":
    "테스트 키로는 실제 돈이 움직이지 않아요. Payments-Test-Code 헤더를 보내면 원하는 에러를 받아 볼 수 있어요.",
  "The service that answers this document": "이 문서를 응답한 서비스",

  "Links that a merchant's server creates for an order and hands to its buyer.":
    "가맹점 서버가 주문마다 결제 링크를 만들어 구매자에게 보내요.",
  "An order's payment: confirm it, look it up, cancel it in full or in part.":
    "주문의 결제를 승인하고, 조회하고, 전액이나 일부를 취소해요.",
  "Stored cards, charged without their owner.": "등록해 둔 카드로, 카드 주인이 없어도 결제해요.",
  "How much of its payments a merchant gets, when, and how that is computed.":
    "가맹점이 결제 금액에서 언제 얼마를 정산받는지, 어떻게 계산했는지 알려 줘요.",
  "Sellers, and payouts of settled money to them. For the merchant's server and its operators.":
    "판매자를 등록하고, 정산받은 돈을 판매자에게 지급해요. 가맹점 서버와 가맹점 운영자가 써요.",
  "A merchant's business at a glance: daily totals, settlements to come, all that waits for a person.":
    "하루 합계, 다가오는 정산, 사람이 확인할 일처럼 가맹점 현황을 한눈에 보여 줘요.",
  "Where a merchant's webhooks are sent, and each message with its tries.":
    "가맹점의 웹훅을 어디로 보내는지, 메시지마다 몇 번 어떻게 보냈는지 알려 줘요.",
  "The session of a merchant's operator, and the operators that an owner looks after.":
    "가맹점 운영자가 로그인하고, owner 권한의 운영자가 다른 운영자를 관리해요.",
  "The merchant's API keys, which an owner looks after.": "owner 권한의 운영자가 가맹점의 API 키를 관리해요.",
  "For whoever runs the service: merchants, matters that wait for people, reconciliation. Only a service that is told to has these paths.":
    "서비스 운영자가 가맹점과 사람이 확인할 일을 보고 대사해요. 설정에서 켠 서비스에만 있는 경로예요.",
  "The calls of the SDK and of the hosted checkout page.": "SDK와 결제창이 보내는 요청이에요.",
  "BINs, installments without interest, and the card catalog.": "BIN, 무이자 할부, 카드 상품을 조회해요.",
  "Probes for the machines that run the service.": "서비스가 살아 있고 요청을 받을 수 있는지 확인해요.",

  "The merchant's secret key as the user name, with an empty password":
    "가맹점의 시크릿 키가 사용자 이름이고, 비밀번호는 비워 둬요",
  "The merchant's client key as the user name, with an empty password; it may stand in a page":
    "가맹점의 클라이언트 키가 사용자 이름이고, 비밀번호는 비워 둬요. 페이지에 넣어도 되는 키예요",
  "The token of a checkout session": "결제 세션의 token",
  "The session of a merchant's operator. A request that changes something also needs the header X-CSRF-Token, with the csrfToken that GET /operator/session answers":
    "가맹점 운영자의 세션. 데이터를 바꾸는 요청에는 GET /operator/session이 응답한 csrfToken을 X-CSRF-Token 헤더로 함께 보내세요",
  "The session of an operator of the platform. A request that changes something also needs the header X-CSRF-Token, with the csrfToken that GET /platform/session answers":
    "서비스 운영자의 세션. 데이터를 바꾸는 요청에는 GET /platform/session이 응답한 csrfToken을 X-CSRF-Token 헤더로 함께 보내세요",

  "At most 65536 bytes": "65536바이트 이하",
  "For 15 days the same key and request get the same answer; a new request needs a new key":
    "15일 동안 같은 키로 같은 요청을 보내면 같은 응답을 받아요. 새 요청에는 새 키를 쓰세요",
  "With a test key: an error code to be answered, with its status, and nothing happens. Any code of the service is taken, also one that this operation never answers otherwise and does not list":
    "테스트 키로 받아 보고 싶은 에러 코드. 그 코드와 상태로 응답하고, 처리하는 일은 없어요. 이 요청의 에러 목록에 없는 코드라도 서비스의 에러 코드라면 모두 돼요",
  "With an operator's session: the csrfToken that GET /operator/session answers":
    "운영자 세션으로 요청할 때 필요해요. GET /operator/session이 응답한 csrfToken을 보내세요",
  "The ETag of the answer that the caller has; answered with 304 while that is current":
    "가지고 있는 응답의 ETag. 그 응답이 아직 최신이면 304로 응답해요",
  "Names this request; quote it when you ask for help": "이 요청을 가리키는 값. 문의할 때 알려 주세요",
  "Seconds to wait before asking again; for codes where waiting helps":
    "다시 요청하기 전에 기다릴 시간(초). 기다리면 해결되는 코드에만 있어요",
  "The language of message: ko, or en if Accept-Language prefers it":
    "message의 언어. ko이고, Accept-Language가 영어를 우선하면 en",
  "The authentication that the operation needs": "이 요청에 필요한 인증",

  "The HTTP status again": "HTTP 상태와 같은 값",
  "What went wrong, for programs: it never changes its meaning": "프로그램이 판단할 에러 코드. 뜻이 바뀌지 않아요",
  "What went wrong and what to do, for the people behind a shop, never its buyers: in Korean, or in English if Accept-Language prefers it":
    "무엇이 잘못됐고 어떻게 하는지. 구매자가 아니라 가맹점의 개발자와 담당자가 읽어요. 한국어이고, Accept-Language가 영어를 우선하면 영어예요",
  "Every field that cannot be accepted": "받을 수 없는 필드를 모두 담은 목록",
  "The field's path, or a header's name": "필드의 경로 또는 헤더 이름",
  "The code that this field alone would give": "이 필드만 잘못됐을 때의 에러 코드",
  "What is wrong and what would be right, in English": "무엇이 잘못됐고 어떻게 고치는지(영어)",
  "Of a refused card at checkout: how many cards may still be tried on its link":
    "결제창에서 카드가 거절됐을 때, 그 링크로 더 시도할 수 있는 횟수",
} as const;
