import { valueAt } from '../../model/fields.ts';
import type { ServiceReader } from '../../model/read/reader.ts';
import { type ItemOf, readSnapshot } from '../../model/read/snapshot.ts';
import { sessionReader } from '../../work/run/session.ts';
import type { ToolAnswer } from '../answer.ts';
import { object } from '../protocol.ts';
import { inReadingSession } from '../reading.ts';
import { reads, type Server, type Tool, tool } from '../tool.ts';
import { organizationKinds } from './find.ts';

type Member = ItemOf<'member'>;

export function organizationOverview(server: Server): Tool {
  return tool({
    name: 'organization_overview',
    title: 'Overview of the organization',
    description:
      'Counts members by role, teams, sites, collections, spaces, translations, OpenAPI specifications, custom fields and ' +
      'SAML providers, names the administrators, and says what could not be read. Reads each list once.',
    input: object({}),
    annotations: reads,
    call: (_, __, { signal }) =>
      inReadingSession(server, signal, async (session) =>
        overviewOf(sessionReader(session), session.scope.org()),
      ),
  });
}

async function overviewOf(reader: ServiceReader, organization: string): Promise<ToolAnswer> {
  const roles = new Map<string, number>();
  let disabled = 0;
  // Only administrators are kept: an organization may have 100,000 members.
  const keepMember = (member: Member): Member | undefined => {
    const role = member.role ?? 'guest';
    roles.set(role, (roles.get(role) ?? 0) + 1);
    if (member.disabled) disabled++;
    return role === 'admin' ? member : undefined;
  };
  const counts = new Map<string, number>();
  const counted = (kind: string) => ({
    keep: () => {
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      return undefined;
    },
  });
  const { parts } = await readSnapshot(reader, organization, {
    ...Object.fromEntries(organizationKinds.map((kind) => [kind, counted(kind)])),
    member: { keep: keepMember },
  });
  const unknown = Object.values(parts).flatMap((part) => part.unknown);
  const isKnown = (kind: string) => unknown.every((one) => one.kind !== kind);
  const kinds = organizationKinds.filter((kind) => kind !== 'member');
  const administrators = [...(parts.member.lists.get(organization)?.values() ?? [])];
  return {
    message: unknown.length === 0 ? 'Everything was read.' : 'Some lists could not be read: see unknown.',
    facts: {
      members: isKnown('member')
        ? {
            total: [...roles.values()].reduce((total, one) => total + one, 0),
            byRole: Object.fromEntries(roles),
            disabled,
          }
        : null,
      counts: Object.fromEntries(kinds.map((kind) => [kind, isKnown(kind) ? (counts.get(kind) ?? 0) : null])),
      unknown: unknown.map(({ kind, reason }) => ({ kind, status: reason.status ?? null })),
    },
    untrusted: {
      organization,
      administrators: administrators.map((member) => ({
        id: member.id,
        name: valueAt(member, 'user.displayName'),
        email: valueAt(member, 'user.email'),
        disabled: member.disabled ?? false,
      })),
      reasons: unknown.map(({ kind, reason }) => ({ kind, message: reason.message })),
    },
  };
}
