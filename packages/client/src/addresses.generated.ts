// Printed from the OpenAPI document and the catalog of errors by `pnpm print:client`.

/** Where each operation is. */
export const addresses = {
  createSession: "POST /px/payfront/sessions",
  confirmPayment: "POST /px/intents/confirm",
  getPayment: "GET /px/intents/{intentKey}",
  getPaymentOfOrder: "GET /px/intents/orders/{orderId}",
  cancelPayment: "POST /px/intents/{intentKey}/cancel",
  cancelPaymentOfOrder: "POST /px/intents/orders/{orderId}/cancel",
  issueBillingKey: "POST /px/billing/billkeys/issue",
  deleteBillingKey: "DELETE /px/billing/{billkey}",
  charge: "POST /px/billing",
  listSettlements: "GET /px/settlements",
  getSettlement: "GET /px/settlements/{settlementId}",
  getBalance: "GET /merchants/{mId}/balances",
  createSeller: "POST /merchants/{mId}/sellers",
  listSellers: "GET /merchants/{mId}/sellers",
  getSeller: "GET /merchants/{mId}/sellers/{sellerId}",
  deleteSeller: "DELETE /merchants/{mId}/sellers/{sellerId}",
  createPayouts: "POST /merchants/{mId}/payouts",
  listPayouts: "GET /merchants/{mId}/payouts",
  getPayout: "GET /merchants/{mId}/payouts/{payoutId}",
  getBin: "GET /bin-ko/bin/{bin}",
  listBins: "GET /bin-ko/json",
  listCardCompanies: "GET /bin-ko/enums",
  searchCardCatalog: "GET /card-catalogs/search",
  listInterestFreeMonths: "GET /installments/interest-free-months",
} as const;
