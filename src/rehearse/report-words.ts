import type { AccessDifference, ChangeClass } from '../access/difference.ts';
import { countedPeople, groupedChanges, namesText } from '../access/grouped.ts';
import type { AuditDifferences } from '../audit/diff.ts';
import { counted } from '../text/plural.ts';
import type { RequestCounts } from './wire.ts';

export interface SectionEntry {
  readonly act: string;
  readonly what: string;
  readonly name: string;
  readonly detail: string;
  readonly tone: 'good' | 'bad' | 'attention';
}

const accessActs: Readonly<Record<ChangeClass, Pick<SectionEntry, 'act' | 'tone'>>> = {
  gained: { act: 'gained', tone: 'good' },
  lost: { act: 'lost', tone: 'bad' },
  changed: { act: 'changed', tone: 'attention' },
  way: { act: 'given differently', tone: 'attention' },
  incomparable: { act: 'not comparable', tone: 'attention' },
};

/** Yields who gained or lost access, the same people and places together; losses come first. */
export function* accessEntries(access: AccessDifference): Generator<SectionEntry> {
  const groups = groupedChanges(access);
  const losses = groups.filter(({ class: name }) => name === 'lost');
  const others = groups.filter(({ class: name }) => name !== 'lost');
  for (const { class: name, before, after, people, places } of [...losses, ...others]) {
    const [was, is] = [before ?? 'none', after ?? 'none'];
    yield {
      ...accessActs[name],
      what: `${countedPeople(people)} in`,
      name: namesText(places),
      detail: `${was === is ? was : `${was} → ${is}`}: ${namesText(people)}`,
    };
  }
}

/** Counts the people of each class, for a heading: ` (gained: 29 people)`; empty if nothing changes. */
export function accessCounts(access: AccessDifference): string {
  const counts = (['lost', 'gained', 'changed'] as const).flatMap((name) =>
    access[name].length === 0
      ? []
      : [`${accessActs[name].act}: ${countedPeople(access[name].map(({ user }) => user))}`],
  );
  return counts.length === 0 ? '' : ` (${counts.join(', ')})`;
}

const auditActs: Readonly<Record<keyof AuditDifferences, Pick<SectionEntry, 'act' | 'tone'>>> = {
  new: { act: 'new', tone: 'bad' },
  gone: { act: 'gone', tone: 'good' },
  changed: { act: 'changed', tone: 'attention' },
  incomparable: { act: 'not comparable', tone: 'attention' },
};

/** Yields the findings that are new, gone or judged otherwise. */
export function* auditEntries(audit: AuditDifferences): Generator<SectionEntry> {
  for (const name of Object.keys(auditActs) as (keyof AuditDifferences)[]) {
    for (const { before, after } of audit[name]) {
      const finding = after ?? before;
      if (!finding) continue;
      const { rule, severity, object, message } = finding;
      yield { ...auditActs[name], what: `${rule} (${severity})`, name: object.name, detail: message };
    }
  }
}

/**
 * Says how many requests a change took, and how long they take at `rate` requests in a second; `undefined` if the service
 * has refused none so far.
 */
export function requestSentence({ read, written }: RequestCounts, rate: number | undefined): string {
  const requests = `${counted(read, 'request')} to read, ${counted(written, 'request')} to change`;
  if (rate === undefined) return `${requests}; the service has shown no rate limit`;
  const seconds = Math.ceil((read + written) / rate);
  return `${requests}: about ${counted(seconds, 'second')} at the ${rate.toPrecision(2)} a second that the service takes`;
}
