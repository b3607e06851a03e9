import { type Change, changedFields } from '../../domain/change.ts';
import type { Session } from '../../runs/session.ts';
import { counted } from '../../text/plural.ts';
import { shortened } from '../../text/shortened.ts';
import type { Inverse } from './inverse.ts';

const mostShown = 60;
const longestValue = 60;

/** Prints on stderr what undo does, what stays as it is, and what is lost. */
export async function showInverse({ out }: Session, { changes, stays, lost }: Inverse): Promise<void> {
  const lines = changes.flatMap(linesOf);
  for (const { text, tone } of lines.slice(0, mostShown)) await out.note(text, tone);
  if (lines.length > mostShown) await out.note(`... and ${lines.length - mostShown} lines more`);
  for (const line of shortened(stays.map(({ name, reason }) => `${name} stays as it is: ${reason}`)))
    await out.warn(line);
  for (const line of shortened(lost.map(({ name, reason }) => `${name} does not come back: ${reason}`)))
    await out.warn(line);
  await out.note(
    `plan: ${counted(changes.length, 'request')}; ${stays.length} stay as they are, ${lost.length} do not come back`,
  );
}

interface Line {
  readonly text: string;
  readonly tone?: 'good' | 'bad' | 'attention';
}

const looks = {
  create: { sign: '+', tone: 'good' },
  grant: { sign: '+', tone: 'good' },
  delete: { sign: '-', tone: 'bad' },
  revoke: { sign: '-', tone: 'bad' },
  update: { sign: '~', tone: 'attention' },
  move: { sign: '~', tone: 'attention' },
} as const;

function linesOf(change: Change): Line[] {
  const { action, name, before } = change;
  const { sign, tone } = looks[action];
  return [
    { text: `${sign} ${action} ${name}${before === null ? ' (made again: its id is new)' : ''}`, tone },
    ...changedFields(change).map(({ field, before: old, after: now }) => ({
      text: `    ${field}: ${shown(old)} -> ${shown(now)}`,
    })),
  ];
}

function shown(value: unknown): string {
  const text = JSON.stringify(value ?? null);
  return text.length > longestValue ? `${text.slice(0, longestValue - 1)}…` : text;
}
