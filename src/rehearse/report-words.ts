import { type Change, type ChangeClass, changeClasses, type Difference } from '../access/difference.ts';
import type { AuditDifferences } from '../audit/diff.ts';
import { counted } from '../text/plural.ts';
import type { RequestCounts } from './wire.ts';

/** One entry of a section, in words. */
export interface Entry {
  readonly act: string;
  readonly what: string;
  readonly name: string;
  readonly detail: string;
  readonly tone: 'good' | 'bad' | 'attention';
}

const accessActs: Readonly<Record<ChangeClass, Pick<Entry, 'act' | 'tone'>>> = {
  gained: { act: 'gained', tone: 'good' },
  lost: { act: 'lost', tone: 'bad' },
  changed: { act: 'changed', tone: 'attention' },
  way: { act: 'in another way', tone: 'attention' },
  incomparable: { act: 'not comparable', tone: 'attention' },
};

/** Yields who gained or lost access; losses come first. */
export function* accessEntries(access: Difference): Generator<Entry> {
  const order = changeClasses.toSorted((one, other) => Number(other === 'lost') - Number(one === 'lost'));
  for (const name of order) {
    for (const change of access[name]) yield { ...accessActs[name], ...accessWords(change) };
  }
}

function accessWords({ user, target, before, after }: Change): Pick<Entry, 'what' | 'name' | 'detail'> {
  const person = user.email || user.displayName || user.id;
  const [was, is] = [before?.level ?? 'none', after?.level ?? 'none'];
  return {
    what: target.kind,
    name: `${target.title ?? target.id}: ${person}`,
    detail: was === is ? was : `${was} → ${is}`,
  };
}

const auditActs: Readonly<Record<keyof AuditDifferences, Pick<Entry, 'act' | 'tone'>>> = {
  new: { act: 'new', tone: 'bad' },
  gone: { act: 'gone', tone: 'good' },
  changed: { act: 'changed', tone: 'attention' },
  incomparable: { act: 'not comparable', tone: 'attention' },
};

/** Yields the findings that are new, gone or judged otherwise. */
export function* auditEntries(audit: AuditDifferences): Generator<Entry> {
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
