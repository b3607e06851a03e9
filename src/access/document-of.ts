import type { AccessDocument, Beside, Differing } from '../documents/access/document.ts';
import type { AskedReport } from './ask-report.ts';
import type { Base, InstalledIntegration, Report, ReportRow, ReportTarget } from './report.ts';

/**
 * Returns a report as the page shows it. Takes the rows only if the service was asked: otherwise the page computes the
 * same levels itself.
 */
export async function documentOf(
  { report, rows, asks }: Pick<AskedReport, 'report' | 'rows' | 'asks'>,
  { level, taken }: { readonly level: string; readonly taken: string },
): Promise<AccessDocument> {
  const differing: Differing[] = [];
  const unsure = new Set<string>();
  if (asks) {
    for await (const page of rows) {
      for (const row of page) {
        const { user, target } = row;
        if (row.level !== levelByRules(row))
          differing.push({ user: user.id, target: target.id, level: row.level });
        if (row.unknown && !report.incomplete.has(target.id)) unsure.add(user.id);
      }
    }
  }
  const { organization, people } = report;
  return {
    organization: { id: organization },
    taken,
    base: baseTexts(report.base),
    facts: {
      organization: { kind: 'organization', id: organization },
      people: new Map(people.map(({ user, ...person }) => [user.id, person])),
      targets: report.settings,
    },
    people: new Map(people.map(({ user }) => [user.id, namesOf(user)])),
    teams: new Map(report.teams.map(({ id, title }) => [id, title])),
    beside: new Map(report.targets.map((target) => [target.place.id, besideOf(target)])),
    differing,
    unsure,
    level,
    notes: asks ? [] : ['Computed by the rules. What was granted to a person directly is not shown.'],
    unknown: await report.unknown(),
    incomplete: report.incomplete,
  };
}

/** Returns the level that the known ways give. */
function levelByRules({ ways }: ReportRow): string | null {
  return ways.find(({ kind }) => kind !== 'not-shown')?.level ?? null;
}

function namesOf({ displayName, email }: Report['people'][number]['user']) {
  return { displayName: displayName ?? undefined, email: email ?? undefined };
}

function besideOf({ sites, integrations }: ReportTarget): Beside {
  return {
    sites: sites.filter(({ published }) => published),
    integrations: integrations.map(integrationText),
  };
}

function integrationText({ title, scopes, on }: InstalledIntegration): string {
  const where = on === 'some' ? ' (on some spaces, maybe on this one)' : '';
  return `${title}${where}${scopes.length === 0 ? '' : `: ${scopes.join(', ')}`}`;
}

function baseTexts({ defaultRole, singleSignOn, providers, logins }: Base): AccessDocument['base'] {
  const role = (one: string | null | undefined) => (one === undefined ? 'not known' : (one ?? 'guest'));
  const others = logins.filter(({ id }) => !providers.some((provider) => provider.id === id));
  const signOn = singleSignOn === undefined ? 'not known' : singleSignOn ? 'yes' : 'no';
  return [
    { label: 'Default role', value: role(defaultRole) },
    { label: 'Single sign-on', value: signOn },
    ...providers.map(({ label, defaultRole: given, defaultTeam }) => {
      const team = defaultTeam ? `, team ${defaultTeam.title ?? defaultTeam.id}` : '';
      return { label: `SAML: ${label}`, value: `${role(given)}${team}` };
    }),
    ...others.map(({ label }) => ({ label: 'Sign-in', value: label })),
  ];
}
