export const mask = '***';

/** Shorter values are not treated as secrets, because hiding them would hide half of every message. */
const minLength = 4;

/**
 * Returns the texts in which `secret` could appear: as it is, percent-encoded, escaped in JSON, in base64. Empty if it
 * is too short for a secret.
 */
export function secretForms(secret: string): string[] {
  const values = [...new Set([secret, secret.trim()])].filter((value) => value.length >= minLength);
  const forms = values.flatMap((value) => [
    value,
    ...percentForms(value),
    ...jsonForms(value),
    ...base64Forms(value),
  ]);
  return [...new Set(forms)];
}

/** Returns the texts in which `secret` could appear, percent-encoded or in base64, but not as it is. */
export function encodedForms(secret: string): string[] {
  return [...percentForms(secret), ...base64Forms(secret)].filter((form) => form !== secret);
}

function percentForms(value: string): string[] {
  const wellFormed = value.toWellFormed();
  const component = encodeURIComponent(wellFormed);
  const query = new URLSearchParams([['', wellFormed]]).toString().slice(1);
  const once = [component, encodeURI(wellFormed), query];
  return [...once, ...once.map(lowerHex), encodeURIComponent(component)];
}

function lowerHex(encoded: string): string {
  return encoded.replace(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase());
}

function jsonForms(value: string): string[] {
  const once = inJson(value);
  const forms = [once, once.replaceAll('/', '\\/'), escapeNonAscii(once)];
  return [...forms, ...forms.map(inJson)];
}

function inJson(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}

function escapeNonAscii(value: string): string {
  return value.replace(
    /[^\u0000-\u007f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * Returns the base64 of the value alone, and the part of it that stays the same behind other text, such as a user name
 * in basic authentication.
 */
function base64Forms(value: string): string[] {
  const bytes = Buffer.from(value);
  const forms = [bytes.toString('base64').replace(/=+$/, '')];
  for (const offset of bytes.length < 2 * minLength ? [] : [0, 1, 2]) {
    const shifted = Buffer.concat([Buffer.alloc(offset), bytes]);
    const firstWhole = Math.ceil((offset * 8) / 6);
    const pastLastWhole = Math.floor((shifted.length * 8) / 6);
    forms.push(shifted.toString('base64').slice(firstWhole, pastLastWhole));
  }
  return [...forms, ...forms.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))];
}

/** Finds many texts in another one. The time does not depend on their number. */
export interface Forms {
  add(forms: Iterable<string>): void;
  /** Returns `text` with every occurrence masked, also overlapping ones. */
  mask(text: string): string;
}

export function createForms(): Forms {
  /** The forms by their first characters, then by their length. */
  const byStart = new Map<string, Map<number, Set<string>>>();
  /** The first code unit of each form. Most places of a text begin with another one, and need no further look. */
  const firstUnits = new Set<number>();

  /** Returns the end of the longest form that begins at `start`; `start` if none begins there. */
  function endOf(text: string, start: number): number {
    if (!firstUnits.has(text.charCodeAt(start))) return start;
    const byLength = byStart.get(text.slice(start, start + minLength));
    let end = start;
    for (const [length, forms] of byLength ?? []) {
      if (start + length > end && forms.has(text.slice(start, start + length))) end = start + length;
    }
    return end;
  }

  function holdsNone(text: string): boolean {
    for (let at = 0; at + minLength <= text.length; at++) if (endOf(text, at) > at) return false;
    return true;
  }

  return {
    add(forms) {
      for (const form of forms) {
        const start = form.slice(0, minLength);
        const byLength = byStart.get(start) ?? new Map<number, Set<string>>();
        byStart.set(start, byLength);
        firstUnits.add(form.charCodeAt(0));
        byLength.set(form.length, (byLength.get(form.length) ?? new Set()).add(form));
      }
    },
    mask(text) {
      let masked = '';
      let shown = 0;
      for (let at = 0; at + minLength <= text.length; at++) {
        const end = endOf(text, at);
        if (end <= Math.max(at, shown)) continue;
        // A form that overlaps or touches the previous one is covered by the same mask.
        if (at > shown || shown === 0) masked += text.slice(shown, at) + mask;
        shown = end;
      }
      if (shown === 0) return text;
      masked += text.slice(shown);
      // A mask and the text around it can spell a secret that contains asterisks: then nothing is shown.
      return holdsNone(masked) ? masked : mask;
    },
  };
}
