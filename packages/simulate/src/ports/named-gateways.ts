import type { Mode } from "@wonflow/core";

/** Each mode has a gateway without a name, as core calls it, and another one. */
export const gatewayNames = ["default", "second"] as const;

export type GatewayName = (typeof gatewayNames)[number];

export type NamedGateways<Gateway> = Readonly<Record<Mode, Readonly<Record<GatewayName, Gateway>>>>;

export interface GatewayPlace {
  readonly mode: Mode;
  readonly name: GatewayName;
}

export function gatewaysBy<Gateway>(make: (place: GatewayPlace) => Gateway): NamedGateways<Gateway> {
  const ofMode = (mode: Mode) => ({ default: make({ mode, name: "default" }), second: make({ mode, name: "second" }) });
  return { test: ofMode("test"), live: ofMode("live") };
}

export function eachGateway<Gateway, Made>(
  gateways: NamedGateways<Gateway>,
  make: (gateway: Gateway, place: GatewayPlace) => Made,
): NamedGateways<Made> {
  return gatewaysBy((place) => make(gateways[place.mode][place.name], place));
}
