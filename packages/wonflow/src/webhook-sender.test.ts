import { expect, test } from "vitest";
import { isPublicAddress } from "./webhook-sender.ts";

const publicAddresses = [
  "8.8.8.8",
  "1.1.1.1",
  "100.63.255.255",
  "172.32.0.1",
  "192.167.255.255",
  "2606:4700::1111",
  "2a00:1450:4001::200e",
];

/** Of each special range its first, its last or one within. */
const others = {
  "this gateway": ["0.0.0.0", "0.255.255.255"],
  private: ["10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.0.1", "192.168.255.255"],
  "carrier-grade NAT": ["100.64.0.1", "100.127.255.255"],
  loopback: ["127.0.0.1", "127.255.255.254", "::1"],
  "link-local, with the data of clouds": ["169.254.169.254", "169.254.0.1", "fe80::1", "fe80::1%eth0", "febf::1"],
  "protocol assignments": ["192.0.0.1", "192.0.0.170"],
  documentation: ["192.0.2.1", "198.51.100.1", "203.0.113.255", "2001:db8::1", "3fff::1"],
  "6to4 relays": ["192.88.99.1", "2002:7f00:1::", "2002:a00:1::1"],
  benchmarking: ["198.18.0.1", "198.19.255.255", "2001:2::1"],
  multicast: ["224.0.0.1", "239.255.255.255", "ff02::1", "ff0e::1"],
  "reserved and broadcast": ["240.0.0.1", "255.255.255.255"],
  unspecified: ["::"],
  "IPv4-mapped": ["::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:8.8.8.8", "::ffff:7f00:1"],
  "IPv4-compatible": ["::127.0.0.1", "::7f00:1", "::a9fe:a9fe", "::8.8.8.8"],
  "IPv4-translated": ["::ffff:0:127.0.0.1", "64:ff9b::127.0.0.1", "64:ff9b:1::a00:1"],
  "unique local": ["fc00::1", "fd12:3456::1"],
  "site-local": ["fec0::1"],
  "discard-only": ["100::1"],
  teredo: ["2001::1", "2001:0:7f00:1::"],
  "orchid, AMT, DNS sinks": ["2001:10::1", "2001:20::1", "2001:3::1", "2001:4:112::1", "192.52.193.1", "192.175.48.1"],
  "segment routing": ["5f00::1"],
  "not allocated": ["4000::1", "8000::1", "e000::1"],
  "no address": ["", "localhost", "8.8.8.8.8", "8.8.8.8/32", "::g"],
};

const rows = Object.entries(others).flatMap(([name, addresses]) =>
  addresses.map((address) => [name, address] as const),
);

test.each(publicAddresses)("%s is public", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each(rows)("%s: %s is not public", (_name, address) => {
  expect(isPublicAddress(address)).toBe(false);
});
