export const mask = '***';

/** Shorter values are no secrets, and hiding them would hide half of every message. */
const minLength = 4;

/**
 * The texts in which `secret` could turn up: as it is, percent-encoded, escaped in JSON, in base64. Empty where it is
 * too short to be one.
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
 * Base64 of the value alone, and the part that stays the same when it stands behind other text, as the password does
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

/** Finds many texts in another one, in a time that does not grow with how many they are. */
export interface Forms {
  add(forms: Iterable<string>): void;
  /** `text` with every occurrence masked, also where they overlap. */
  mask(text: string): string;
}

export function createForms(): Forms {
  /** By how they begin, then by their length. */
  const byStart = new Map<string, Map<number, Set<string>>>();

  /** Where the longest form ends that begins at `start`; `start` where there is none. */
  function endOf(text: string, start: number): number {
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
        byLength.set(form.length, (byLength.get(form.length) ?? new Set()).add(form));
      }
    },
    mask(text) {
      let masked = '';
      let shown = 0;
      for (let at = 0; at + minLength <= text.length; at++) {
        const end = endOf(text, at);
        if (end <= Math.max(at, shown)) continue;
        // What overlaps or touches the one before is hidden by its mask.
        if (at > shown || shown === 0) masked += text.slice(shown, at) + mask;
        shown = end;
      }
      if (shown === 0) return text;
      masked += text.slice(shown);
      // What stands around a mask can spell a secret that has asterisks in it: then nothing is shown.
      return holdsNone(masked) ? masked : mask;
    },
  };
}
