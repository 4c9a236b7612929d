import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = readonly [network: Address, bits: number];

/** Whom a request comes from, as the server sees it. */
export interface Peer {
  /** The address of the connection's other end, which may be a proxy's. */
  readonly remoteAddress?: string | undefined;
  /** The path below which a framework has mounted the service, where it takes that off the paths of requests. */
  readonly mountedAt?: string | undefined;
}

/** Longer than any address with its port. */
const longestAddress = 64;

const bracketed = /^\[([^\]]+)\](?::\d+)?$/;
const withPort = /^(\d+\.\d+\.\d+\.\d+):\d+$/;

/** An address as it is written in full, with or without a port; an IPv4 address within IPv6 is what it stands for. */
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
    `trustedProxies must be addresses and ranges such as 10.0.0.0/8, of which ${JSON.stringify(text)} is none`,
  );
}

function isIn(ranges: readonly Range[], address: Address): boolean {
  return ranges.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
}

/** An IPv6 address by its first 64 bits, of which a connection has all that follow. */
function countedAs(address: Address): string {
  if (address instanceof ipaddr.IPv4) return address.toString();
  return `${new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}

/**
 * Finds the address that a request is counted under. What stands in X-Forwarded-For is read from the right, as
 * each proxy adds the address that it was asked from, and believed for as long as the one who says it is trusted:
 * what a client has written there itself is never reached. Where a trusted proxy says nothing that is an address,
 * it stands for its clients itself.
 *
 * Throws a RangeError for a trusted proxy that is neither an address nor a range, or a range of everybody.
 */
export function clientAddressFinder(
  trustedProxies: readonly string[],
): (peer: Peer | undefined, headers: Headers) => string | undefined {
  const trusted = trustedProxies.map(rangeOf);
  return (peer, headers) => {
    // Whatever host passes something else as a second argument has told no address.
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
