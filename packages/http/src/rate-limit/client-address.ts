import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = readonly [network: Address, bits: number];

/** The other end of a request's connection. */
export interface Peer {
  /** May be a proxy's. */
  readonly remoteAddress?: string | undefined;
  /** The path at which a framework has mounted the service, if it strips that from the paths of requests. */
  readonly mountedAt?: string | undefined;
}

/** Characters; longer than any address with its port. */
const longestAddress = 64;

const bracketed = /^\[([^\]]+)\](?::\d+)?$/;
const withPort = /^(\d+\.\d+\.\d+\.\d+):\d+$/;

/** Parses an address with or without a port; an IPv4-mapped IPv6 address becomes IPv4. */
function addressOf(text: string): Address | undefined {
  const trimmed = text.trim();
  if (trimmed.length > longestAddress) return undefined;
  const bare = (bracketed.exec(trimmed) ?? withPort.exec(trimmed))?.[1] ?? trimmed;
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare);
  return isAddress ? ipaddr.process(bare) : undefined;
}

function rangeOf(text: string): Range {
  const [network = "", length, ...more] = text.split("/");
  const address = addressOf(network);
  const most = address instanceof ipaddr.IPv4 ? 32 : 128;
  const bits = length === undefined ? most : /^[1-9]\d{0,2}$/.test(length) ? Number(length) : 0;
  if (address !== undefined && more.length === 0 && bits >= 1 && bits <= most) return [address, bits];
  throw new RangeError(
    `trustedProxies must be addresses and ranges such as 10.0.0.0/8, which ${JSON.stringify(text)} is not`,
  );
}

function isIn(ranges: readonly Range[], address: Address): boolean {
  return ranges.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
}

/** IPv6 addresses count by their first 64 bits, because one connection owns all that follow. */
function countedAs(address: Address): string {
  if (address instanceof ipaddr.IPv4) return address.toString();
  return `${new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}

/**
 * Finds the address that a request counts under. X-Forwarded-For is read from the right, because each proxy appends its
 * client's address, and only while the address before belongs to a trusted proxy, so a client's own entries are never
 * trusted. If a trusted proxy sends no address, its own counts for its clients.
 *
 * Throws a RangeError for a trusted proxy that is neither an address nor a range, or the range of all addresses.
 */
export function clientAddressFinder(
  trustedProxies: readonly string[],
): (peer: Peer | undefined, headers: Headers) => string | undefined {
  const trusted = trustedProxies.map(rangeOf);
  return (peer, headers) => {
    // Some hosts pass another second argument to fetch handlers, which is not a peer.
    if (typeof peer?.remoteAddress !== "string") return undefined;
    let address = addressOf(peer.remoteAddress);
    if (address === undefined) return undefined;
    const forwarded = headers.get("X-Forwarded-For")?.split(",") ?? [];
    while (isIn(trusted, address)) {
      const before = addressOf(forwarded.pop() ?? "");
      if (before === undefined) break;
      address = before;
    }
    return countedAs(address);
  };
}
