import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/**
 * The focus goes to the element when it appears. It goes there before anybody can press a key: an effect after the
 * painting took it from the field that somebody already typed in.
 */
export function useFocused<Focused extends HTMLElement>(): RefObject<Focused | null> {
  const element = useRef<Focused>(null);
  useLayoutEffect(() => element.current?.focus(), []);
  return element;
}
