import { WrongMount } from "@wonflow/http";

/**
 * Where a service is mounted, by the address of its checkout page: what stands before `/checkout` in the path.
 *
 * Throws a `WrongMount` where that address can't be the page that `createHandler` serves.
 */
export function basePathOf(checkoutUrl: string): string {
  const url = URL.parse(checkoutUrl);
  const basePath = /^(.*)\/checkout$/.exec(url?.pathname ?? "")?.[1];
  if (basePath !== undefined && /^https?:$/.test(url?.protocol ?? "")) return basePath;
  throw new WrongMount(
    `settings.checkoutUrl is ${JSON.stringify(checkoutUrl)}, where no checkout is served: it must be the address that ` +
      "buyers reach the service by, and end with /checkout, such as https://shop.example/pay/checkout for a service " +
      "that is mounted at /pay. Where a proxy leads another address there, say basePath",
  );
}
