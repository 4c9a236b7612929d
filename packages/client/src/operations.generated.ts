// Printed from the OpenAPI document and the catalog of errors by `pnpm print:client`.

export interface CreateSessionRequest {
  /** matches `^[a-zA-Z0-9\-_=.@]{2,50}$` */
  readonly customerId: string;
  /** matches `^[A-Za-z0-9_-]{16,50}$` */
  readonly orderId: string;
  /** 1 to 100 characters */
  readonly orderName: string;
  /** value: won */
  readonly amount: {
    /** at least 1 */
    readonly value: number;
    readonly currency?: "KRW" | null | undefined;
  };
  readonly metadata?: Readonly<Record<string, string | number | boolean | null>> | null | undefined;
  readonly kyc?: {
    /** 1 to 100 characters */
    readonly name: string;
    /** matches `^(\d{6}|\d{10}|\d{11})$` */
    readonly registNo: string;
    /** matches `^\d{9,11}$` */
    readonly phoneNumber?: string | null | undefined;
  } | null | undefined;
  /** matches `^https?:\/\/[^/?#@]+([/?#]|$)`; at most 2000 characters */
  readonly successUrl: string;
  /** matches `^https?:\/\/[^/?#@]+([/?#]|$)`; at most 2000 characters */
  readonly failUrl: string;
}

export interface ConfirmRequest {
  /** matches `^[A-Za-z0-9_-]+$`; 21 characters */
  readonly intentKey: string;
  /** matches `^[A-Za-z0-9_-]{16,50}$` */
  readonly orderId: string;
  /** Won; must be the amount of the payment; at least 1 */
  readonly amount: number;
}

export interface CancelRequest {
  /** 1 to 200 characters */
  readonly cancelReason: string;
  /** Won; all that remains when left out, which is why `amount` and the like in its place are refused; at least 1 */
  readonly cancelAmount?: number | null | undefined;
}

export interface IssueBillingKeyRequest {
  /** matches `^[a-zA-Z0-9\-_=.@]{2,50}$` */
  readonly customerId: string;
  /** matches `^\d{12,19}$` */
  readonly number: string;
  /** matches `^\d{2}$` */
  readonly expriationYY: string;
  /** matches `^(0[1-9]|1[0-2])$` */
  readonly expriationMM: string;
  /** matches `^\d{3,4}$` */
  readonly cvc: string;
  /** matches `^\d{2}$` */
  readonly passwordFront2: string;
  /** 1 to 100 characters */
  readonly ownerName: string;
  readonly registNo: string;
  /** matches `^\d{11}$` */
  readonly ownerPhoneNumber: string;
}

export interface ChargeRequest {
  /** matches `^[a-zA-Z0-9\-_=.@]{2,50}$` */
  readonly customerId: string;
  /** matches `^[A-Za-z0-9_-]{16,50}$` */
  readonly orderId: string;
  /** 1 to 100 characters */
  readonly orderName: string;
  /** Won; the sum of the instruments' amounts; at least 1 */
  readonly totalAmount: number;
  /** Won; only by agreement; at least 0 */
  readonly taxFreeAmount?: number | null | undefined;
  /** 1 to 10 of them */
  readonly instruments: readonly ({
    /** A billing key */
    readonly billing: string;
    /** Won; at least 1 */
    readonly amount: number;
    /** at least 0; at most 3 */
    readonly installmentPlanMonths?: number | null | undefined;
  })[];
}

export interface CreateSellerRequest {
  /** The merchant's own id of it; one live seller has it; 1 to 50 characters */
  readonly refSellerId: string;
  /** 1 to 100 characters */
  readonly name: string;
  readonly businessType: "INDIVIDUAL" | "INDIVIDUAL_BUSINESS" | "CORPORATE";
  /** matches `^\d{10}$` */
  readonly businessRegistrationNumber?: string | null | undefined;
  /** at most 254 characters */
  readonly email?: string | null | undefined;
  /** matches `^\d{9,11}$` */
  readonly phone?: string | null | undefined;
  readonly account: {
    /** The bank's code of 3 digits; matches `^\d{3}$` */
    readonly bankCode: string;
    /** 6 to 20 digits, with or without hyphens; matches `^\d+(-\d+)*$` */
    readonly accountNumber: string;
    /** The account holder as the bank has it; 1 to 100 characters */
    readonly holderName: string;
  };
  readonly metadata?: Readonly<Record<string, string | number | boolean | null>> | null | undefined;
}

/** 1 to 100 of them */
export type CreatePayoutsRequest = readonly ({
  /** The merchant's own id of the payout, never used before; matches `^[A-Za-z0-9_.:-]{1,50}$` */
  readonly refPayoutId: string;
  /** The id of a seller */
  readonly destination: string;
  readonly amount: {
    /** Won; at least 1; below 1000000000 */
    readonly value: number;
    readonly currency?: "KRW" | null | undefined;
  };
})[];

export interface CreatedSession {
  /** The session's identifier */
  readonly token: string;
  /** The link for the buyer, passed on unchanged */
  readonly checkoutUrl: string;
  /** ISO 8601: when the link expires */
  readonly expiresAt: string;
}

export interface PaymentIntent {
  /** 21 characters */
  readonly intentKey: string;
  readonly orderId: string;
  /** null until the payment is settled */
  readonly settlementId: string | null;
  readonly orderName: string;
  readonly mId: number;
  /** Won; stays the originally paid amount after cancellations */
  readonly totalAmount: number;
  readonly status: "READY" | "IN_PROGRESS" | "DONE" | "PARTIAL_CANCELED" | "CANCELED" | "EXPIRED" | "ABORTED";
  /** yyyy-MM-dd'T'HH:mm:ss±hh:mm */
  readonly requestedAt: string;
  /** yyyy-MM-dd'T'HH:mm:ss±hh:mm */
  readonly approvedAt?: string | undefined;
  /** There once a cancellation was sent; always with its amounts */
  readonly cancel?: {
    /** The last cancellation's time; missing while the first is under way */
    readonly canceledAt?: string | undefined;
    /** Won canceled so far */
    readonly canceledAmount?: number | undefined;
    /** Won that can still be canceled */
    readonly remainingAmount?: number | undefined;
    /** True while a cancellation has no known outcome: look up again, don't send it again */
    readonly inProgress?: boolean | undefined;
  } | undefined;
  readonly methods: readonly ({
    readonly method: "KEYIN";
    readonly amount: number;
    readonly keyin?: {
      /** Partly masked card number; at most 20 characters */
      readonly number: string;
      /** 0 for a lump sum */
      readonly installmentPlanMonths: number;
      /** Two-character card company code */
      readonly issuerCode: string;
    } | undefined;
  })[];
  /** There once the payment was approved; who knows an address may open it */
  readonly receipt?: {
    /** One page with the sales slips of all methods */
    readonly candyUrl: string;
    /** The sales slip of each method, in their order */
    readonly perMethodUrls: readonly (string)[];
  } | undefined;
  /** The merchant's terms that the buyer has agreed to, where the merchant asks for consent */
  readonly agreedTerms?: {
    readonly url: string;
    /** yyyy-MM-dd'T'HH:mm:ss±hh:mm */
    readonly agreedAt: string;
  } | undefined;
  readonly failure?: readonly ({
    readonly code: string;
    readonly message: string;
    readonly details: {
      readonly card?: { readonly cardId?: number | undefined } | undefined;
      readonly keyin?: { readonly number?: string | undefined } | undefined;
      readonly billing?: string | undefined;
    };
  })[] | undefined;
}

export interface BillingKey {
  readonly billkey: string;
}

export type SettlementList = readonly (Settlement)[];

export interface Settlement {
  readonly settlementId: string;
  /** Won: the sum of all lines' settledAmount */
  readonly amount: number;
  /** UTC with milliseconds */
  readonly settledAt: string;
  readonly lines: readonly ({
    readonly orderId: string;
    /** Won: the transaction; below 0 where a settled payment was canceled */
    readonly transactionAmount: number;
    /** Percent, 0 to 100 */
    readonly feeRate: number;
    /** Won: the fee */
    readonly feeAmount: number;
    /** Won: VAT, one tenth of the fee */
    readonly vatAmount: number;
    /** Won: transactionAmount less feeAmount and vatAmount */
    readonly settledAmount: number;
  })[];
}

export type SettlementOrOrder = Settlement | OrderSettlement;

export interface OrderSettlement {
  /** null until it is settled */
  readonly settlementId: string | null;
  readonly orderId: string;
  readonly orderName: string;
  /** Won: what remains of the payment after cancellations */
  readonly transactionAmount: number;
  /** Won: the fee on that */
  readonly fee: number;
  /** Won: one tenth of the fee */
  readonly vat: number;
  /** Won: transactionAmount less fee and vat */
  readonly settlementAmount: number;
  /** UTC with milliseconds */
  readonly approvedAt: string;
  /** When it is, or was, to be settled; null where the calendar does not reach so far yet */
  readonly scheduledAt: string | null;
  readonly settledAt: string | null;
  readonly status: "SETTLED" | "UNSETTLED";
}

export interface Balance {
  /** Not settled yet */
  readonly pendingAmount: {
    readonly currency: "KRW";
    /** Won */
    readonly value: number;
  };
  /** Settled and not paid out; below 0 after a cancellation of a settled payment */
  readonly availableAmount: {
    readonly currency: "KRW";
    /** Won */
    readonly value: number;
  };
}

export interface Seller {
  readonly id: string;
  /** The merchant's own id of it */
  readonly refSellerId: string;
  readonly name: string;
  readonly businessType: "INDIVIDUAL" | "INDIVIDUAL_BUSINESS" | "CORPORATE";
  readonly businessRegistrationNumber: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly account: {
    readonly bankCode: string;
    /** Masked but for its end */
    readonly accountNumber: string;
    readonly holderName: string;
  };
  readonly metadata: Readonly<Record<string, string | number | boolean | null>> | null;
  /** The payout bank's id of it; null until the bank has registered it */
  readonly externalSellerId: string | null;
  /** Why the bank did not register it; delete it and register it anew */
  readonly registrationError: {
    /** The problem, for programs */
    readonly code: string;
    /** The problem, for people, in Korean */
    readonly message: string;
  } | null;
  readonly createdAt: string;
  readonly deletedAt: string | null;
}

export interface SellerList {
  readonly hasMore: boolean;
  readonly size: number;
  readonly nextCursor: string | null;
  readonly items: readonly (Seller)[];
}

export interface PayoutList {
  readonly hasMore: boolean;
  readonly size: number;
  readonly nextCursor: string | null;
  readonly items: readonly (Payout)[];
}

export interface Payout {
  readonly id: string;
  /** Shared by all payouts of one request */
  readonly batchId: string;
  /** The merchant's own id of it */
  readonly refPayoutId: string;
  readonly destination: { readonly type: "SELLER"; readonly sellerId: string } | { readonly type: "MERCHANT" };
  /** The day on which it is paid, YYYY-MM-DD in Seoul */
  readonly payoutDate: string;
  readonly amount: {
    readonly currency: "KRW";
    /** Won */
    readonly value: number;
  };
  readonly requestedAt: string;
  /** When it was sent to the bank */
  readonly submittedAt: string | null;
  readonly statusUpdatedAt: string;
  /** When the bank was asked last */
  readonly lastResultCheckedAt: string | null;
  readonly completedAt: string | null;
  readonly status: "PENDING" | "SUBMITTING" | "REQUESTED" | "COMPLETED" | "FAILED" | "CANCELED";
  /** The last problem at the bank */
  readonly error: {
    /** The problem, for programs */
    readonly code: string;
    /** The problem, for people, in Korean */
    readonly message: string;
  } | null;
  /** Whether people have to look at it */
  readonly reconciliationRequired: boolean;
}

export interface BinKoCatalog {
  /** The 6 or 8 digits that matched */
  readonly bin: string;
  /** Credit card, or debit card (gift cards too) */
  readonly type: "CRD" | "CHK";
  /** Issuer code; empty where the issuer has none */
  readonly acquirer: string;
  /** Acquirer or internally inferred card company code; empty where there is none */
  readonly issuer: string;
  /** Card display name */
  readonly nickname: string;
  /** yyyy-MM-dd */
  readonly updatedAt: string;
  /** Third-party card code; empty where it is not known */
  readonly _ProviderCode: string;
}

export type BinKoCatalogList = readonly (BinKoCatalog)[];

export interface BinKoEnums {
  /** Korean card companies, each once */
  readonly CardCompany: Readonly<Record<string, string>>;
  /** These, and the second code of a company that has two */
  readonly CardCompanyExtended: Readonly<Record<string, string>>;
  /** International brands */
  readonly CardCompanyGlobal: Readonly<Record<string, string>>;
}

export interface CardCatalogSearchResponse {
  readonly data: readonly ({
    readonly id: string;
    /** 1 to 100 characters */
    readonly name: string;
    readonly acquirer: string;
    /** The issuer's own reference of the product; at most 100 characters */
    readonly ref: string;
    /** Won; at least 0; at most 100000000 */
    readonly annualFeeDomestic: number;
    readonly annualFeeInternational: {
      /** at least 0; at most 100000000 */
      readonly VISA?: number | undefined;
      /** at least 0; at most 100000000 */
      readonly MASTER?: number | undefined;
      /** at least 0; at most 100000000 */
      readonly JCB?: number | undefined;
      /** at least 0; at most 100000000 */
      readonly UNIONPAY?: number | undefined;
    };
    /** at most 20 of them */
    readonly thumbnails: readonly (string)[];
    /** at most 100 of them */
    readonly benefits: readonly ({
      readonly categoryId?: number | undefined;
      /** at most 200 characters */
      readonly title?: string | undefined;
      /** at most 50 of them */
      readonly notes?: readonly (string)[] | undefined;
      /** at most 50 of them */
      readonly details?: readonly ({
        /** Won spent in the month before, from and to; null for no bound */
        readonly prevMonthSpendingRange?: readonly [number | null, number | null] | undefined;
        /** The unit of the number: won, percent or times */
        readonly content?: readonly ["AMOUNT" | "RATIO" | "COUNT" | null, number] | undefined;
        readonly discountLimit?: {
          readonly amount?: {
            /** at least 0 */
            readonly daily?: number | undefined;
            /** at least 0 */
            readonly monthly?: number | undefined;
            /** at least 0 */
            readonly yearly?: number | undefined;
          } | undefined;
          readonly count?: {
            /** at least 0 */
            readonly daily?: number | undefined;
            /** at least 0 */
            readonly monthly?: number | undefined;
            /** at least 0 */
            readonly yearly?: number | undefined;
          } | undefined;
        } | undefined;
      })[] | undefined;
    })[];
    readonly updatedAt: string;
  })[];
}

export interface InterestFreeInstallmentsResponse {
  /** YYYY-MM-DD; both empty where the gateway's period could not be read */
  readonly period: { readonly startDate: string; readonly endDate: string };
  /** null for a row that could not be read */
  readonly interestFreeInstallmentCards: readonly ({
    /** Card company code */
    readonly issuer: string;
    /** Won */
    readonly minimumAmount: number;
    /** Won; only where the offer ends at an amount */
    readonly maximumAmount?: number | undefined;
    readonly installmentMonth: { readonly min: number; readonly max: number };
  } | null)[];
  /** null for a row that could not be read */
  readonly partialInterestFreeInstallmentCards: readonly ({
    /** Card company code */
    readonly issuer: string;
    /** Won */
    readonly minimumAmount: number;
    /** Won; only where the offer ends at an amount */
    readonly maximumAmount?: number | undefined;
    readonly plan: readonly ({
      /** Months in all */
      readonly month: number;
      /** The installments at which the customer bears interest */
      readonly customerInterestMonthRange: { readonly start: number; readonly end: number };
    })[];
  } | null)[];
}

/** What each operation takes and answers. */
export interface Operations {
  /** Creates a checkout session for an order; it ends an earlier session of the same order at once */
  readonly createSession: { readonly body: CreateSessionRequest; readonly answer: CreatedSession };
  /** Confirms (approves) an authenticated payment; a repeat charges nothing again */
  readonly confirmPayment: { readonly body: ConfirmRequest; readonly answer: PaymentIntent };
  /** Reads a payment by its key */
  readonly getPayment: { readonly path: Readonly<Record<"intentKey", string>>; readonly answer: PaymentIntent };
  /** Reads the live or last payment of an order */
  readonly getPaymentOfOrder: { readonly path: Readonly<Record<"orderId", string>>; readonly answer: PaymentIntent };
  /** Cancels a payment by its key, in full or by cancelAmount in part */
  readonly cancelPayment: {
    readonly path: Readonly<Record<"intentKey", string>>;
    readonly body: CancelRequest;
    readonly answer: PaymentIntent;
  };
  /** Cancels the payment of an order, in full or by cancelAmount in part */
  readonly cancelPaymentOfOrder: {
    readonly path: Readonly<Record<"orderId", string>>;
    readonly body: CancelRequest;
    readonly answer: PaymentIntent;
  };
  /** Stores a card at the card network, and answers its billing key */
  readonly issueBillingKey: { readonly body: IssueBillingKeyRequest; readonly answer: BillingKey };
  /** Deletes a billing key; running charges end as they would have */
  readonly deleteBillingKey: { readonly path: Readonly<Record<"billkey", string>>; readonly answer: BillingKey };
  /** Charges one to ten billing keys of a customer: all charges are approved, or none */
  readonly charge: { readonly body: ChargeRequest; readonly answer: PaymentIntent };
  /** Lists the settlements between two days in Seoul, both inclusive, the oldest first */
  readonly listSettlements: {
    readonly query: {
      /** The first day, YYYY-MM-DD */
      readonly from: string;
      /** The last day, YYYY-MM-DD; not before from */
      readonly to: string;
    };
    readonly answer: SettlementList;
  };
  /** Reads a settlement with its lines by its id, or by an order id the order's earnings */
  readonly getSettlement: {
    readonly path: Readonly<Record<"settlementId", string>>;
    readonly answer: SettlementOrOrder;
  };
  /** Reads a merchant's balance: what is to be settled, and what can be paid out */
  readonly getBalance: { readonly path: Readonly<Record<"mId", string>>; readonly answer: Balance };
  /** Creates a seller, and registers it at the payout bank */
  readonly createSeller: {
    readonly path: Readonly<Record<"mId", string>>;
    readonly body: CreateSellerRequest;
    readonly answer: Seller;
  };
  /** Lists the sellers that are not deleted, in the order of their creation */
  readonly listSellers: {
    readonly path: Readonly<Record<"mId", string>>;
    readonly query: {
      /** The most items of a page, from 1 to 10,000; 10000 by default; at least 1; at most 10000 */
      readonly limit?: number | undefined;
      /** The nextCursor of the previous page */
      readonly startingAfter?: string | undefined;
    };
    readonly answer: SellerList;
  };
  /** Reads a seller */
  readonly getSeller: { readonly path: Readonly<Record<"mId" | "sellerId", string>>; readonly answer: Seller };
  /** Deletes a seller; payouts that are already reserved are still paid */
  readonly deleteSeller: { readonly path: Readonly<Record<"mId" | "sellerId", string>>; readonly answer: Seller };
  /** Reserves payouts to sellers, all of them or none; a repeat answers the existing batch */
  readonly createPayouts: {
    readonly path: Readonly<Record<"mId", string>>;
    readonly body: CreatePayoutsRequest;
    readonly answer: PayoutList;
  };
  /** Lists payouts and daily transfers, the newest payout date first */
  readonly listPayouts: {
    readonly path: Readonly<Record<"mId", string>>;
    readonly query: {
      /** The most items of a page, from 1 to 10,000; 10 by default; at least 1; at most 10000 */
      readonly limit?: number | undefined;
      /** The nextCursor of the previous page */
      readonly startingAfter?: string | undefined;
      /** The first payout date, YYYY-MM-DD */
      readonly payoutDateGte?: string | null | undefined;
      /** The last payout date, YYYY-MM-DD; not before payoutDateGte */
      readonly payoutDateLte?: string | null | undefined;
    };
    readonly answer: PayoutList;
  };
  /** Reads a payout */
  readonly getPayout: { readonly path: Readonly<Record<"mId" | "payoutId", string>>; readonly answer: Payout };
  /** Looks a card up by its first 8 digits, or else its first 6 */
  readonly getBin: { readonly path: Readonly<Record<"bin", string>>; readonly answer: BinKoCatalog };
  /** Reads the whole BIN table; If-None-Match with its ETag answers 304 while it is unchanged */
  readonly listBins: { readonly answer: BinKoCatalogList };
  /** Reads every card company code with its display name */
  readonly listCardCompanies: { readonly answer: BinKoEnums };
  /** Finds cards by name, the most similar first, by company, or by both; at least one is needed */
  readonly searchCardCatalog: {
    readonly query: {
      /** Part of a card's name, as people type it; 1 to 100 characters */
      readonly name?: string | undefined;
      /** Card company code */
      readonly acquirer?: string | undefined;
    };
    readonly answer: CardCatalogSearchResponse;
  };
  /** Lists the interest-free months of each card company at a gateway */
  readonly listInterestFreeMonths: {
    readonly query: {
      /** The payment gateway */
      readonly pg: "PG_A" | "PG_B";
    };
    readonly answer: InterestFreeInstallmentsResponse;
  };
}

/** Where each operation is. */
export const operations = {
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
