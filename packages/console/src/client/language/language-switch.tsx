import { chooseLanguage, language } from "./language.ts";

/** The other language, by its own name. */
export function LanguageSwitch() {
  const other = language() === "ko" ? "en" : "ko";
  return (
    <button type="button" class="plain" lang={other} onClick={() => chooseLanguage(other)}>
      {other === "en" ? "English" : "한국어"}
    </button>
  );
}
