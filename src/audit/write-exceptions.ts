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
  /** Ids of objects, or `kind:name`; all if absent. */
  readonly objects?: readonly string[] | undefined;
  /** The day of today. */
  readonly accepted: string;
}

/**
 * Returns entries for the findings of a report that fail. Throws `InvalidOption` for a day that does not exist, an unknown rule, and an
 * object without such a finding.
 */
export function acceptedEntries(
  { findings }: AuditReport,
  { rules, objects, reason, expires, owner, accepted }: Acceptance,
): StoredException[] {
  if (expires !== 'never' && !isDay(expires))
    throw new InvalidOption('expires', `${quoted(expires)} is no day such as 2027-01-31, and not never`);
  if (reason.trim() === '') throw new InvalidOption('reason', 'must not be empty');
  const chosen = rules && rulesCalled('rules', rules).map(({ id }) => id as string);
  const failing = findings.filter(
    ({ rule, outcome }) => outcome === 'fail' && (chosen?.includes(rule) ?? true),
  );
  const isCalled = ({ object }: ReportedFinding, name: string) => namesOfObject(object).includes(name);
  const stranger = objects?.find((name) => !failing.some((finding) => isCalled(finding, name)));
  if (stranger !== undefined)
    throw new InvalidOption('object', `no chosen finding that fails is about ${quoted(stranger)}`);
  return failing
    .filter((finding) => objects?.some((name) => isCalled(finding, name)) ?? true)
    .map(({ rule, object, evidence }) => ({
      ...{ rule, object: object.id, evidence: lastingEvidence(evidence), reason, expires },
      ...(owner !== undefined && { owner }),
      accepted,
    }));
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
