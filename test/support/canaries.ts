/** Secrets that every test of the fault suite gives to the tool. Each looks different in every encoding. */
export const canaries = {
  token: 'canary-of-the-token/+"\\\\%41&x=1',
  gitPassword: 'canary/of the git+"password"',
  proxyPassword: 'canary:of@the/proxy+"password"',
  integrationSecret: 'canary of the\\t"integration"/secret+',
};

/** Returns the canaries in `text`: the name of each, and its form. */
export function canariesIn(text: string): string[] {
  return Object.entries(canaries).flatMap(([name, secret]) =>
    Object.entries(formsOf(secret))
      .filter(([, forms]) => forms.some((form) => text.includes(form)))
      .map(([form]) => `${name} (${form})`),
  );
}

/** Returns the forms of a secret. This is not the redactor's own list, so that it finds what the redactor misses. */
function formsOf(secret: string): Record<string, readonly string[]> {
  const json = JSON.stringify(secret).slice(1, -1);
  const percent = [
    encodeURIComponent(secret),
    encodeURI(secret),
    new URLSearchParams({ secret }).toString().slice(7),
  ];
  const base64 = [0, 1, 2].map((offset) => base64Core(secret, offset));
  return {
    raw: [secret],
    'URL-encoded': [...percent, ...percent.map((form) => form.toLowerCase())],
    'JSON-escaped': [json, JSON.stringify(json).slice(1, -1), json.replaceAll('/', '\\/')],
    base64: [...base64, ...base64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))],
  };
}

/** Returns the part of the base64 of a text that does not depend on the text around it, `offset` bytes into a group. */
function base64Core(secret: string, offset: number): string {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
  return bytes.toString('base64').replace(/=+$/, '').slice(4, -4);
}
