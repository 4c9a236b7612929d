/** Billing keys, and charges to them. */
export const billingTexts = {
  "Stores a card at the gateway, and answers its billing key":
    "빌링키 발급: 카드사에 카드를 등록하고 빌링키로 응답해요",
  "The gateway keeps the card; the service keeps only the encrypted key, never the number. The key alone charges the card, so store it like a password.":
    "카드는 카드사가 보관해요. 서비스는 암호화한 키만 저장하고 카드 번호는 저장하지 않아요. 빌링키만 있으면 카드로 결제할 수 있으니 비밀번호처럼 보관하세요.",
  "A personal card": "개인 카드",
  "Deletes a billing key; running charges end as they would have": "빌링키 삭제: 처리하고 있는 결제는 그대로 끝나요",
  "The key can never be charged again. An operator of the role owner may delete it too.":
    "삭제한 빌링키로는 다시 결제할 수 없어요. owner 권한의 운영자도 삭제할 수 있어요.",
  "A key that is no longer needed": "더는 쓰지 않는 빌링키",
  "Charges one to ten billing keys of a customer: all charges are approved, or none":
    "빌링 결제: 빌링키 1~10개를 모두 승인하거나 하나도 승인하지 않아요",
  "Needs no buyer. The instruments' amounts must add up to totalAmount. If one card is refused, the approvals of the others are reversed. UNKNOWN_PAYMENT_ERROR means that a gateway has not answered yet: look the payment up by its order id. The order id makes the request safe to repeat.":
    "구매자 없이 결제해요. 결제 수단별 금액의 합이 totalAmount와 같아야 해요. 한 카드가 거절되면 다른 카드의 승인을 취소해요. UNKNOWN_PAYMENT_ERROR는 카드사가 아직 답하지 않았다는 뜻이에요. 주문번호로 결제를 조회하세요. 주문번호가 같으면 다시 보내도 두 번 결제되지 않아요.",
  "One card pays the whole amount": "카드 한 장으로 전액 결제",
  "Two cards pay together; 900 won of it are free of tax": "카드 두 장으로 나눠 결제. 그중 900원은 면세예요",
  "Lists the billing keys that can be charged: of one customer, or of all in the order of their ids":
    "빌링키 목록: 결제할 수 있는 빌링키를 고객 한 명만, 또는 모든 고객을 ID 순서로 보여 줘요",
  "Card numbers are masked. A key that is deleted is not in the list.":
    "카드 번호는 일부를 가려요. 삭제한 빌링키는 목록에 없어요.",
  "The most keys of a page, from 1 to 10,000; 10 by default": "한 페이지의 최대 키 수. 1~10,000, 기본값 10",
  "The merchant's id of the customer": "가맹점이 정한 고객 ID",
  "The cards of one customer": "고객 한 명의 카드",
  "Won; the sum of the instruments' amounts": "결제 수단별 금액의 합(원)",
  "Won; only by agreement": "면세 금액(원). 계약한 가맹점만 쓸 수 있어요",
  "A billing key": "빌링키",
} as const;
