import { asId, type IdOf } from '../../api/contract/ids.ts';
import type { ItemOf } from '../../model/read/snapshot.ts';
import { isDay } from '../../text/day.ts';
import { quoted } from '../../text/words.ts';
import { type AuditFacts, daysSince } from '../facts.ts';
import { ofEach } from '../judging.ts';
import { isActiveName } from '../owners.ts';
import { inApp, type WrittenRule } from '../rule.ts';

const fieldsOfSpaces = {
  'custom-field': ['title'],
  space: ['title'],
  'space-field': ['customField', 'value'],
} as const;
const request = ['subject', 'number', 'status', 'createdAt', 'outdated'] as const;

export const contentRules: readonly WrittenRule[] = [
  {
    id: 'DA801',
    severity: 'low',
    title: 'No change request has been open for 60 days',
    why: 'Old change requests hide the new ones, and become harder to merge each day.',
    howToFix: 'Merge the change request, or archive it. The command archives it.',
    looksAt: { space: ['title'], 'change-request': request },
    each: ['change-request'],
    fixes: ['archive-change-request'],
    find: ofEach('change-request', (item, id, facts, space) => {
      const days = daysSince(item.createdAt, facts.now);
      if (!waitsForMerge(item) || days === undefined || days < 60) return undefined;
      return {
        message: `has been open for ${days} days in ${facts.named('space', space).name}`,
        evidence: { space, number: item.number, createdAt: item.createdAt, days },
        fix: { code: 'archive-change-request', data: { space, changeRequest: id } },
      };
    }),
  },
  {
    id: 'DA802',
    severity: 'note',
    title: 'Open change requests are up to date with the content of their space',
    why: 'Reviewers read text that is no longer so, and conflicts show at the merge only.',
    howToFix: 'Pull the content of the space into the change request.',
    looksAt: { space: ['title'], 'change-request': request },
    each: ['change-request'],
    fixes: ['pull-change-request'],
    find: ofEach('change-request', (item, id, facts, space) => {
      if (!waitsForMerge(item) || !item.outdated) return undefined;
      return {
        message: `is not up to date with ${facts.named('space', space).name}`,
        evidence: { space, number: item.number },
        fix: { code: 'pull-change-request', data: { space, changeRequest: id } },
      };
    }),
  },
  {
    id: 'DA803',
    severity: 'note',
    title: 'No comment has been unresolved for 90 days',
    why: 'Questions without answers stay beside the text, and people stop reading comments.',
    howToFix: 'Answer the comment, and resolve it. The command resolves it.',
    looksAt: { space: ['title'], comment: ['status', 'postedAt', 'resolvedAt'] },
    each: ['comment'],
    fixes: ['resolve-comment'],
    find: ofEach('comment', (item, id, facts, space) => {
      const days = daysSince(item.postedAt, facts.now);
      if (item.resolvedAt || item.status === 'resolved' || days === undefined || days < 90) return undefined;
      return {
        message: `has been unresolved for ${days} days in ${facts.named('space', space).name}`,
        evidence: { space, postedAt: item.postedAt, days },
        fix: { code: 'resolve-comment', data: { space, comment: id } },
      };
    }),
  },
  {
    id: 'DA804',
    severity: 'note',
    title: 'Every space has a value for the custom fields that other spaces have',
    why: 'Lists and reports by a field leave the space out.',
    howToFix: 'Set the values.',
    looksAt: { space: ['title'], 'space-field': ['customField', 'value'] },
    fixes: ['set-fields'],
    find(facts) {
      const used = usedFields(facts);
      return ofEach('space', (_, space) => {
        const own = facts.list('space-field', space) ?? new Map();
        const fields = used.filter((field) => isEmpty(own.get(field)?.value));
        if (fields.length === 0) return undefined;
        return {
          message: `has no value for ${fields.join(', ')}`,
          evidence: { fields },
          fix: { code: 'set-fields', data: { space, fields } },
        };
      })(facts);
    },
  },
  {
    id: 'DA805',
    severity: 'low',
    title: 'Values of custom fields are among their options',
    why: 'A value that is no longer an option cannot be chosen again, and filters do not find it.',
    howToFix:
      'Give the spaces another value, or the field its option back. The command gives the options back.',
    looksAt: { ...fieldsOfSpaces, 'custom-field': ['title', 'type', 'options'] },
    each: ['space-field'],
    fixes: ['set-options'],
    find: ofEach('custom-field', ({ type, options }, field, facts) => {
      if (!type?.startsWith('select') || !options) return undefined;
      const strays = strayValues(facts, field, options);
      if (strays.size === 0) return undefined;
      const different = [...new Set([...strays.values()].flat())];
      const all = [...options, ...different];
      // A comma separates the values of the flag, and a field has at most 50 options.
      const isWritable = all.length <= 50 && all.every((option) => !option.includes(','));
      return {
        object: { kind: 'custom-field', id: field, name: field },
        message: `has values that are no options: ${different.join(', ')}`,
        evidence: { spaces: Object.fromEntries(strays) },
        fix: isWritable ? { code: 'set-options', data: { field, options: all } } : undefined,
      };
    }),
  },
  {
    id: 'DA806',
    severity: 'note',
    title: 'Every space is in a collection',
    why: 'A space outside has no rules but its own: no one who looks after a collection looks after it.',
    howToFix: `Move the space into a collection. ${inApp}`,
    looksAt: { space: ['title', 'parent'], collection: ['title'] },
    fixes: [],
    find: ofEach('space', ({ parent }, _, facts) => {
      if (parent && facts.list('collection')?.has(parent)) return undefined;
      return { message: 'is in no collection', evidence: { parent: null } };
    }),
  },
  {
    id: 'DA807',
    severity: 'low',
    title: 'Every space is on a site, or has changed in the last year',
    why: 'No one reads it and no one writes it: what stands in it is probably wrong, and still found by a search.',
    howToFix: `Delete the space, or publish it. ${inApp}`,
    looksAt: { space: ['title', 'updatedAt'], site: ['title'], 'site-space': ['space'] },
    fixes: [],
    find(facts) {
      const published = new Set([...facts.all('site-space')].map(({ item }) => item.space?.id));
      return ofEach('space', ({ updatedAt }, id) => {
        const days = daysSince(updatedAt, facts.now);
        if (published.has(id) || (days ?? 0) < 365) return undefined;
        return {
          message: `is on no site, and has not changed for ${days} days`,
          evidence: { updatedAt, days },
        };
      })(facts);
    },
  },
  {
    id: 'DA808',
    severity: 'low',
    title: 'Translation settings have a language',
    why: 'Settings without a language translate nothing, and look as if something was translated.',
    howToFix: 'Add a language, or delete the settings. The command deletes them.',
    looksAt: { translation: ['title', 'languages'] },
    fixes: ['delete-translation'],
    find: ofEach('translation', ({ languages }, translation) => {
      if (!languages) return { unjudged: 'the service does not tell the languages' };
      if (languages.length > 0) return undefined;
      return {
        message: 'has no languages',
        evidence: { languages },
        fix: { code: 'delete-translation', data: { translation } },
      };
    }),
  },
  {
    id: 'DA809',
    severity: 'medium',
    title: 'No review of a space is overdue',
    why: 'Text that no one has looked at for too long is probably wrong. A custom field that you choose says when a space is due: on a date, or a number of days after its last change. Spaces without a value are passed over.',
    howToFix: 'Review the space. Then write the next date into the field, or change what is no longer so.',
    looksAt: { ...fieldsOfSpaces, space: ['title', 'updatedAt'] },
    each: ['space-field'],
    needs: 'review-field',
    fixes: ['set-fields'],
    find: ofEach('space-field', ({ value }, field, facts, space) => {
      if (field !== facts.reviewField || isEmpty(value)) return undefined;
      const due = dueDay(value, facts.list('space')?.get(asId<'space'>(space))?.updatedAt);
      if (due !== undefined && Date.parse(due) > facts.now) return undefined;
      const wrong = `has the review date ${shownValue(value)}: no date, and no number of days`;
      return {
        object: facts.named('space', space),
        message: due === undefined ? wrong : `was to be reviewed on ${due}`,
        evidence: { value, ...(due !== undefined && { due }) },
        fix: { code: 'set-fields', data: { space, fields: [field] } },
      };
    }),
  },
  {
    id: 'DA810',
    severity: 'medium',
    title: 'The owner of a space is an active member or a team',
    why: 'Questions and reviews go to a person who has left. A custom field that you choose names the owner: by e-mail address, id or name of a member who is not disabled, or by title or id of a team. Spaces without a value are passed over.',
    howToFix: 'Choose another owner.',
    looksAt: {
      ...fieldsOfSpaces,
      member: ['role', 'disabled', 'user', 'displayName'],
      team: ['title'],
    },
    each: ['space-field'],
    needs: 'owner-field',
    fixes: ['set-fields'],
    find(facts) {
      const isOwner = isActiveName(facts);
      return ofEach('space-field', ({ value }, field, _, space) => {
        if (field !== facts.ownerField || isEmpty(value)) return undefined;
        const strangers = [value].flat().filter((one) => typeof one !== 'string' || !isOwner(one));
        if (strangers.length === 0) return undefined;
        return {
          object: facts.named('space', space),
          message: `has the owner ${strangers.map(shownValue).join(', ')}, who is no active member and no team`,
          evidence: { owners: strangers },
          fix: { code: 'set-fields', data: { space, fields: [field] } },
        };
      })(facts);
    },
  },
];

function shownValue(value: unknown): string {
  return typeof value === 'string' ? quoted(value) : String(value);
}

/** Returns the day on which a space is due: a date, or so many days after the last change; `undefined` for anything else. */
function dueDay(value: unknown, updatedAt: string | null | undefined): string | undefined {
  const text = String(value).trim();
  if (isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text))) return text.slice(0, 10);
  const changed = Date.parse(updatedAt ?? '');
  if (typeof value === 'boolean' || !/^\d{1,5}$/.test(text) || Number.isNaN(changed)) return undefined;
  return new Date(changed + Number(text) * 86_400_000).toISOString().slice(0, 10);
}

/** Drafts do not wait for a merge. */
function waitsForMerge({ status }: ItemOf<'change-request'>): boolean {
  return status === undefined || status === 'open';
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

/** Returns the names of the custom fields that any space has a value for. */
function usedFields(facts: AuditFacts): IdOf<'field'>[] {
  const used = new Set<IdOf<'field'>>();
  for (const { id: field, item } of facts.all('space-field')) if (!isEmpty(item.value)) used.add(field);
  return [...used];
}

/** Returns the values of a field that are none of its options, by the id of the space. */
function strayValues(
  facts: AuditFacts,
  field: IdOf<'field'>,
  options: readonly string[],
): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { parent: space, id, item } of facts.all('space-field')) {
    if (id !== field || isEmpty(item.value)) continue;
    const strays = [item.value]
      .flat()
      .filter((value) => typeof value === 'string' && !options.includes(value));
    if (strays.length > 0) found.set(space, strays as string[]);
  }
  return found;
}
