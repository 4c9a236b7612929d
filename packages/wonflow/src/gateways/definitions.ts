import type { GatewayDefinition } from "./definition.ts";
import { nice } from "./nice.ts";

/** The providers that `wonflow` takes live payments with, by settings alone. */
export const gatewayDefinitions: readonly GatewayDefinition[] = [nice];

/** What sets one of them, for a person without any. */
export const liveGatewaySettings = gatewayDefinitions
  .map(({ prefix }) => `${prefix}_CLIENT_KEY and ${prefix}_SECRET_KEY`)
  .join(", or ");

/** Where a merchant's own keys go without a name of the gateway. */
export const ownGateway = nice.names.own;
