import { isEqual } from '../../../text/equal.ts';
import { changedLine, differenceLines, valueText } from '../../../work/change-words.ts';
import { openingDifferences, type PlanDocument } from '../../../work/plan-document.ts';
import type { OrganizationChange, OrganizationDocument } from '../document.ts';
import { changeTexts } from './change.ts';
import { kindNoun, liftText, unknownText } from './words.ts';

type Field = OrganizationChange['fields'][number];
type Parts = Pick<PlanDocument, 'objections' | 'unknown' | 'opens'> &
  Pick<OrganizationDocument, 'changes' | 'withheld'>;

/**
 * Says what is different between an earlier plan and the present one of the same organization, a line for each change or
 * field: `no longer: update site Acme Docs, visibility: public → unlisted`.
 */
export function planDifferences(earlier: Parts, now: Parts): string[] {
  const text = (one: OrganizationChange & { readonly reason?: string }) =>
    `${changeLine(one)}${one.reason ? `: ${one.reason}` : ''}`;
  const words = { text, key: keyOf, changed: fieldLines };
  const messages = new Set(earlier.objections.map(({ message }) => message));
  const lines = [
    ...differenceLines(earlier.changes, now.changes, words),
    ...differenceLines(earlier.withheld.map(inFull), now.withheld.map(inFull), {
      ...words,
      being: ' withheld',
    }),
    ...openingDifferences(earlier, now),
    ...differenceLines(earlier.unknown, now.unknown, { text: unknownText, being: ' unknown' }),
    ...now.objections
      .filter(({ message }) => !messages.has(message))
      .map(({ message, flag }) => `now also held back: ${message} (${liftText(flag)})`),
  ];
  return lines.length > 0 ? lines : ['the same changes in another order'];
}

/** Returns what differs in one change that both plans have. */
function fieldLines(earlier: OrganizationChange, now: OrganizationChange): string[] {
  const text = (field: Field) => changeLine({ ...now, fields: [field] });
  const isOther = earlier.id !== now.id && earlier.id !== undefined;
  const thing = `${now.action} ${kindNoun(now.kind)} ${now.name}: ${now.id ?? 'none'}`;
  return [
    ...(isOther ? [changedLine(thing, earlier.id)] : []),
    ...differenceLines(earlier.fields, now.fields, {
      text,
      key: ({ field }) => field,
      changed: (was, is) => {
        if (isEqual(was.before, is.before) && isEqual(was.after, is.after)) return [];
        const [old, present] = [was, is].map(({ before, after }) =>
          before == null ? valueText(after) : `${valueText(before)} → ${valueText(after)}`,
        ) as [string, string];
        return [changedLine(text(is), old === present ? 'another value' : old)];
      },
    }),
  ];
}

function changeLine(change: OrganizationChange): string {
  const [what = '', ...fields] = changeTexts(change);
  const isShort = change.action === 'create' && fields.length > 1;
  return [`${change.action} ${what}`, ...(isShort ? [] : fields)].join(', ');
}

function inFull({ fields = [], ...about }: Parts['withheld'][number]) {
  return { ...about, fields };
}

function keyOf({ action, kind, name }: Pick<OrganizationChange, 'action' | 'kind' | 'name'>): string {
  return `${action} ${kind} ${name}`;
}
