// Rules for the scripts of pages, which load nothing else of this package.
export { cardCompanyCodes, cardCompanyName, isGlobalBrand } from "./gateway/card-company.ts";
export { methodChoices, methodName, type MethodChoice } from "./merchant/payment-methods.ts";
export { plain } from "./engine/text/plain.ts";
