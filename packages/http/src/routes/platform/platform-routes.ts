import type { Route } from "../../route.ts";
import { platformMerchantRoutes } from "./merchants.ts";
import { platformReconciliationRoutes } from "./reconciliation.ts";
import { platformResolveRoutes } from "./resolve.ts";
import { platformSessionRoutes } from "./session.ts";
import { platformWaitingRoutes } from "./waiting.ts";

/** The routes for whoever runs the service. They exist only where the service is told so. */
export const platformRoutes: readonly Route[] = [
  ...platformSessionRoutes,
  ...platformWaitingRoutes,
  ...platformMerchantRoutes,
  ...platformResolveRoutes,
  ...platformReconciliationRoutes,
];
