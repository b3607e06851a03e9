import { type Change, changedFields, isPart } from '../../domain/change.ts';
import { membershipsOf } from '../../domain/memberships/changes.ts';
import type { People } from '../../domain/people.ts';
import type { Fields } from '../../model/undo/facts.ts';
import { pieceKind } from '../../model/undo/index.ts';
import type { Session } from '../../runs/session.ts';
import { counted } from '../../text/plural.ts';
import { shortened } from '../../text/shortened.ts';
import { changeLine, type PlanLine } from '../show-plan.ts';
import type { Inverse } from './inverse.ts';

const mostShown = 60;
const longestValue = 60;

/** Prints on stderr what undo does, what stays as it is, and what is lost. */
export async function showInverse(
  { out, inWords }: Session,
  { changes, stays, lost, planned, people }: Inverse & { readonly people: People },
): Promise<void> {
  const lines = changes.flatMap((change) => linesOf(change, people));
  for (const { text, tone } of lines.slice(0, mostShown)) await out.note(text, tone);
  if (lines.length > mostShown) await out.note(`... and ${lines.length - mostShown} lines more`);
  for (const line of shortened(
    planned.map(
      ({ name, reason }) =>
        `${name} gets the value that the run was planned on: when the run began, it could not be read: ${reason}`,
    ),
  ))
    await out.warn(line);
  const staying = stays.map(async ({ name, reason, hint }) => {
    const why = hint ? `${reason}; ${await inWords(hint)}` : reason;
    return `${name} stays as it is: ${why}`;
  });
  for (const line of shortened(await Promise.all(staying))) await out.warn(line);
  for (const line of shortened(lost.map(({ name, reason }) => `cannot be restored: ${name}: ${reason}`)))
    await out.warn(line);
  await out.note(
    `plan: ${counted(changes.length, 'request')}; ${stays.length} to stay as it is, ${lost.length} not to be restored`,
  );
}

const looks = {
  create: { sign: '+', tone: 'good' },
  grant: { sign: '+', tone: 'good' },
  delete: { sign: '-', tone: 'bad' },
  revoke: { sign: '-', tone: 'bad' },
  update: { sign: '~', tone: 'attention' },
  rename: { sign: '~', tone: 'attention' },
  move: { sign: '~', tone: 'attention' },
} as const;

/** Returns the lines for a change. Making a thing again is one line, however many requests it takes. */
function linesOf(change: Change, people: People): PlanLine[] {
  const { action, kind, name, before, after } = change;
  if (isPart(change)) return [];
  const { sign, tone } = looks[action];
  const again = pieceKind(kind).keepsId ? ' (made again)' : ' (made again: its id is new)';
  const line = { text: `${sign} ${action} ${name}${before === null ? again : ''}`, tone };
  if (after && pieceKind(kind).isOrder) return [line, { text: `    ${movedIn(after)}` }];
  if (kind === 'team-members')
    return [line, ...membershipsOf(change).map((one) => changeLine(one, people.get(one.user), '    '))];
  const fields = changedFields(change).map(({ field, before: old, after: now }) => ({
    text: `    ${field}: ${shown(old)} -> ${shown(now)}`,
  }));
  return [line, ...fields];
}

function movedIn({ move, before, after }: Fields): string {
  const place = after === undefined ? `before ${nameIn(before)}` : `after ${nameIn(after)}`;
  return `${nameIn(move)} ${place}`;
}

function nameIn(id: unknown): string {
  return typeof id === 'string' ? id : 'what is made again';
}

function shown(value: unknown): string {
  const text = JSON.stringify(value ?? null);
  return text.length > longestValue ? `${text.slice(0, longestValue - 1)}…` : text;
}
