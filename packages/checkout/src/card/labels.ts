import type { TextKey } from "../texts.ts";
import type { FieldName, Holder } from "./entry.ts";

/** What a field is called on the page. */
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

/** The id of the control that a field begins with. */
export function controlOf(field: FieldName): string {
  return field === "installmentPlanMonths" ? "plan0" : field;
}
