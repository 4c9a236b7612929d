import { describe, expect, test } from "vitest";
import { clientAddressFinder } from "./client-address.ts";

const proxies = ["10.0.0.0/8", "192.0.2.7", "2001:db8:ffff::/48"];

describe("behind 10.0.0.0/8, 192.0.2.7 and 2001:db8:ffff::/48", () => {
  const find = clientAddressFinder(proxies);
  const v6 = "2001:db8:1:2:3:4:5:6";
  // connection; X-Forwarded-For; the address that is counted
  const rows: readonly (readonly [peer: string | undefined, forwarded: string | null, address: string | undefined])[] =
    [
      ["203.0.113.9", null, "203.0.113.9"],
      ["203.0.113.9", "198.51.100.1", "203.0.113.9"],
      ["203.0.113.9", "198.51.100.1, 10.0.0.1", "203.0.113.9"],
      ["10.0.0.1", "198.51.100.1", "198.51.100.1"],
      ["::ffff:10.0.0.1", "198.51.100.1", "198.51.100.1"],
      ["::ffff:a00:1", "::ffff:198.51.100.1", "198.51.100.1"],
      ["11.0.0.1", "198.51.100.1", "11.0.0.1"],
      ["192.0.2.7", "198.51.100.1", "198.51.100.1"],
      ["192.0.2.8", "198.51.100.1", "192.0.2.8"],
      // The nearest to the left of our proxies counts, whatever precedes it.
      ["10.0.0.1", "1.2.3.4, 198.51.100.1", "198.51.100.1"],
      ["10.0.0.1", "10.0.0.3, 198.51.100.1", "198.51.100.1"],
      ["10.0.0.1", "198.51.100.1, 10.9.9.9", "198.51.100.1"],
      ["10.0.0.1", "1.2.3.4, 198.51.100.1,192.0.2.7 , 10.9.9.9", "198.51.100.1"],
      ["2001:db8:ffff::1", `1.2.3.4, ${v6}`, "2001:db8:1:2::/64"],
      ["10.0.0.1", "10.0.0.2, 10.0.0.3", "10.0.0.2"],
      // With a port, as some proxies write it.
      ["10.0.0.1", "198.51.100.1:50123", "198.51.100.1"],
      ["10.0.0.1", `[${v6}]:443`, "2001:db8:1:2::/64"],
      ["10.0.0.1", `[${v6}]`, "2001:db8:1:2::/64"],
      // A proxy that sends no valid address counts for its clients.
      ["10.0.0.1", null, "10.0.0.1"],
      ["10.0.0.1", "", "10.0.0.1"],
      ["10.0.0.1", "unknown", "10.0.0.1"],
      ["10.0.0.1", "198.51.100.1, unknown", "10.0.0.1"],
      ["10.0.0.1", "198.51.100.1,", "10.0.0.1"],
      ["10.0.0.1", "1.2.3", "10.0.0.1"],
      ["10.0.0.1", "0x7f.1", "10.0.0.1"],
      ["10.0.0.1", "256.1.1.1", "10.0.0.1"],
      ["10.0.0.1", "198.51.100.1/32", "10.0.0.1"],
      ["10.0.0.1", `${":".repeat(15_000)}`, "10.0.0.1"],
      ["10.0.0.1", `${"9".repeat(15_000)}.1.1.1`, "10.0.0.1"],
      ["10.0.0.1", `${"1.2.3.4,".repeat(2_000)}198.51.100.1`, "198.51.100.1"],
      ["10.0.0.1", `${"10.1.1.1,".repeat(2_000)}10.1.1.1`, "10.1.1.1"],
      // An IPv6 client has a network of its own.
      [v6, null, "2001:db8:1:2::/64"],
      ["2001:db8:1:2:ffff::9", null, "2001:db8:1:2::/64"],
      ["2001:db8:1:3::9", null, "2001:db8:1:3::/64"],
      ["fe80::1%eth0", null, "fe80::/64"],
      ["::1", null, "::/64"],
      // The address is unknown.
      [undefined, "198.51.100.1", undefined],
      ["", "198.51.100.1", undefined],
      ["/run/wonflow.sock", "198.51.100.1", undefined],
    ];
  const titled = rows.map(([peer, forwarded, address]) => [peer, forwarded?.slice(0, 40), address, forwarded] as const);
  test.each(titled)("%s, with %s: %s", (remoteAddress, _beginning, address, forwarded) => {
    const headers = new Headers(forwarded === null ? {} : { "X-Forwarded-For": forwarded });
    expect(find({ remoteAddress }, headers)).toBe(address);
  });

  test("several headers are read as one", () => {
    const headers = new Headers([
      ["X-Forwarded-For", "1.2.3.4"],
      ["X-Forwarded-For", "198.51.100.1"],
    ]);
    expect(find({ remoteAddress: "10.0.0.1" }, headers)).toBe("198.51.100.1");
  });

  test("no other header is trusted", () => {
    const other = "198.51.100.1";
    const headers = new Headers({ Forwarded: `for=${other}`, "X-Real-IP": other, "CF-Connecting-IP": other });
    expect(find({ remoteAddress: "10.0.0.1" }, headers)).toBe("10.0.0.1");
  });

  test("a host that passes something else as its second argument yields no address", () => {
    const headers = new Headers({ "X-Forwarded-For": "198.51.100.1" });
    for (const peer of [undefined, null, 7, { address: () => {} }, { remoteAddress: { hostname: "10.0.0.1" } }]) {
      expect(find(peer as undefined, headers)).toBe(undefined);
    }
  });
});

test("without proxies no header is trusted", () => {
  const find = clientAddressFinder([]);
  expect(find({ remoteAddress: "127.0.0.1" }, new Headers({ "X-Forwarded-For": "198.51.100.1" }))).toBe("127.0.0.1");
});

test.each([
  "10.0.0.0/0",
  "::/0",
  "10.0.0.0/33",
  "2001:db8::/129",
  "::ffff:10.0.0.0/104",
  "10/8",
  "10.0.0.0/8/8",
  "10.0.0.0/",
  "10.0.0.0/08",
  "proxy.example",
  "",
])("%j can't be trusted", (proxy) => {
  expect(() => clientAddressFinder(["10.0.0.1", proxy])).toThrow(
    new RangeError(
      `trustedProxies must be addresses and ranges such as 10.0.0.0/8, which ${JSON.stringify(proxy)} is not`,
    ),
  );
});
