import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/**
 * Focuses the element when it appears, before any key press: an effect after painting took the focus from a field in
 * which the operator was already typing.
 */
export function useFocused<Focused extends HTMLElement>(): RefObject<Focused | null> {
  const element = useRef<Focused>(null);
  useLayoutEffect(() => element.current?.focus(), []);
  return element;
}
