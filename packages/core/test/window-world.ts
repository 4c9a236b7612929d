import type { CreateSessionInput, EasyPayProvider, Gateway, PaymentWindow, WindowMethod } from "../src/index.ts";
import { createWorld, valueOf, type World } from "./world.ts";

export const everyMethod = ["KEYIN", "CARD", "EASY_PAY", "TRANSFER"] as const;

type WorldOptions = NonNullable<Parameters<typeof createWorld>[0]>;

/** A world whose gateway has a window, and whose merchant may use all of it. */
export function createWindowWorld({ merchant, ...options }: WorldOptions = {}): Promise<World> {
  const contracts = { methods: [...everyMethod], ...merchant?.contracts };
  return createWorld({ window: true, ...options, merchant: { ...merchant, contracts } });
}

/** The same gateway with another window. */
export function withWindow(gateway: Gateway, change: Partial<PaymentWindow>): Gateway {
  if (gateway.window === undefined) throw new Error("the gateway has no window");
  return { ...gateway, window: { ...gateway.window, ...change } };
}

export interface OpenedWindow {
  /** Of the link. */
  readonly token: string;
  /** Of this opening. */
  readonly windowToken: string;
  /** The key of its attempt. */
  readonly key: string;
}

/** Opens the window of a link. */
export async function openWindow(
  { payments }: World,
  token: string,
  method: WindowMethod = "KAKAOPAY",
): Promise<OpenedWindow> {
  const opened = valueOf(await payments.checkout.openWindow(token, { method, device: "MOBILE" }));
  if (!("windowUrl" in opened)) throw new Error("the link has an authenticated payment already");
  const windowToken = /\/windows\/(.+)$/.exec(opened.windowUrl)?.[1] ?? "";
  const { open } = valueOf(await payments.checkout.readWindow(windowToken));
  return { token, windowToken, key: new URL(open.url).searchParams.get("key") ?? "" };
}

/** A session by every method, with its window open. */
export async function inWindow(
  world: World,
  { method = "KAKAOPAY", ...change }: Partial<CreateSessionInput> & { readonly method?: WindowMethod } = {},
): Promise<OpenedWindow> {
  const { token } = await world.session({ methods: [...everyMethod], ...change });
  return openWindow(world, token, method);
}

/** What the browser brings back when its buyer chooses this in the sandbox's window. */
export async function chosen({ gateway }: World, { key }: Pick<OpenedWindow, "key">, choice = "succeed") {
  const back = await gateway.windows.choose("7:test", key, choice);
  if (back === undefined) throw new Error(`the window has no choice ${choice}`);
  return back.fields;
}

/** A buyer's return after a choice in the window. */
export async function comeBack(world: World, opened: OpenedWindow, choice = "succeed") {
  const fields = await chosen(world, opened, choice);
  return valueOf(await world.payments.checkout.returnFromWindow(opened.windowToken, fields));
}

/** A payment that its buyer has authenticated in the window; returns the input of confirm. */
export async function authenticatedInWindow(
  world: World,
  { choice = "succeed", ...change }: Parameters<typeof inWindow>[1] & { readonly choice?: string } = {},
) {
  const { redirectUrl } = await comeBack(world, await inWindow(world, change), choice);
  const { searchParams } = new URL(redirectUrl ?? "");
  const amount = Number(searchParams.get("amount"));
  return { intentKey: searchParams.get("intentKey") ?? "", orderId: searchParams.get("orderId") ?? "", amount };
}

export const wallets: readonly EasyPayProvider[] = ["KAKAOPAY", "NAVERPAY", "TOSSPAY", "SAMSUNGPAY", "PAYCO"];
