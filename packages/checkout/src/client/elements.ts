/** Undefined if there is no such element, or only of another kind. */
export function find<Kind extends Element>(selector: string, kind: new () => Kind): Kind | undefined {
  const element = document.querySelector(selector);
  return element instanceof kind ? element : undefined;
}

export function the<Kind extends Element>(selector: string, kind: new () => Kind): Kind {
  const element = find(selector, kind);
  if (element === undefined) throw new Error(`the page has no ${selector}`);
  return element;
}

export function inputs(selector: string): readonly HTMLInputElement[] {
  return [...document.querySelectorAll(selector)].filter((element) => element instanceof HTMLInputElement);
}
