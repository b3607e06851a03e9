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

/** `text` with every occurrence of `forms` masked, also where they overlap. */
export function maskForms(text: string, forms: readonly string[]): string {
  const spans = forms.flatMap((form) => spansOf(form, text)).sort((one, other) => one.start - other.start);
  if (spans.length === 0) return text;
  let masked = '';
  let end = 0;
  for (const span of spans) {
    if (span.start >= end) masked += text.slice(end, span.start) + mask;
    end = Math.max(end, span.end);
  }
  masked += text.slice(end);
  // What stands around a mask can spell a secret that has asterisks in it: then nothing is shown.
  return forms.some((form) => masked.includes(form)) ? mask : masked;
}

interface Span {
  start: number;
  end: number;
}

/** Where `form` stands in `text`; occurrences that overlap or touch are one span. */
function spansOf(form: string, text: string): Span[] {
  const spans: Span[] = [];
  for (let start = text.indexOf(form); start >= 0; start = text.indexOf(form, start + 1)) {
    const last = spans.at(-1);
    const end = start + form.length;
    if (last && start <= last.end) last.end = end;
    else spans.push({ start, end });
  }
  return spans;
}
