import type { Verb } from '../cli/session/verb.ts';

interface Given {
  /** As the line names them. */
  readonly id: string;
  readonly team: string;
  /** What was sent: ids in the place of names. */
  readonly params: Readonly<Record<string, string>>;
  readonly role?: string | null | undefined;
}

/** Shows which role a team has been given, and on what. */
export async function showPermission(
  { names, out }: Pick<Verb, 'names' | 'out'>,
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
