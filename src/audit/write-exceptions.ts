import { InvalidOption } from '../errors.ts';
import { isDay } from '../text/day.ts';
import { quoted } from '../text/words.ts';
import { namesOfObject } from './accept.ts';
import { lastingEvidence } from './evidence.ts';
import { exceptionsFormat, type PlacedException, type StoredException } from './exceptions.ts';
import type { AuditReport, ReportedFinding } from './report.ts';
import { rulesCalled } from './select.ts';

/** Which findings to accept, and why. */
export interface Acceptance extends Pick<StoredException, 'reason' | 'expires' | 'owner'> {
  /** The ids of rules; all if absent. */
  readonly rules?: readonly string[] | undefined;
  /** Ids of objects, `kind:name`, or the names of only one; all if absent. */
  readonly objects?: readonly string[] | undefined;
  /** The day of today. */
  readonly accepted: string;
}

/**
 * Returns entries for the findings of a report that fail. Throws `InvalidOption` for a day that does not exist
 * or has passed, an unknown rule, an object without such a finding, and a name that several objects have.
 */
export function acceptedEntries(
  { findings }: AuditReport,
  { rules, objects, reason, expires, owner, accepted }: Acceptance,
): StoredException[] {
  if (expires !== 'never' && !isDay(expires))
    throw new InvalidOption('expires', `${quoted(expires)} is no day such as 2027-01-31, and not never`);
  if (expires !== 'never' && expires < accepted)
    throw new InvalidOption('expires', `${expires} has passed: give a day from ${accepted} on, or never`);
  if (reason.trim() === '') throw new InvalidOption('reason', 'must not be empty');
  const chosen = rules && rulesCalled('rules', rules).map(({ id }) => id as string);
  const failing = findings.filter(
    ({ rule, outcome }) => outcome === 'fail' && (chosen?.includes(rule) ?? true),
  );
  const meant = objects && new Set(objects.flatMap((name) => idsCalled(failing, name)));
  return failing
    .filter(({ object }) => meant?.has(object.id) ?? true)
    .map(({ rule, object, evidence }) => ({
      ...{ rule, object: object.id, evidence: lastingEvidence(evidence), reason, expires },
      ...(owner !== undefined && { owner }),
      accepted,
    }));
}

/** Returns the ids of what an id or `kind:name` means, else of the one object with this name, as tables show it. */
function idsCalled(failing: readonly ReportedFinding[], name: string): string[] {
  const idsOf = (isMeant: (finding: ReportedFinding) => boolean) => [
    ...new Set(failing.filter(isMeant).map(({ object }) => object.id)),
  ];
  const exact = idsOf(({ object }) => namesOfObject(object).includes(name));
  if (exact.length > 0) return exact;
  const ids = idsOf(({ object }) => object.name === name);
  if (ids.length === 1) return ids;
  throw new InvalidOption(
    'object',
    ids.length === 0
      ? `no chosen finding that fails is about ${quoted(name)}`
      : `${quoted(name)} is the name of several objects: give one of the ids ${ids.join(', ')}`,
  );
}

/** Returns a file with entries added to those that it has: the same rule and object is replaced. */
export function withEntries(
  before: readonly PlacedException[],
  entries: readonly StoredException[],
  { findings }: AuditReport,
) {
  const replaced = new Set(
    findings
      .filter(({ rule, object }) => entries.some((one) => one.rule === rule && one.object === object.id))
      .flatMap(({ rule, object }) => namesOfObject(object).map((name) => `${rule} ${name}`)),
  );
  const kept = before.flatMap(({ at: _, ...one }) =>
    replaced.has(`${one.rule} ${one.object}`) ? [] : [one],
  );
  return { format: exceptionsFormat, exceptions: [...kept, ...entries] };
}
