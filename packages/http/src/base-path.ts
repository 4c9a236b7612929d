import { getPath } from "hono/utils/url";
import type { Peer } from "./rate-limit/client-address.ts";
import type { Endpoint } from "./route.ts";
import { WrongMount } from "./wrong-mount.ts";

type Served = readonly Pick<Endpoint, "path">[];

/**
 * A base path as the router compares it: `/pay` for `/pay/`, and nothing where there is none.
 *
 * Throws a `WrongMount` for what is no path, and for one that could be taken for a path of the service's own: behind a
 * proxy that takes it off, nobody could tell whether it was.
 */
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
    `The service can't be mounted at ${basePath}, as it has a path ${own.path}: mount it at /pay, say`,
  );
}

/** The path of a request without the base path, where it begins with it. */
export function pathBelow(basePath: string, request: Request): string {
  const path = getPath(request);
  if (basePath === "" || !`${path}/`.startsWith(`${basePath}/`)) return path;
  return path.slice(basePath.length) || "/";
}

/**
 * What is wrong where a framework says below which path it has mounted the service, and that is not where it believes
 * to be: its links would lead nowhere. A proxy may have taken off what stands before the framework's part.
 */
export function wrongMount(basePath: string, { mountedAt = "" }: Peer = {}): string | undefined {
  if (typeof mountedAt !== "string" || mountedAt === "") return undefined;
  const at = getPath(new Request(new URL(mountedAt, "http://localhost"))).toLowerCase();
  if (basePath.toLowerCase().endsWith(at)) return undefined;
  const believed = basePath === "" ? "the root of its address" : basePath;
  return (
    `is mounted at ${mountedAt}, but settings.checkoutUrl has it at ${believed}, where links would lead: ` +
    `let checkoutUrl end with ${mountedAt}/checkout, or say basePath: "${mountedAt}" where a proxy puts that before`
  );
}

/** Longer paths than any mount's are not looked into. */
const mostParts = 6;

/** Says of a path that leads nowhere what a developer can do, where it is one of the service's but for how it is mounted. */
export function pathHints(served: Served): (path: string) => string | undefined {
  const paths = served.map(({ path }) => path).filter((path) => path !== "/");
  const patterns = paths.map((path) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`));
  const isServed = (path: string) => patterns.some((pattern) => pattern.test(path));
  return (path) => {
    const bare = path.replace(/\/$/, "");
    if (bare !== path && isServed(bare)) return `has a slash at its end: ask for ${bare}`;
    const parts = bare.split("/").slice(1, mostParts);
    const prefixes = parts.map((_part, index) => `/${parts.slice(0, index + 1).join("/")}`);
    const prefix = prefixes.find((one) => isServed(bare.slice(one.length)));
    if (prefix === undefined) return undefined;
    return (
      `is served as ${bare.slice(prefix.length)}: where the service is mounted at ${prefix}, ` +
      `settings.checkoutUrl must end with ${prefix}/checkout`
    );
  };
}
