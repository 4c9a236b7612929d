import { WrongMount } from "@wonflow/http";

/** The path before `/checkout`. Throws a `WrongMount` for no address of a page that `createHandler` serves. */
export function basePathOf(checkoutUrl: string): string {
  const url = URL.parse(checkoutUrl);
  const basePath = /^(.*)\/checkout$/.exec(url?.pathname ?? "")?.[1];
  if (basePath !== undefined && /^https?:$/.test(url?.protocol ?? "")) return basePath;
  throw new WrongMount(
    `settings.checkoutUrl is ${JSON.stringify(checkoutUrl)}, where no checkout is served: it must be buyers' address ` +
      "of the service, and end with /checkout, such as https://shop.example/pay/checkout for a service that is " +
      "mounted at /pay. If a proxy leads another address there, set basePath",
  );
}
