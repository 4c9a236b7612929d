import { wrongDecisions as attempt } from "./attempt/wrong-decisions.ts";
import { wrongDecisions as billing } from "./billing/wrong-decisions.ts";
import { wrongDecisions as checkout } from "./checkout/wrong-decisions.ts";
import { wrongDecisions as idempotency } from "./idempotency/wrong-decisions.ts";
import { wrongDecisions as ledger } from "./ledger/wrong-decisions.ts";
import { wrongDecisions as merchant } from "./merchant/wrong-decisions.ts";
import { wrongDecisions as payment } from "./payment/wrong-decisions.ts";
import { wrongDecisions as payout } from "./payout/wrong-decisions.ts";
import { wrongDecisions as retention } from "./retention/wrong-decisions.ts";
import { wrongDecisions as seller } from "./seller/wrong-decisions.ts";
import { wrongDecisions as settlement } from "./settlement/wrong-decisions.ts";
import { wrongDecisions as webhook } from "./webhook/wrong-decisions.ts";
import { wrongDecisions as wholeService } from "./whole-service/wrong-decisions.ts";
import type { WrongDecision } from "./wrong-decision.ts";

/** Everything that the simulator can let the service decide wrongly. */
export const wrongDecisions: readonly WrongDecision[] = [
  ...wholeService,
  ...merchant,
  ...checkout,
  ...payment,
  ...attempt,
  ...idempotency,
  ...ledger,
  ...settlement,
  ...webhook,
  ...seller,
  ...payout,
  ...billing,
  ...retention,
];
