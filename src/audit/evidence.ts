import { isAtLeast, levels } from '../domain/access/levels.ts';
import { isObject } from '../text/fields.ts';

/** The values that show a finding. */
export type Evidence = Readonly<Record<string, unknown>>;

/** What changes while a finding stays what it is: its age, and sizes that it is compared with. */
const passing = ['days', 'members', 'limit'];

/** Returns the evidence that identifies a finding: who, where, and which level. */
export function lastingEvidence(evidence: Evidence): Evidence {
  return Object.fromEntries(Object.entries(evidence).filter(([key]) => !passing.includes(key)));
}

/**
 * Returns in words what evidence shows that was not accepted; nothing if it shows the same or less: fewer people, places or
 * ways, or lower levels.
 */
export function newIn(evidence: Evidence, accepted: Evidence): string[] {
  return Object.entries(lastingEvidence(evidence)).flatMap(([key, value]) => {
    const before = accepted[key];
    if (isCovered(value, before)) return [];
    if (!Array.isArray(value) || !Array.isArray(before)) return [`${key} ${inWords(value)}`];
    return value
      .filter((item) => !before.some((one) => isCovered(item, one)))
      .map((item) => `${key} ${inWords(item)}`);
  });
}

/** Returns whether a value shows no more than an accepted one. */
function isCovered(value: unknown, accepted: unknown): boolean {
  if (Array.isArray(value))
    return Array.isArray(accepted) && value.every((item) => accepted.some((one) => isCovered(item, one)));
  if (isObject(value))
    return isObject(accepted) && Object.entries(value).every(([key, own]) => isCovered(own, accepted[key]));
  if (typeof value === 'string' && typeof accepted === 'string' && levels.includes(value))
    return isAtLeast(accepted, value);
  return value === accepted;
}

function inWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(inWords).join(', ');
  if (isObject(value))
    return Object.entries(value)
      .map(([key, own]) => `${key} ${inWords(own)}`)
      .join(', ');
  return String(value);
}
