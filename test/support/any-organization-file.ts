import * as fc from 'fast-check';
import { selfSigned } from './certificate.ts';

const { cert: certificate } = selfSigned('sso.example', { days: 3650 });

/** An organization file as JSON. Everything in it is complete: deletions are allowed. */
export type AnyOrganizationFile = Readonly<Record<string, unknown>>;

/** The people and spaces of the demo data: a file cannot make them. */
const people = ['ada', 'grace', 'linus', 'kim', 'yuki', 'omar', 'zoe', 'sofia'].map(
  (name) => `${name}@acme.example`,
);
export const demoSpaces = [
  'Handbook',
  'Guides',
  'Tutorials',
  'REST API',
  'Changelog',
  'Runbooks',
  'Drafts',
  'ドキュメント',
];
/** Collections of the demo data that hold spaces: they stay. */
const holding = {
  'Internal 内部': { teams: {} },
  Product: {
    teams: {},
    collections: { 'API & SDKs': { teams: {}, collections: { 'Legacy (v1), do not edit': { teams: {} } } } },
  },
};

const levels = ['admin', 'create', 'review', 'edit', 'comment', 'read'] as const;
const role = fc.constantFrom(...levels, 'guest');
const defaultLevel = fc.constantFrom(...levels, 'guest', 'inherit');
const text = fc.constantFrom('', 'Short', 'With: colon # and hash', '日本語', '"quoted", yes', 'a & b');
const titles = ['Docs', 'Design', 'Platform', 'Ops & SRE', '東京', 'Team: A', 'Writers (v_2) ()'];

/** Makes an object of some of these keys. */
const some = <Value>(
  keys: readonly string[],
  value: fc.Arbitrary<Value>,
  limits: { min?: number; max?: number } = {},
) =>
  fc
    .subarray([...keys], {
      minLength: limits.min ?? 0,
      maxLength: Math.min(limits.max ?? keys.length, keys.length),
    })
    .chain((chosen) => fc.record(Object.fromEntries(chosen.map((key) => [key, value]))));

const allOf = <Value>(keys: readonly string[], value: fc.Arbitrary<Value>) =>
  fc.record(Object.fromEntries(keys.map((key) => [key, value])));

const members = fc
  .tuple(...people.slice(1).map(() => role))
  .map((roles) =>
    Object.fromEntries(people.map((email, at) => [email, at === 0 ? 'admin' : (roles[at - 1] as string)])),
  );

/** A team always keeps an owner. */
const team = some(people, fc.constantFrom('owner', 'member'), { min: 1, max: 5 }).map((roles) => {
  const [first = ''] = Object.keys(roles);
  return { members: { ...roles, [first]: 'owner' } };
});

const customFields = some(
  ['product', 'tier-2', 'count', 'is_public', 'labels2'],
  fc.record({ title: text, description: text }),
).map((fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      { ...field, type: fieldTypes[name], ...(name === 'product' && { options: ['A', 'B', 'C'] }) },
    ]),
  ),
);
const fieldTypes: Readonly<Record<string, string>> = {
  product: 'select:single',
  'tier-2': 'text',
  count: 'number',
  is_public: 'boolean',
  labels2: 'tags',
};
const fieldValues: Readonly<Record<string, unknown>> = {
  product: 'B',
  'tier-2': 'gold, "silver"',
  count: 7,
  is_public: false,
  labels2: ['x', 'y, z'],
};

interface AnyCollection {
  readonly 'default-level': string;
  readonly description: string;
  readonly teams: object;
  readonly collections?: Readonly<Record<string, AnyCollection>>;
}

function collection(teams: readonly string[], depth: number): fc.Arbitrary<AnyCollection> {
  const own = { 'default-level': defaultLevel, description: text, teams: some(teams, role, { max: 3 }) };
  if (depth === 0) return fc.record(own);
  return fc.record({
    ...own,
    collections: some(['Old', 'New (v_2) ()', 'Ämter'], collection(teams, depth - 1), { max: 2 }),
  });
}

const condition = fc.constantFrom('', 'visitor.claims.plan == "pro"');
const icon = fc.constantFrom('', 'gear', 'book');
const paths = ['one', 'two', 'three', 'four', 'five'];

/** Published spaces, each once, the first or another one as the default. */
const published = (names: readonly string[]) =>
  fc
    .tuple(
      fc.shuffledSubarray([...names], { minLength: 1, maxLength: Math.min(3, names.length) }),
      fc.nat(2),
      fc.array(condition, { minLength: 3, maxLength: 3 }),
    )
    .map(([chosen, first, conditions]) =>
      chosen.map((space, at) => ({
        space,
        path: `p-${demoSpaces.indexOf(space)}`,
        condition: conditions[at] ?? '',
        ...(at === first % chosen.length && { default: true }),
      })),
    );

const withoutSections = published(demoSpaces).map((list) => ({ 'section-groups': [], spaces: list }));

/** Up to four sections in groups, with different spaces. */
const withSections = fc
  .tuple(
    fc.shuffledSubarray(paths, { minLength: 1, maxLength: 4 }),
    fc.shuffledSubarray(['Learn', 'Build', 'More']),
    fc.nat(3),
    fc.array(
      fc.record({ title: fc.constantFrom('Guides', 'API', 'ニュース'), icon, condition, group: fc.nat(4) }),
      {
        minLength: 4,
        maxLength: 4,
      },
    ),
    fc.shuffledSubarray(demoSpaces, { minLength: 4, maxLength: 7 }),
  )
  .map(([chosen, groups, first, facts, own]) => ({
    'section-groups': groups.map((title, at) => ({ title, icon: at % 2 === 0 ? '' : 'stack' })),
    sections: chosen.map((path, at) => {
      const { group, ...rest } = facts[at] as (typeof facts)[number];
      const inSection = own.filter((_, place) => place % chosen.length === at);
      return {
        ...rest,
        path,
        description: at % 2 === 0 ? '' : 'About it',
        ...(groups[group] !== undefined && { group: groups[group] }),
        ...(at === first % chosen.length && { default: true }),
        spaces: inSection.map((space, place) => ({
          space,
          path: `s-${demoSpaces.indexOf(space)}`,
          condition: '',
          ...(place === inSection.length - 1 && { default: true }),
        })),
      };
    }),
  }));

const visitors = fc.constantFrom('plan', 'language').map((claim) => ({
  type: 'object',
  properties: { [claim]: { type: 'string', description: 'About the visitor' } },
  additionalProperties: false,
}));

const site = fc
  .tuple(
    fc.record({
      visibility: fc.constantFrom('public', 'unlisted', 'share-link'),
      'adaptive-content': fc.boolean(),
      'adaptive-schema': visitors,
    }),
    fc.oneof(withSections, withoutSections),
  )
  .map(([facts, structure]) => ({ ...facts, proxy: '', ...structure }));

/** Sites with different addresses. */
const sites = fc
  .tuple(
    some(['Main', 'Partners', 'サイト'], site, { min: 1 }),
    fc.shuffledSubarray(['a', 'b', 'c'], { minLength: 3 }),
  )
  .map(([made, basenames]) =>
    Object.fromEntries(
      Object.entries(made).map(([title, one], at) => [title, { ...one, basename: basenames[at] as string }]),
    ),
  );

const instructions = fc.constantFrom('Short sentences.', 'Formal.').map((words) => ({
  instructions: {
    object: 'document',
    nodes: [
      {
        object: 'block',
        type: 'paragraph',
        nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: words, marks: [] }] }],
      },
    ],
  },
}));

const provider = ([team]: readonly string[]) =>
  fc.record({
    'entity-id': fc.constantFrom('https://id.example/1', 'https://id.example/2'),
    'sso-url': fc.constantFrom('https://sso.example/1', 'https://sso.example/2'),
    certificate: fc.constant(certificate),
    'default-role': role,
    ...(team !== undefined && { 'default-team': fc.constant(team) }),
  });

/** Any organization file over the people and spaces of the demo data, in which all sections are managed in full. */
export const anyOrganizationFile: fc.Arbitrary<AnyOrganizationFile> = fc
  .record({ members, teams: some(titles, team, { min: 1 }), 'custom-fields': customFields })
  .chain(({ members, teams, 'custom-fields': fields }) => {
    const teamNames = Object.keys(teams);
    const values = some(Object.keys(fields), fc.constant(null)).map((chosen) =>
      Object.fromEntries(Object.keys(chosen).map((name) => [name, fieldValues[name]])),
    );
    return fc.record({
      format: fc.constant('docs-admin-organization/1'),
      organization: fc.constant('org_acme'),
      managed: fc.constant(
        Object.fromEntries(
          ['teams', 'custom-fields', 'collections', 'sites', 'openapi', 'translations', 'saml'].map(
            (name) => [name, 'full'],
          ),
        ),
      ),
      members: fc.constant(members),
      teams: fc.constant(teams),
      'custom-fields': fc.constant(fields),
      collections: some(['Books', 'Archive', '内'], collection(teamNames, 2)).map((made) => ({
        ...holding,
        ...made,
      })),
      spaces: allOf(demoSpaces, fc.record({ teams: some(teamNames, role, { max: 3 }), fields: values })),
      sites: sites,
      openapi: some(
        ['petstore', 'payments'],
        fc.constantFrom('https://a.example/a.yaml', 'https://b.example/b.json').map((url) => ({ url })),
      ),
      translations: some(
        ['Main', 'Later'],
        some(['fr', 'ja', 'de'], instructions).map((languages) => ({ languages })),
      ),
      // The only provider must stay, so that people can sign in.
      saml: fc
        .tuple(some(['Entra'], provider(teamNames)), provider(teamNames))
        .map(([others, okta]) => ({ ...others, Okta: okta })),
    });
  });
