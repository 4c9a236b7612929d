import type { OfferedOperator } from "@wonflow/console";
import { documentationMerchant } from "@wonflow/core";

/** The documentation merchant's operator, an owner. The password is public, so only development has it. */
export const documentationOperator: OfferedOperator = {
  mId: documentationMerchant.mId,
  mode: documentationMerchant.mode,
  name: "docs",
  password: "documentation",
};
