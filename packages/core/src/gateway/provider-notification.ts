/** A provider's message to us, as its HTTP request brought it. */
export interface ProviderNotification {
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  /** At most 16 KiB. */
  readonly body: string;
}

/**
 * What a notification is about. It is a hint to look up, never a fact: keys are those that the provider was called
 * with, of an approval or of what a buyer authenticated in the window.
 */
export type NotificationHint =
  | { readonly outcome: "look-at"; readonly keys: readonly string[]; readonly reply?: NotificationReply }
  | { readonly outcome: "forged" };

/** The response that the provider expects; by default 200 with an empty body. */
export interface NotificationReply {
  readonly contentType: string;
  readonly body: string;
}
