import type { LineParts } from '../cli/session/line-parts.ts';

interface Given {
  /** The ids or names on the line. */
  readonly id: string;
  readonly team: string;
  /** The sent parameters, with ids instead of names. */
  readonly params: Readonly<Record<string, string>>;
  readonly role?: string | null | undefined;
}

/** Prints the role that a team has got, and on what. */
export async function showPermission(
  { names, out }: Pick<LineParts, 'names' | 'out'>,
  kind: 'space' | 'collection',
  { id, team, params, role }: Given,
): Promise<void> {
  const title = await names.titleOf('team', team);
  const what = {
    kind: 'team-permission',
    id: String(params.team),
    title,
    [kind]: params[kind],
    role: role ?? null,
  };
  const place = await names.nameOf(kind, id);
  const done = `gave ${await names.nameOf('team', team)} the role ${role ?? 'guest'} on ${place}`;
  await out.outcome('set', what, done);
}
