import { english } from "./english.ts";
import { korean } from "./korean.ts";
import type { ReferenceLanguage, Words } from "./words.ts";

export const wordsIn: Readonly<Record<ReferenceLanguage, Words>> = { ko: korean, en: english };
