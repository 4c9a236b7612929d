import { render } from "preact";
import { Console } from "./console.tsx";
import { enablePlainFields } from "./form/plain-fields.ts";

enablePlainFields();
const place = document.querySelector("#console");
if (place !== null) render(<Console />, place);
