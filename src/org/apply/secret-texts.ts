import type { Change } from '../../domain/change.ts';
import { isStdin } from '../../inputs.ts';
import { withoutCredentials } from '../../text/addresses.ts';
import { isObject } from '../../text/fields.ts';
import { mapParts } from '../../text/map-parts.ts';
import { type FileText, mapFileTexts } from '../../work/file-texts.ts';
import type { LoadedFile, Path } from '../organization.ts';
import type { SecretTexts } from '../plan/make.ts';

/** Finds the addresses with credentials. `absolute` returns the absolute path of a file. */
export function secretTexts(
  { organization, where }: Pick<LoadedFile, 'organization' | 'where'>,
  absolute: (path: string) => string,
): SecretTexts {
  const found = new Map<string, FileText>();
  // The names and roles of people are no addresses, and there may be very many.
  const { members: _, teams: __, ...others } = organization;
  visit(others, [], (text, at) => {
    if (withoutCredentials(text) === text) return;
    const { file } = where(at);
    found.set(text, { $file: isStdin(file) ? file : absolute(file), at });
  });
  return found;
}

/** Copies changes whose inputs have the places of secret texts instead of the texts. */
export function withoutSecretTexts(changes: readonly Change[], secrets: SecretTexts): Change[] {
  if (secrets.size === 0) return [...changes];
  return changes.map((change) => ({
    ...change,
    input: hiddenTexts(change.input, secrets) as Change['input'],
  }));
}

/** Returns the places that are in an organization instead of its secret texts, by the texts of `withTexts`. */
export function secretPlaces(organization: unknown, withTexts: <Value>(value: Value) => Value): SecretTexts {
  const found = new Map<string, FileText>();
  mapFileTexts(organization, (place) => found.set(String(withTexts<unknown>(place)), place));
  return found;
}

const addressKeys = new Set(['url', 'sso-url', 'proxy']);

function visit(value: unknown, path: Path, found: (text: string, path: Path) => void): void {
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) visit(item, [...path, at], found);
  } else if (isObject(value)) {
    for (const key of Object.keys(value)) {
      const field = value[key];
      if (typeof field !== 'string') visit(field, [...path, key], found);
      else if (addressKeys.has(key)) found(field, [...path, key]);
    }
  }
}

/** Copies an organization, or a part of one, with the places of its secret texts instead of the texts. */
export function hiddenTexts(value: unknown, secrets: SecretTexts): unknown {
  if (typeof value === 'string') return secrets.get(value) ?? value;
  return mapParts(value, (part) => hiddenTexts(part, secrets));
}
