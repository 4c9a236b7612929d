const kept = "wonflow-console-merchant";

interface Merchant {
  readonly mId: string;
  readonly mode: "test" | "live";
}

const none: Merchant = { mId: "", mode: "live" };

/** The merchant of the last sign-in in this browser, so that operators need not type it every day. */
export function lastMerchant(): Merchant {
  try {
    const { mId, mode } = JSON.parse(window.localStorage.getItem(kept) ?? "{}") as Partial<Merchant>;
    return typeof mId === "string" && (mode === "test" || mode === "live") ? { mId, mode } : none;
  } catch {
    return none;
  }
}

export function keepMerchant(merchant: Merchant): void {
  try {
    window.localStorage.setItem(kept, JSON.stringify(merchant));
  } catch {
    // A browser that keeps nothing asks again.
  }
}
