import { isRepeatable } from '../api/client/retry.ts';
import { effectOf } from '../api/contract/effect.ts';
import { shortened } from '../text/shortened.ts';
import type { Session } from '../work/run/session.ts';
import type { Preflight } from './lines.ts';

/** A checked row, with its name in messages. */
interface NamedRow {
  readonly name: string;
  readonly preflight: Preflight;
}

/** Prints, before the first request, warnings about probable mistakes, each with its rows. */
export async function warnOfRows(session: Session, rows: readonly NamedRow[]): Promise<void> {
  for (const warning of shortened([...warningsOf(rows), ...repetitions(rows)]))
    await session.out.warn(warning);
}

/** Returns the warnings of the rows' commands; rows with the same warning share it. */
function warningsOf(rows: readonly NamedRow[]): string[] {
  const names = new Map<string, string[]>();
  for (const { name, preflight } of rows) {
    for (const warning of preflight.warnings) names.set(warning, [...(names.get(warning) ?? []), name]);
  }
  return [...names].map(([warning, [first, ...others]]) => {
    return `${first}${others.length > 0 ? ` and ${others.length} more` : ''}: ${warning}`;
  });
}

/** Returns warnings about rows that change one thing in the same way: one of them may be a mistake. */
function repetitions(rows: readonly NamedRow[]): string[] {
  const first = new Map<string, string>();
  return rows.flatMap(({ name, preflight }) => {
    const { op, input, command, isGone } = preflight;
    const isChange = !isGone && effectOf(op) !== 'read' && isRepeatable(op);
    const changesOne = isChange && op.path.endsWith('}');
    if (!changesOne) return [];
    const key = JSON.stringify([op.id, input.params]);
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, name);
    const thing = Object.values(input.params ?? {}).at(-1);
    return earlier === undefined ? [] : [`${name} changes what ${earlier} changes: ${command} ${thing}`];
  });
}
