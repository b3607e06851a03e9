import type { IdOf } from '../../api/contract/ids.ts';
import { isObject } from '../../text/fields.ts';
import type { AuditFacts } from '../facts.ts';
import type { Fix } from '../fixes.ts';
import { type Judged, nameIn, ofEach, withSameTitle } from '../judging.ts';
import { inApp, type Rule, type WrittenRule } from '../rule.ts';

const publishedSettings = {
  looksAt: { site: ['title', 'visibility', 'published'] },
  asksSites: true,
  fixes: [],
} as const;
const unjudged = 'the service does not tell whether it is published';

export const siteRules: readonly WrittenRule[] = [
  {
    id: 'DA401',
    severity: 'medium',
    title: 'No site is shared by a link',
    why: 'The link alone is the key: anyone who has it can read the site and pass it on, and no one knows who has it.',
    howToFix: 'Let visitors sign in.',
    looksAt: { site: ['title', 'visibility'] },
    fixes: ['set-visibility'],
    find: ofEach('site', ({ visibility }, site) => {
      if (visibility !== 'share-link') return undefined;
      return {
        message: 'can be read by everyone who has the link',
        evidence: { visibility },
        fix: { code: 'set-visibility', data: { site, visibility: 'visitor-auth' } },
      };
    }),
  },
  {
    id: 'DA402',
    severity: 'medium',
    title: 'A site with adaptive content has a schema of its visitors',
    why: 'Without a schema, conditions compare attributes that nothing checks: a wrong name hides content, or shows it to everyone.',
    howToFix:
      'Give the site a schema. Without adaptive content, everyone sees what is meant for some: turn it off only if nothing depends on the visitor.',
    looksAt: { site: ['title', 'adaptiveContent'], 'adaptive-schema': ['updatedAt'] },
    each: ['adaptive-schema'],
    fixes: ['set-adaptive-schema'],
    find: ofEach('site', ({ adaptiveContent }, site, facts) => {
      if (!adaptiveContent?.enabled || facts.list('adaptive-schema', site)?.size !== 0) return undefined;
      return {
        message: 'shows adaptive content, but has no schema',
        evidence: { adaptiveContent: true, schema: false },
        fix: { code: 'set-adaptive-schema', data: { site } },
      };
    }),
  },
  {
    id: 'DA403',
    severity: 'medium',
    title: 'A published site has a space',
    why: 'Readers find an empty page at an address that is known.',
    howToFix: 'Add a space to the site, or delete it. The command deletes the site.',
    looksAt: { site: ['title', 'published'], 'site-space': ['default'] },
    each: ['site-space'],
    fixes: ['delete-site'],
    find: ofEach('site', ({ published }, site, facts) => {
      if (facts.list('site-space', site)?.size !== 0 || published === false) return undefined;
      if (!published) return { unjudged };
      return {
        message: 'is published, but has no space',
        evidence: { published, spaces: 0 },
        fix: { code: 'delete-site', data: { site } },
      };
    }),
  },
  {
    id: 'DA404',
    severity: 'low',
    title: 'A published site has a default section and a default space',
    why: 'The service must guess what readers see first at the address of the site.',
    howToFix: 'Choose what readers see first.',
    looksAt: {
      site: ['title', 'published'],
      section: ['title', 'default'],
      'site-space': ['title', 'default', 'section'],
    },
    each: ['section', 'site-space'],
    fixes: ['set-default-section', 'set-default-space'],
    find: ofEach('site', ({ published }, site, facts) => {
      const lacking = published === false ? undefined : lackingDefault(facts, site);
      if (!lacking) return undefined;
      if (!published) return { unjudged };
      return {
        message: `has no ${lacking.what}`,
        evidence: { published, lacks: lacking.what },
        fix: lacking.fix,
      };
    }),
  },
  {
    id: 'DA405',
    severity: 'low',
    title: 'Titles of sites differ',
    why: 'People and scripts that mean a site by its title change the wrong one.',
    howToFix: 'Give each site a title of its own.',
    looksAt: { site: ['title'] },
    fixes: ['rename-site'],
    find: withSameTitle('site', (site) => ({ code: 'rename-site', data: { site } })),
  },
  {
    id: 'DA406',
    severity: 'medium',
    title: 'Conditions name attributes that the adaptive schema has',
    why: 'A condition about an attribute that no visitor has hides content from everyone, or shows it to everyone.',
    howToFix: 'Correct the condition, or add the attribute to the schema. The command replaces the schema.',
    looksAt: {
      site: ['title'],
      'adaptive-schema': ['jsonSchema'],
      section: ['title', 'condition'],
      'site-space': ['title', 'space', 'condition'],
    },
    each: ['adaptive-schema', 'section', 'site-space'],
    fixes: ['set-adaptive-schema'],
    *find(facts) {
      for (const site of facts.list('site')?.keys() ?? []) {
        const [schema] = facts.list('adaptive-schema', site)?.values() ?? [];
        if (!schema) continue;
        for (const kind of ['section', 'site-space'] as const) {
          for (const [id, { condition }] of facts.list(kind, site) ?? []) {
            const lacking = attributesIn(condition).filter((path) => !hasAttribute(schema.jsonSchema, path));
            if (lacking.length === 0) continue;
            yield {
              object: facts.named(kind, id, site),
              message: `has a condition about ${lacking.join(', ')}, which the adaptive schema of ${facts.named('site', site).name} lacks`,
              evidence: { site, attributes: lacking },
              fix: { code: 'set-adaptive-schema', data: { site } },
            };
          }
        }
      }
    },
  },
  {
    id: 'DA407',
    severity: 'note',
    title: 'No site shows an announcement',
    why: 'An announcement is about something that passes. One that stays for ever is no longer read, and may be wrong.',
    howToFix: `Turn the announcement off when it is over. ${inApp}`,
    ...publishedSettings,
    find: ofCustomizedSites((site) => {
      const { enabled, message } = settingIn(site, 'announcement');
      if (enabled !== true) return undefined;
      return { message: 'shows an announcement', evidence: { announcement: message ?? null } };
    }),
  },
  {
    id: 'DA408',
    severity: 'low',
    title: 'A published site links to a privacy policy',
    why: 'Readers must be able to see what is done with their data; many laws demand it.',
    howToFix: `Give the site the address of your privacy policy. ${inApp}`,
    ...publishedSettings,
    find: ofCustomizedSites((site) => {
      if (settingIn(site, 'privacyPolicy').url) return undefined;
      return { message: 'has no link to a privacy policy', evidence: { privacyPolicy: null } };
    }),
  },
  {
    id: 'DA409',
    severity: 'low',
    title: 'Spaces of a site have the language of the site',
    why: 'Menus, search and screen readers use the wrong language.',
    howToFix: `Set the language of the space or of the site. ${inApp}`,
    ...publishedSettings,
    looksAt: { ...publishedSettings.looksAt, 'site-space': ['title', 'space'] },
    each: ['site-space'],
    *find(facts) {
      for (const id of facts.list('site')?.keys() ?? []) {
        const { site: own, siteSpaces } = facts.customizationsOf(id) ?? {};
        const language = settingIn(own, 'internationalization').locale;
        if (language === undefined || !isObject(siteSpaces)) continue;
        const site = facts.named('site', id);
        for (const [siteSpace, customizations] of Object.entries(siteSpaces)) {
          const { locale } = settingIn(customizations, 'internationalization');
          if (locale === undefined || locale === language) continue;
          const shown = facts.named('site-space', siteSpace, id);
          yield {
            object: { ...shown, name: nameIn(site, shown) },
            message: `has the language ${locale}, and the site ${site.name} has ${language}`,
            evidence: { site: id, language: locale, siteLanguage: language },
          };
        }
      }
    },
  },
];

/** Returns the paths of the attributes of visitors in a condition: `visitor.claims.plan == "pro"` is about `plan`. */
function attributesIn(condition: unknown): string[] {
  if (typeof condition !== 'string') return [];
  const named = [...condition.matchAll(/\bvisitor\.claims\[\s*(["'])(.+?)\1\s*\]/g)].map(
    ([, , name = '']) => name,
  );
  const code = condition.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '""');
  const paths = [...code.matchAll(/\bvisitor\.claims((?:\.[A-Za-z_$][\w$]*)+)/g)].map(([, path = '']) =>
    path.slice(1),
  );
  return [...new Set([...named, ...paths])];
}

/** Returns whether a schema has a path, as far as it says what is in its objects. */
function hasAttribute(schema: unknown, path: string): boolean {
  let at = schema;
  for (const name of path.split('.')) {
    const properties = isObject(at) ? at.properties : undefined;
    if (!isObject(properties)) return at !== schema;
    if (!Object.hasOwn(properties, name)) return false;
    at = properties[name];
  }
  return true;
}

/** Makes the `find` of a rule about the customizations of sites, as far as they were read. */
function ofCustomizedSites(
  judge: (site: Readonly<Record<string, unknown>>) => Judged | undefined,
): Rule['find'] {
  return ofEach('site', (_, id, facts) => {
    const { site } = facts.customizationsOf(id) ?? {};
    return isObject(site) ? judge(site) : undefined;
  });
}

function settingIn(customizations: unknown, name: string): Readonly<Record<string, unknown>> {
  const found = isObject(customizations) ? customizations[name] : undefined;
  return isObject(found) ? found : {};
}

/** Returns which default a site lacks. Each section has a default space of its own, but only one section is shown first. */
function lackingDefault(facts: AuditFacts, site: IdOf<'site'>): { what: string; fix: Fix } | undefined {
  const sections = facts.list('section', site);
  const siteSpaces = facts.list('site-space', site);
  if (!sections || !siteSpaces) return undefined;
  const shown = [...sections].find(([, section]) => section.default)?.[0];
  if (sections.size > 0 && shown === undefined) {
    const data = { site, section: onlyOf([...sections.keys()]) };
    return { what: 'default section', fix: { code: 'set-default-section', data } };
  }
  const inside = [...siteSpaces].filter(([, { section }]) => (section ?? undefined) === shown);
  if (inside.length === 0 || inside.some(([, siteSpace]) => siteSpace.default)) return undefined;
  const data = { site, siteSpace: onlyOf(inside.map(([id]) => id)) };
  return { what: 'default space', fix: { code: 'set-default-space', data } };
}

function onlyOf(ids: readonly string[]): string | undefined {
  return ids.length === 1 ? ids[0] : undefined;
}
