import {
  authenticationRefusals,
  releaseRefusals,
  type AuthenticatedCard,
  type AuthenticationRefusal,
  type AuthenticationRequest,
  type Found,
  type Outcome,
  type Release,
  type ReleaseRefusal,
  type ReleaseRequest,
} from "@wonflow/core";
import { accountsFor } from "./accounts.ts";
import { expiredCardAnswer, storedCardAnswer } from "./answers.ts";
import { issuerCodeOf } from "./card-companies.ts";
import { authenticationCodes, noCardCodes, releaseCodes, refusedBy, saysOneOf, withoutAccount } from "./codes.ts";
import type { NiceApi } from "./payment.ts";
import { enciphered, isSecretKey } from "./api.ts";

/** At most the first six and the last four digits. */
function maskedNumber(number: string): string {
  return `${number.slice(0, 6)}${"*".repeat(number.length - 10)}${number.slice(-4)}`;
}

/** Checks a card, which the provider stores by that. The name that it is stored under is its token. */
export async function storeCard(
  { ask, accountsOf }: NiceApi,
  request: AuthenticationRequest,
): Promise<Outcome<AuthenticatedCard, AuthenticationRefusal>> {
  const [account] = await accountsFor(accountsOf, request);
  if (account === undefined || !isSecretKey(account.secretKey)) return withoutAccount;
  const { key: orderId, card } = request;
  const { number: cardNo, expiryYear: expYear, expiryMonth: expMonth, registNo: idNo, passwordFront2: cardPw } = card;
  // The provider's fields end there; it does not say what it does with more.
  if (cardNo.length > 16) return { outcome: "refused", code: "INVALID_CARD_NUMBER" };
  if (idNo.length !== 6 && idNo.length !== 10) return { outcome: "refused", code: "INVALID_CARD_IDENTITY" };
  const encData = enciphered({ cardNo, expYear, expMonth, idNo, cardPw }, account.secretKey);
  const reply = await ask(request, account, {
    method: "POST",
    path: "/v1/subscribe/regist",
    fields: { encData, orderId, encMode: "A2" },
    signs: [orderId],
    answer: storedCardAnswer,
  });
  if (reply.outcome !== "done") {
    return refusedBy(reply, { codes: authenticationCodes, refusals: authenticationRefusals });
  }
  // The manual's table has the order id, and its example does not.
  if ((reply.value.orderId ?? orderId) !== orderId)
    return { outcome: "unknown", reason: "a card of another order was stored" };
  const { bid: token, cardCode } = reply.value;
  const stored = { key: orderId, token, maskedNumber: maskedNumber(cardNo), issuerCode: issuerCodeOf(cardCode) };
  return { outcome: "done", value: stored };
}

/** Releases a stored card. If its answer was lost, the token is unknown: the card stays until an operator releases it. */
export async function releaseCard(
  { ask, accountsOf }: NiceApi,
  request: ReleaseRequest,
): Promise<Found<Release, ReleaseRefusal>> {
  const { key: orderId, token: bid, tokenKey } = request;
  if (bid === null) return { outcome: "refused", code: "PROVIDER_ERROR" };
  const accounts = await accountsFor(accountsOf, request);
  // The port does not know which account stored the card: it is gone if none of them has it.
  for (const account of accounts) {
    const reply = await ask(request, account, {
      method: "POST",
      path: `/v1/subscribe/${encodeURIComponent(bid)}/expire`,
      fields: { orderId },
      signs: [orderId, bid],
      answer: expiredCardAnswer,
    });
    if (saysOneOf(reply, noCardCodes)) continue;
    if (reply.outcome !== "done") return refusedBy(reply, { codes: releaseCodes, refusals: releaseRefusals });
    if (reply.value.bid !== bid) return { outcome: "unknown", reason: "another card was released" };
    return { outcome: "done", value: { tokenKey } };
  }
  return accounts.length === 0 ? withoutAccount : { outcome: "not-found" };
}
