import type { App } from '../cli/app.ts';

/** Says which role a team has been given, and on what. */
export async function permissionSet(
  app: App,
  {
    kind,
    id,
    team,
    role,
  }: { kind: 'space' | 'collection'; id: string; team: string; role?: string | null | undefined },
): Promise<string> {
  const place = await app.nameOf(kind, id);
  return `gave ${await app.nameOf('team', team)} the role ${role ?? 'guest'} on ${place}`;
}
