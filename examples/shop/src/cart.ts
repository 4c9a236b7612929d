/**
 * The cart of a buyer, by a cookie: a page that is reloaded, or reopened after its tab was closed, has the same one.
 * Undefined if there is no cart yet.
 */
export function cartOf({ headers }: Request): string | undefined {
  return /(?:^|; )cart=([\da-f-]{36})(?:;|$)/.exec(headers.get("Cookie") ?? "")?.[1];
}

/** The value of a Set-Cookie header that keeps a cart for 30 days. */
export function keepCart(cart: string): string {
  return `cart=${cart}; Path=/; Max-Age=2592000; SameSite=Lax; HttpOnly`;
}

/** A cart has one order, so the service never takes two payments for it. */
export function orderIdOf(cart: string): string {
  return `tea-${cart}`;
}
