import { createForms, secretForms } from '../api/redact/secret-forms.ts';

/** The secrets that no answer of the server may contain. */
export interface Secrets {
  add(secret: string): void;
  /** Hides every secret in a text, also percent-encoded, escaped in JSON or in base64. */
  hide(text: string): string;
}

export function createSecrets(known: Iterable<string>): Secrets {
  const forms = createForms();
  for (const secret of known) forms.add(secretForms(secret));
  return { add: (secret) => forms.add(secretForms(secret)), hide: forms.mask };
}
