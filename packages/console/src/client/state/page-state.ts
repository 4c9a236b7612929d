import { useEffect, useState } from "preact/hooks";

/** A value of the whole page, which outlives the components that show it. */
export interface PageState<Value> {
  readonly get: () => Value;
  readonly set: (next: Value) => void;
  /** The value for a component, which renders again when it changes. */
  readonly use: () => Value;
}

/**
 * Keeps a value for the whole page.
 *
 * @example
 * const language = pageState<"ko" | "en">("ko");
 * language.set("en");
 */
export function pageState<Value>(initial: Value): PageState<Value> {
  let current = initial;
  const changed = new EventTarget();
  return {
    get: () => current,
    set(next) {
      if (next === current) return;
      current = next;
      changed.dispatchEvent(new Event("changed"));
    },
    use() {
      const [shown, setShown] = useState(() => current);
      useEffect(() => {
        const read = () => setShown(() => current);
        // Another value may have come between the first rendering and here.
        read();
        changed.addEventListener("changed", read);
        return () => changed.removeEventListener("changed", read);
      }, []);
      return shown;
    },
  };
}
