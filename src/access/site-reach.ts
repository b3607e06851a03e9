import type { PlaceId } from '../domain/access/places.ts';
import type { ServiceReader } from '../model/read/reader.ts';
import { readSnapshot, type Snapshot, type UnknownList, type Wanted } from '../model/read/snapshot.ts';
import type { Base, InstalledIntegration, PublishingSite } from './report.ts';

const wanted = {
  saml: {
    keep: ({ id, label, defaultRole, defaultTeam }) => ({
      id,
      label,
      defaultRole,
      defaultTeam: defaultTeam && { id: defaultTeam.id, title: defaultTeam.title },
    }),
  },
  'sso-login': { keep: ({ id, label }) => ({ id, label }) },
  site: { keep: ({ id, title, visibility, published }) => ({ id, title, visibility, published }) },
  'site-space': { keep: ({ id, space }) => ({ id, space: space && { id: space.id } }) },
  integration: {
    keep: ({ name, title, scopes, owner }) => ({
      name,
      title,
      scopes,
      owner: owner && { id: owner.id, defaultRole: owner.defaultRole, sso: owner.sso },
    }),
  },
  installation: {
    keep: ({ id, status, space_selection, spaces }) => ({ id, status, space_selection, spaces }),
  },
} as const satisfies Wanted;

type Parts = Snapshot<keyof typeof wanted>['parts'];

export interface SpaceReach {
  sitesOf(space: PlaceId): readonly PublishingSite[];
  /** The integrations of every space. */
  readonly integrations: readonly InstalledIntegration[];
  readonly unknown: readonly UnknownList[];
}

/** The settings of an organization about access, and the reach of its spaces beside people. */
export interface SiteReach extends SpaceReach {
  readonly base: Base;
}

/** Reads the settings that decide what new people get. */
export async function readBase(
  reader: ServiceReader,
  organization: string,
): Promise<Pick<SiteReach, 'base' | 'unknown'>> {
  const { saml, 'sso-login': login, integration } = wanted;
  // The service shows an organization only as the owner of an integration.
  const own = { ...integration, query: { owner: organization } };
  const { parts } = await readSnapshot(reader, organization, { saml, 'sso-login': login, integration: own });
  return { base: baseOf(parts, organization), unknown: unknownIn(parts) };
}

/** Reads the settings, the sites and the integrations. */
export async function readSiteReach(reader: ServiceReader, organization: string): Promise<SiteReach> {
  const { parts } = await readSnapshot(reader, organization, wanted);
  return { base: baseOf(parts, organization), ...reachIn(parts, organization) };
}

export async function readReach(
  reader: ServiceReader,
  organization: string,
  space: PlaceId,
): Promise<SpaceReach> {
  const { site, integration, installation } = wanted;
  const { parts } = await readSnapshot(reader, organization, {
    site: { ...site, query: { space } },
    integration,
    installation,
  });
  return reachIn(parts, organization);
}

/**
 * Returns the reach of spaces. The service does not say to which organization an installation belongs: all that it shows
 * to the token count.
 */
function reachIn(
  parts: Pick<Parts, 'site' | 'integration' | 'installation'> & Partial<Pick<Parts, 'site-space'>>,
  organization: string,
): SpaceReach {
  const foreign = foreignIntegrations(parts, organization);
  return {
    sitesOf: publishersOf(parts, organization),
    integrations: integrationsIn(parts, organization),
    unknown: unknownIn(parts).filter((one) => {
      const isHidden = [403, 404].includes(one.reason.status ?? 0);
      return !(one.kind === 'installation' && foreign.has(one.in.id) && isHidden);
    }),
  };
}

function unknownIn(parts: Partial<Parts>): UnknownList[] {
  return [...new Set(Object.values(parts).flatMap(({ unknown }) => unknown))];
}

/** The owner of an integration may hide where it is installed. */
function foreignIntegrations({ integration }: Pick<Parts, 'integration'>, org: string): Set<string> {
  const all = [...(integration.lists.get(org)?.values() ?? [])];
  return new Set(all.flatMap(({ name, owner }) => (owner && owner.id !== org ? [name] : [])));
}

function baseOf(parts: Pick<Parts, 'saml' | 'sso-login' | 'integration'>, org: string): Base {
  const owner = [...(parts.integration.lists.get(org)?.values() ?? [])].find(
    (one) => one.owner?.id === org,
  )?.owner;
  return {
    defaultRole: owner?.defaultRole,
    singleSignOn: owner?.sso ?? undefined,
    providers: [...(parts.saml.lists.get(org)?.values() ?? [])].map(
      ({ id, label, defaultRole, defaultTeam }) => ({
        id,
        label: label ?? id,
        defaultRole,
        defaultTeam: defaultTeam
          ? { kind: 'team', id: defaultTeam.id, title: defaultTeam.title ?? undefined }
          : undefined,
      }),
    ),
    logins: [...(parts['sso-login'].lists.get(org)?.values() ?? [])].map(({ id, label }) => ({
      id,
      label: label ?? id,
    })),
  };
}

function publishersOf(
  { site, 'site-space': siteSpace }: Pick<Parts, 'site'> & Partial<Pick<Parts, 'site-space'>>,
  org: string,
): SiteReach['sitesOf'] {
  const sites = site.lists.get(org) ?? new Map<string, never>();
  const publishers = new Map<PlaceId, PublishingSite[]>();
  const all: PublishingSite[] = [];
  for (const [id, { title, visibility, published }] of sites) {
    const shown = {
      id,
      title: title ?? id,
      visibility: visibility ?? 'public',
      published: published ?? true,
    };
    all.push(shown);
    const spaces = [...(siteSpace?.lists.get(id)?.values() ?? [])].flatMap(({ space }) => space?.id ?? []);
    for (const space of new Set(spaces)) publishers.set(space, [...(publishers.get(space) ?? []), shown]);
  }
  // A list for one space is that of the sites that publish it.
  return (space) => (siteSpace ? (publishers.get(space) ?? []) : all);
}

function integrationsIn(
  { integration, installation }: Pick<Parts, 'integration' | 'installation'>,
  org: string,
): InstalledIntegration[] {
  return [...(integration.lists.get(org) ?? [])].flatMap(([name, { title, scopes }]) => {
    const installations = [...(installation.lists.get(name)?.values() ?? [])].filter(
      ({ status, spaces }) => (status ?? 'active') === 'active' && spaces !== 0,
    );
    if (installations.length === 0) return [];
    const on = installations.some(({ space_selection }) => space_selection === 'all') ? 'this' : 'some';
    return [{ name, title: title ?? name, scopes: scopes ?? [], on }];
  });
}
