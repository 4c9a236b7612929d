import type { TextKey } from "../texts.ts";
import type { FieldName, Holder } from "./entry.ts";

export function labelOf(field: FieldName, holder: Holder): TextKey {
  const labels = {
    number: "number",
    expiry: "expiry",
    passwordFront2: "password",
    registNo: holder === "corporate" ? "business" : "birthDate",
    installmentPlanMonths: "plans",
    agreed: "agreement",
  } as const;
  return labels[field];
}
