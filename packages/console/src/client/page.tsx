import { render } from "preact";
import { Console } from "./console.tsx";
import { enablePlainFields } from "./form/field.tsx";

enablePlainFields();
const place = document.querySelector("#console");
if (place !== null) render(<Console />, place);
