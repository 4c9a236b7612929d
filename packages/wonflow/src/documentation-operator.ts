import type { OfferedOperator } from "@wonflow/console";
import { documentationMerchant } from "@wonflow/core";

/** The documentation merchant's operator, an owner. Everybody knows the password, so that only development has one. */
export const documentationOperator: OfferedOperator = {
  mId: documentationMerchant.mId,
  mode: documentationMerchant.mode,
  name: "docs",
  password: "documentation",
};
