import { element } from './dom.ts';

/** How long to wait for the next letter before anything changes, in milliseconds. */
const typingPause = 90;

/** Makes a form of filters. `changed` is called when they say something else. A search waits for the next letter. */
export function filterForm(fields: readonly Field<HTMLElement>[], changed: () => void): HTMLElement {
  const form = element(
    'form',
    { class: 'toolbar', role: 'search', 'aria-label': 'Filters' },
    ...fields.map(({ field }) => field),
    element('button', { type: 'reset' }, 'Clear filters'),
  );
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(changed, ms);
  };
  form.addEventListener('input', ({ target }) => later(target instanceof HTMLInputElement ? typingPause : 0));
  // The fields have their new values only after this event.
  form.addEventListener('reset', () => later(0));
  form.addEventListener('submit', (event) => event.preventDefault());
  return form;
}

export interface Field<Control> {
  readonly field: HTMLElement;
  readonly control: Control;
}

export function search(name: string, label: string, hint: string): Field<HTMLInputElement> {
  const control = element('input', {
    id: `filter-${name}`,
    type: 'search',
    name,
    placeholder: hint,
    autocomplete: 'off',
    spellcheck: 'false',
  });
  return { field: labelled(label, control), control };
}

/** Makes a choice of values, each with its text. */
export function select(
  name: string,
  label: string,
  options: readonly (readonly [string, string])[],
): Field<HTMLSelectElement> {
  const control = element(
    'select',
    { id: `filter-${name}`, name },
    ...options.map(([value, text]) => element('option', { value }, text)),
  );
  return { field: labelled(label, control), control };
}

/** Puts a label above a control. */
function labelled(label: string, control: HTMLElement): HTMLElement {
  return element('div', { class: 'field' }, element('label', { for: control.id }, label), control);
}
