import type { Mode } from "@wonflow/core";

/** Each mode has a card network without a name, as core calls it, and another one. */
export const networkNames = ["default", "second"] as const;

export type NetworkName = (typeof networkNames)[number];

export type NamedNetworks<Network> = Readonly<Record<Mode, Readonly<Record<NetworkName, Network>>>>;

export interface NetworkPlace {
  readonly mode: Mode;
  readonly name: NetworkName;
}

export function networksBy<Network>(make: (place: NetworkPlace) => Network): NamedNetworks<Network> {
  const ofMode = (mode: Mode) => ({ default: make({ mode, name: "default" }), second: make({ mode, name: "second" }) });
  return { test: ofMode("test"), live: ofMode("live") };
}

export function eachNetwork<Network, Made>(
  networks: NamedNetworks<Network>,
  make: (network: Network, place: NetworkPlace) => Made,
): NamedNetworks<Made> {
  return networksBy((place) => make(networks[place.mode][place.name], place));
}
