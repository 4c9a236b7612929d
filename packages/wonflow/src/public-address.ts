import ipaddr from "ipaddr.js";

/** All addresses allocated to the internet so far; the others are special or unused. */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether an IP address is public: not of a private network, this machine or any special use, and no IPv6 address that
 * embeds an IPv4 one.
 *
 * @example
 * isPublicAddress("8.8.8.8"); // true
 * isPublicAddress("169.254.169.254"); // false
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast);
}
