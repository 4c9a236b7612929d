// Rules for the scripts of pages, which load nothing else of this package.
export { cardCompanyCodes, cardCompanyName, isGlobalBrand } from "./gateway/card-company.ts";
export { plain } from "./engine/text/plain.ts";
