import { WrongMount } from "./wrong-mount.ts";
import { getPath } from "hono/utils/url";
import type { Peer } from "./rate-limit/client-address.ts";
import type { Endpoint } from "./route.ts";

type Served = readonly Pick<Endpoint, "path">[];

/** `/pay` for `/pay/`. Throws a `WrongMount` for no path, and for a path that the service serves itself. */
export function readBasePath(text: string, served: Served): string {
  const bare = text.replace(/\/+$/, "");
  if (bare === "") return "";
  if (!/^(?:\/[^/?#]+)+$/.test(bare)) {
    throw new WrongMount(`basePath must be a path such as /pay, which ${JSON.stringify(text)} is not`);
  }
  const basePath = getPath(new Request(`http://localhost${bare}`));
  const own = served.find(({ path }) => `${path}/`.startsWith(`${basePath}/`));
  if (own === undefined) return basePath;
  throw new WrongMount(
    `The service can't be mounted at ${basePath}, because it serves ${own.path} itself: mount it at another path, such as /pay`,
  );
}

/**
 * The path of a request, decoded as the handler's routes are, without the base path. A framework or a proxy may have taken
 * the base path off already.
 *
 * @example
 * pathBelow("/pay", new Request("https://shop.example/pay/console")); // "/console"
 */
export function pathBelow(basePath: string, request: Request): string {
  const path = getPath(request);
  if (basePath === "" || !`${path}/`.startsWith(`${basePath}/`)) return path;
  return path.slice(basePath.length) || "/";
}

/**
 * The problem of a service that a framework has mounted elsewhere than its settings say: its links would not resolve.
 * The framework's path may be only the end of the base path, because a proxy may strip the beginning.
 */
export function wrongMount(basePath: string, { mountedAt = "" }: Peer = {}): string | undefined {
  if (typeof mountedAt !== "string" || mountedAt === "") return undefined;
  const at = getPath(new Request(new URL(mountedAt, "http://localhost"))).toLowerCase();
  if (basePath.toLowerCase().endsWith(at)) return undefined;
  const believed = basePath === "" ? "the root of its address" : basePath;
  return (
    `is mounted at ${mountedAt}, but settings.checkoutUrl, and so every link, leads to ${believed}: ` +
    `let checkoutUrl end with ${mountedAt}/checkout, or set basePath: "${mountedAt}" if a proxy adds that prefix`
  );
}

/** The most parts of a path that are tried as a mount's prefix. */
const mostParts = 6;

/**
 * Hints at a wrong mount: explains an unknown path that would be served without a prefix or a trailing slash, with the
 * whole address to ask. `mount` is the service's address for buyers, below which its paths are.
 */
export function pathHints(served: Served, mount: string): (path: string) => string | undefined {
  const paths = served.map(({ path }) => path).filter((path) => path !== "/");
  const patterns = paths.map((path) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+").replace(/\*$/, ".+")}$`));
  const isServed = (path: string) => patterns.some((pattern) => pattern.test(path));
  const origin = URL.parse(mount)?.origin ?? "";
  return (path) => {
    const bare = path.replace(/\/$/, "");
    if (bare !== path && isServed(bare)) return `has a trailing slash: ask for ${mount}${bare}`;
    const parts = bare.split("/").slice(1, mostParts);
    const prefixes = parts.map((_part, index) => `/${parts.slice(0, index + 1).join("/")}`);
    const prefix = prefixes.find((one) => isServed(bare.slice(one.length)));
    if (prefix === undefined) return undefined;
    return (
      `is served as ${mount}${bare.slice(prefix.length)}: ask for that, or if the service is mounted at ${prefix}, ` +
      `set settings.checkoutUrl to ${origin}${prefix}/checkout`
    );
  };
}
