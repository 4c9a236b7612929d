/**
 * A merchant's redirect URL with parameters appended; its own query and fragment stay as they are.
 *
 * @example
 * withParameters("https://shop.example/ok?a=1#top", { orderId: "x" }); // "https://shop.example/ok?a=1&orderId=x#top"
 */
export function withParameters(url: string, parameters: Readonly<Record<string, string>>): string {
  const hash = url.indexOf("#");
  const before = hash === -1 ? url : url.slice(0, hash);
  const fragment = hash === -1 ? "" : url.slice(hash);
  const query = Object.entries(parameters)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join("&");
  const glue = !before.includes("?") ? "?" : /[?&]$/.test(before) ? "" : "&";
  return `${before}${glue}${query}${fragment}`;
}
