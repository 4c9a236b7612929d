import type { Route } from "../../route.ts";
import { platformMerchantRoutes } from "./merchants.ts";
import { platformReconciliationRoutes } from "./reconciliation.ts";
import { platformResolveRoutes } from "./resolve.ts";
import { platformSessionRoutes } from "./session.ts";
import { platformWaitingRoutes } from "./waiting.ts";

/** The routes for the platform's operators. They exist only if the service enables them. */
export const platformRoutes: readonly Route[] = [
  ...platformSessionRoutes,
  ...platformWaitingRoutes,
  ...platformMerchantRoutes,
  ...platformResolveRoutes,
  ...platformReconciliationRoutes,
];
