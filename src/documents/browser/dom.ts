type Child = Node | string | undefined;
type Attributes = Readonly<Record<string, string | number | undefined>>;

/** Makes an element. Texts become text nodes, never HTML; an attribute that is `undefined` is left out. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) made.setAttribute(key, String(value));
  }
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

/** Returns the element with this id; the page has it. */
export function byId(id: string): HTMLElement {
  return document.getElementById(id) as HTMLElement;
}

export function levelChip(level: string, kind: 'plain' | 'some' | 'off' = 'plain'): HTMLElement {
  return element('span', { class: `level ${kind}`, 'data-level': level }, level);
}

/** Lets the browser draw and react before the work goes on. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
