import type { AccessDocument, Beside, Differing } from '../documents/access/document.ts';
import { ruleSetText } from '../domain/access/rule-sets.ts';
import type { AskedReport } from './ask-report.ts';
import type { Base, InstalledIntegration, PlaceAccess, ReportTarget } from './report.ts';

/**
 * Returns a report as the page shows it. Takes the access only if the service was asked: otherwise the page computes
 * the same levels itself.
 */
export async function accessDocument(
  { report, access, asks }: Pick<AskedReport, 'report' | 'access' | 'asks'>,
  { level, taken }: { readonly level: string; readonly taken: string },
): Promise<AccessDocument> {
  const differing: Differing[] = [];
  const unsure = new Set<string>();
  if (asks) {
    for await (const people of access) {
      for (const { user, places } of people) {
        for (const place of places) {
          const { target, level: has, unknown } = place;
          if (has !== levelByRules(place)) differing.push({ user: user.id, target: target.id, level: has });
          if (unknown && !report.incomplete.has(target.id)) unsure.add(user.id);
        }
      }
    }
  }
  const { organization, people, rules } = report;
  return {
    organization: { id: organization },
    taken,
    base: baseTexts(report.base),
    rules,
    facts: {
      organization: { kind: 'organization', id: organization },
      people,
      targets: report.settings,
    },
    teams: new Map(report.teams.map(({ id, title }) => [id, title])),
    beside: new Map(report.targets.map((target) => [target.place.id, besideOf(target)])),
    differing,
    unsure,
    level,
    notes: [
      ...(asks ? [] : ['Computed by the rules. What was granted to a person directly is not shown.']),
      ruleSetText(rules),
    ],
    unknown: await report.unknown(),
    incomplete: report.incomplete,
  };
}

/** Returns the level that the known ways give. */
function levelByRules({ ways }: PlaceAccess): string | null {
  return ways.find(({ kind }) => kind !== 'not-shown')?.level ?? null;
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
