import { isEqual } from '../../../text/equal.ts';
import { groupBy } from '../../../text/group-by.ts';
import { opensBesides, type PlanDocument } from '../../../work/plan-document.ts';
import type { OrganizationChange, OrganizationDocument } from '../document.ts';
import { changeTexts } from './change.ts';
import { valueText } from './values.ts';
import { kindNoun, liftText, unknownText } from './words.ts';

type Field = OrganizationChange['fields'][number];
type Parts = Pick<PlanDocument, 'objections' | 'unknown' | 'opens'> &
  Pick<OrganizationDocument, 'changes' | 'withheld'>;

/**
 * Says what is different between an earlier plan and the present one of the same organization, a line for each change or
 * field: `no longer: update site Acme Docs, visibility: public → unlisted`. `arrow` is between values.
 */
export function differenceLines(earlier: Parts, now: Parts, arrow: string): string[] {
  const text = (change: OrganizationChange) => changeLine(change, arrow);
  const changes = paired(earlier.changes, now.changes);
  const withheld = paired(earlier.withheld.map(inFull), now.withheld.map(inFull));
  const reasons = new Map(now.withheld.map((one) => [keyOf(one), one.reason]));
  const messages = new Set(earlier.objections.map(({ message }) => message));
  const [unreadBefore, unreadNow] = [earlier, now].map(({ unknown }) => unknown.map(unknownText));
  const lines = [
    ...changes.added.map((one) => `now also: ${text(one)}`),
    ...changes.gone.map((one) => `no longer: ${text(one)}`),
    ...changes.both.flatMap(([one, other]) => fieldLines(one, other, arrow)),
    ...withheld.added.map((one) => `now withheld: ${text(one)}: ${reasons.get(keyOf(one))}`),
    ...withheld.gone.map((one) => `no longer withheld: ${text(one)}`),
    ...withheld.both.flatMap(([one, other]) => fieldLines(one, other, arrow)),
    ...opensBesides(now, earlier).map((one) => `now opens: ${one}`),
    ...opensBesides(earlier, now).map((one) => `no longer opens: ${one}`),
    ...without(unreadNow, unreadBefore).map((one) => `cannot be read now: ${one}`),
    ...without(unreadBefore, unreadNow).map((one) => `can be read now: ${one}`),
    ...now.objections
      .filter(({ message }) => !messages.has(message))
      .map(({ message, flag }) => `now held back: ${message} (${liftText(flag)})`),
  ];
  return lines.length > 0 ? lines : ['the same changes in another order'];
}

/** Returns what differs in one change that both plans have. */
function fieldLines(earlier: OrganizationChange, now: OrganizationChange, arrow: string): string[] {
  const of = (field: Field) => changeLine({ ...now, fields: [field] }, arrow);
  const fields = paired(earlier.fields, now.fields, ({ field }) => field);
  const isOther = earlier.id !== now.id && earlier.id !== undefined;
  return [
    ...(isOther
      ? [`changed: ${now.action} ${kindNoun(now.kind)} ${now.name}: ${now.id ?? 'none'} (was: ${earlier.id})`]
      : []),
    ...fields.added.map((one) => `now also: ${of(one)}`),
    ...fields.gone.map((one) => `no longer: ${of(one)}`),
    ...fields.both.flatMap(([was, is]) => {
      if (isEqual(was.before, is.before) && isEqual(was.after, is.after)) return [];
      const [old, present] = [was, is].map(({ before, after }) =>
        before == null ? valueText(after) : `${valueText(before)} ${arrow} ${valueText(after)}`,
      );
      return [`changed: ${of(is)} (was: ${old === present ? 'another value' : old})`];
    }),
  ];
}

function changeLine(change: OrganizationChange, arrow: string): string {
  const [what = '', ...fields] = changeTexts(change, { arrow });
  const isShort = change.action === 'create' && fields.length > 1;
  return [`${change.action} ${what}`, ...(isShort ? [] : fields)].join(', ');
}

function inFull({ reason: _, fields = [], ...about }: Parts['withheld'][number]): OrganizationChange {
  return { ...about, fields };
}

function keyOf({ action, kind, name }: Pick<OrganizationChange, 'action' | 'kind' | 'name'>): string {
  return `${action} ${kind} ${name}`;
}

/** Splits two lists into what only one of them has, and the pairs of what both have. A key may come several times. */
function paired<Item extends object>(
  earlier: readonly Item[],
  now: readonly Item[],
  key: (item: Item) => string = (item) => keyOf(item as Item & OrganizationChange),
) {
  const left: Map<string, Item[]> = groupBy(earlier, key);
  const added: Item[] = [];
  const both: [Item, Item][] = [];
  for (const one of now) {
    const found = left.get(key(one))?.shift();
    if (found) both.push([found, one]);
    else added.push(one);
  }
  return { added, both, gone: [...left.values()].flat() };
}

function without(one: readonly string[] = [], other: readonly string[] = []): string[] {
  return one.filter((text) => !other.includes(text));
}
