// Rules for the scripts of pages, which load nothing else of this package.
export { cardCompanyCodes, cardCompanyName, isGlobalBrand } from "./bin/card-company.ts";
export { plain } from "./text/plain.ts";
