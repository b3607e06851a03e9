import * as fc from 'fast-check';
import { levels, people, spaces, teams } from './organization.ts';

/** A command line of a history, with the files that it names. */
export interface Line {
  /** The command, for the table of what was used. */
  readonly command: string;
  /** `{run}` stands for the run of an earlier act. */
  readonly words: readonly string[];
  readonly files?: Readonly<Record<string, string>> | undefined;
}

/** Anyone; seldom the administrator that every organization has. */
const user = fc.oneof(
  { weight: 7, arbitrary: fc.constantFrom(...people.slice(1).map((name) => `user_${name}`)) },
  { weight: 1, arbitrary: fc.constant('user_ada') },
);
const email = fc.constantFrom(...people.slice(1).map((name) => `${name}@small.example`));
const team = fc.constantFrom(...teams.map((name) => `team_${name}`));
const space = fc.constantFrom(...spaces.map((name) => `space_${name}`));
const role = fc.constantFrom(...levels, 'guest');
const teamRole = fc.constantFrom('owner', 'member');
const title = fc.constantFrom('North', 'South', 'West', 'East', 'Centre');
const siteSpace = fc.constantFrom('sitesp_handbook', 'sitesp_guides', 'sitesp_rest');
const section = fc.constantFrom('section_learn', 'section_build');
const visibility = fc.constantFrom('public', 'unlisted', 'share-link', 'visitor-auth');
const condition = fc.constantFrom('visitor.isLoggedIn', 'visitor.claims.beta');

/** The password of an address, which must be in no file. */
export const password = 'geheimnis';

/** A command with the values that go into it: one makes a single line, several make the rows of `batch`. */
interface Template {
  readonly words: readonly string[];
  readonly values: fc.Arbitrary<Readonly<Record<string, string>>>;
  /** The columns that tell one row from another; none where a batch can have one row only. */
  readonly key: readonly string[];
}

const template = (
  words: string,
  columns: Readonly<Record<string, fc.Arbitrary<string>>>,
  key = Object.keys(columns).slice(0, 1),
): Template => ({ words: words.split(' '), values: fc.record(columns), key });

const templates: readonly Template[] = [
  template('teams create --title {title}', { title }),
  template('collections create --title {title}', { title }),
  template('collections create --title {title} --parent col_all', { title }),
  template('custom-fields create {name} --type text', { name: fc.constantFrom('tier', 'area', 'state') }),
  template('openapi create {slug} --url {url}', {
    slug: fc.constantFrom('pets', 'shops', 'users'),
    url: fc.constantFrom(`https://ci:${password}@specs.example/api.yaml`, 'https://specs.example/api.yaml'),
  }),
  template('teams update {team} --title {title}', { team, title }),
  template('teams delete {team}', { team }),
  template('members update {user} --role {role}', { user, role }),
  template('members remove {user}', { user }),
  template('teams members set {team} {user} --role {role}', { team, user, role: teamRole }, ['team', 'user']),
  template('teams members remove {team} {user}', { team, user }, ['team', 'user']),
  template('spaces permissions set {space} {team} --role {role}', { space, team, role }, ['space', 'team']),
  template('spaces permissions remove {space} {team}', { space, team }, ['space', 'team']),
  template('collections permissions set col_all {team} --role {role}', { team, role }),
  template('collections update col_all --description {title}', { title }),
  template('site-spaces update {id} --site site_docs --path {path}', {
    id: siteSpace,
    path: fc.constantFrom('first', 'second', 'third'),
  }),
  template('site-spaces delete {id} --site site_docs', { id: siteSpace }),
  template('site-spaces move {id} --site site_docs', { id: siteSpace }),
  template('sections update {id} --site site_docs --title {title}', { id: section, title }),
  template('sections create site_docs --space {space} --title {title}', { space, title }),
  template('sections delete {id} --site site_docs', { id: section }),
  template('sections move {id} --site site_docs', { id: section }),
  template('sites update site_docs --title {title}', { title }),
  template('sites update site_docs --visibility {visibility}', { visibility }, []),
  template('sections update {id} --site site_docs --condition {condition}', { id: section, condition }),
  template('site-spaces update {id} --site site_docs --condition {condition}', { id: siteSpace, condition }),
  template(
    'collections update col_all --default-level {level}',
    { level: fc.constantFrom('inherit', ...levels) },
    [],
  ),
  template('custom-fields delete {name}', { name: fc.constant('owner') }),
  template('saml delete {id}', { id: fc.constant('saml_one') }),
];

const anyTemplate = fc.constantFrom(...templates);

const filled = (words: readonly string[], values: Readonly<Record<string, string>>) =>
  words.map((word) => word.replace(/^\{(\w+)\}$/, (_, name: string) => values[name] ?? ''));

const commandOf = (words: readonly string[]) => {
  const end = words.findIndex((word) => /^[-{]|_/.test(word));
  return words.slice(0, end < 0 ? words.length : end).join(' ');
};

const single: fc.Arbitrary<Line> = anyTemplate.chain(({ words, values }) =>
  values.map((row) => ({ command: commandOf(words), words: [...filled(words, row), '--yes'] })),
);

/** What lifts the limits of guards, so that most work is carried out. */
const freely = ['--max-removals', '100', '--yes'];

const rowsOf = ({ values, key }: Template) =>
  fc.uniqueArray(values, {
    minLength: 1,
    maxLength: 5,
    selector: (row) => key.map((column) => row[column]).join(' '),
  });

const batch: fc.Arbitrary<Line> = anyTemplate.chain((given) =>
  fc
    .tuple(rowsOf(given), fc.constantFrom('1', '2', '4'), fc.boolean())
    .map(([rows, atOnce, isOwnerless]) => ({
      command: `batch ${commandOf(given.words)}`,
      words: [
        ...['batch', '--file', '/desk/rows.jsonl', '--concurrency', atOnce, ...freely],
        ...(isOwnerless ? ['--allow-ownerless'] : []),
        ...['--', ...given.words],
      ],
      files: { '/desk/rows.jsonl': rows.map((row) => `${JSON.stringify(row)}\n`).join('') },
    })),
);

/** Rows of several commands. */
const lines: fc.Arbitrary<Line> = fc
  .uniqueArray(single, { minLength: 2, maxLength: 5, selector: ({ words }) => words.join(' ') })
  .map((rows) => ({
    command: 'batch of lines',
    words: ['batch', '--file', '/desk/lines.txt', ...freely],
    files: {
      '/desk/lines.txt': rows
        .map(({ words }) => `${words.filter((word) => word !== '--yes').join(' ')}\n`)
        .join(''),
    },
  }));

const several: fc.Arbitrary<Line> = fc
  .oneof(
    fc.uniqueArray(team, { minLength: 2, maxLength: 3 }).map((ids) => ['teams', 'delete', ...ids]),
    fc
      .tuple(fc.uniqueArray(user, { minLength: 2, maxLength: 4 }), role)
      .map(([ids, given]) => ['members', 'update', ...ids, '--role', given]),
  )
  .map((words) => ({ command: `${words[0]} ${words[1]} of several`, words: [...words, ...freely] }));

const roster: fc.Arbitrary<Line> = fc
  .tuple(
    fc.uniqueArray(fc.record({ team: fc.constantFrom(...teams, 'North'), user: email, role: teamRole }), {
      minLength: 1,
      maxLength: 5,
      selector: (row) => `${row.team} ${row.user}`,
    }),
    fc.boolean(),
    fc.boolean(),
  )
  .map(([rows, prunes, isOwnerless]) => ({
    command: 'teams members sync',
    words: [
      ...['teams', 'members', 'sync', '--file', '/desk/roster.jsonl', '--create-teams', ...freely],
      ...(prunes ? ['--prune'] : []),
      ...(isOwnerless ? ['--allow-ownerless'] : []),
    ],
    files: { '/desk/roster.jsonl': rows.map((row) => `${JSON.stringify(row)}\n`).join('') },
  }));

const people1: fc.Arbitrary<Line> = fc
  .oneof(
    fc
      .tuple(fc.uniqueArray(user, { minLength: 1, maxLength: 2 }), fc.boolean())
      .map(([ids, hands]) => [
        ...['members', 'offboard', ...ids, ...freely],
        ...(hands ? ['--successor', 'user_ada'] : ['--allow-ownerless']),
      ]),
    fc
      .tuple(user, fc.uniqueArray(team, { minLength: 1, maxLength: 2 }), role)
      .map(([id, into, given]) => [
        ...['members', 'onboard', id, '--team', into.join(','), '--role', given, ...freely],
      ]),
  )
  .map((words) => ({ command: `members ${words[1]}`, words }));

const merge: fc.Arbitrary<Line> = fc
  .uniqueArray(team, { minLength: 2, maxLength: 2 })
  .map(([from, into]) => ({
    command: 'teams merge',
    words: ['teams', 'merge', from as string, into as string, '--allow-ownerless', ...freely],
  }));

const transfer: fc.Arbitrary<Line> = fc.tuple(siteSpace, section).map(([id, to]) => ({
  command: 'site-spaces transfer',
  words: ['site-spaces', 'transfer', id, '--site', 'site_docs', '--to-section', to, '--yes'],
}));

const someOf = <Value>(names: readonly string[], value: fc.Arbitrary<Value>) =>
  fc
    .subarray([...names], { minLength: 1 })
    .chain((chosen) => fc.record(Object.fromEntries(chosen.map((name) => [name, value]))));

const members = someOf(
  people.map((name) => `${name}@small.example`),
  teamRole,
).map((list) => ({ members: { ...list, 'ada@small.example': 'owner' } }));

const siteSpaces = fc
  .shuffledSubarray([...spaces], { minLength: 1 })
  .map((names) => names.map((name, at) => ({ space: name, path: name, ...(at === 0 && { default: true }) })));

const site = fc.oneof(
  siteSpaces.map((own) => ({ 'section-groups': [], spaces: own })),
  fc
    .tuple(
      fc.shuffledSubarray([...spaces], { minLength: 2 }),
      fc.shuffledSubarray(['learn', 'build', 'more'], { minLength: 1, maxLength: 2 }),
      fc.option(condition),
    )
    .map(([own, paths, condition]) => ({
      'section-groups': [],
      sections: paths.map((path, at) => ({
        title: path,
        path,
        ...(at === 0 && { default: true }),
        ...(condition && at === 0 && { condition }),
        spaces: own
          .filter((_, place) => place % paths.length === at)
          .map((name, place) => ({ space: name, path: name, ...(place === 0 && { default: true }) })),
      })),
    })),
);

/** Parts of an organization file. What is listed is complete: the rest is deleted. */
const organization = fc
  .record(
    {
      members: fc
        .tuple(
          fc.oneof({ weight: 4, arbitrary: fc.constant('admin') }, { weight: 1, arbitrary: role }),
          ...people.slice(1).map(() => role),
        )
        .map((roles) =>
          Object.fromEntries(people.map((name, at) => [`${name}@small.example`, roles[at] ?? 'guest'])),
        ),
      teams: someOf([...teams, 'North', 'South'], members),
      'custom-fields': someOf(
        ['owner', 'tier'],
        fc.record({ title: fc.constantFrom('One', 'Two'), type: fc.constant('text') }),
      ),
      collections: fc.tuple(fc.constantFrom('inherit', ...levels), fc.boolean()).map(([level, isNew]) => ({
        All: { 'default-level': level },
        ...(isNew && { New: { 'default-level': level } }),
      })),
      sites: fc.tuple(site, visibility).map(([docs, who]) => ({ Docs: { visibility: who, ...docs } })),
    },
    { requiredKeys: [] },
  )
  .filter((file) => Object.keys(file).length > 0)
  .map((file) =>
    JSON.stringify({ format: 'docs-admin-organization/1', organization: 'org_small', ...file }, null, 1),
  );

/** The line that carries out an organization file. */
const plainFile: fc.Arbitrary<Line> = organization.map((file) => ({
  command: 'org apply',
  words: [
    ...['org', 'apply', '--file', '/desk/organization.yaml', '--delete', '--allow-ownerless'],
    ...['--allow-delete', 'sites,collections', ...freely],
  ],
  files: { '/desk/organization.yaml': file },
}));

/** The commands of several changes, which open something only where it is allowed. */
const mayOpen =
  /^(batch|members (onboard|offboard)|members update of several|teams (merge|members sync)|org apply|site-spaces transfer)/;

/** Allows most of the lines what they open. */
function mostlyOpening(lines: fc.Arbitrary<Line>): fc.Arbitrary<Line> {
  return fc.tuple(lines, fc.nat(5)).map(([line, chance]) => {
    const { command, words } = line;
    if (chance === 0 || !mayOpen.test(command)) return line;
    const end = words.indexOf('--yes');
    return { ...line, words: [...words.slice(0, end), ...allowOpening, ...words.slice(end)] };
  });
}

export const allowOpening = ['--allow-opening', 'public,administrators'];

/** Any line that changes something; one in ten is an organization file. */
const anyPlainLine: fc.Arbitrary<Line> = fc.oneof(
  { weight: 20, arbitrary: single },
  { weight: 25, arbitrary: batch },
  { weight: 8, arbitrary: lines },
  { weight: 5, arbitrary: several },
  { weight: 12, arbitrary: roster },
  { weight: 10, arbitrary: people1 },
  { weight: 5, arbitrary: merge },
  { weight: 5, arbitrary: transfer },
  { weight: 10, arbitrary: plainFile },
);

export const anyLine = mostlyOpening(anyPlainLine);
export const organizationFile = mostlyOpening(plainFile);

/** Returns the line that stores its plan instead of working, and the one that applies that plan; or nothing. */
export function asStoredPlan({ words, files }: Line): readonly [Line, Line] | undefined {
  const kind = [words[0], words[1], words[2]].join(' ');
  const isFile = kind.startsWith('org apply');
  if (!isFile && !kind.startsWith('teams members sync') && !kind.startsWith('teams merge')) return undefined;
  const [, , ...rest] = words;
  const command = isFile ? ['org', 'plan', ...rest] : [...words];
  const plain = command.filter((word) => word !== '--yes');
  const limits = words.flatMap((word, at) =>
    /^--(max-removals|allow-delete|allow-opening)$/.test(word)
      ? [word, words[at + 1] as string]
      : word === '--allow-ownerless'
        ? [word]
        : [],
  );
  return [
    { command: 'plan --out', words: [...plain, '--out', '/desk/plan.json'], files },
    {
      command: 'apply-plan',
      words: [
        'apply-plan',
        '/desk/plan.json',
        ...limits.filter(
          (word, at) => isFile || (word !== '--allow-delete' && limits[at - 1] !== '--allow-delete'),
        ),
        '--yes',
      ],
    },
  ];
}

/** Tells whether a line carries out several changes, whose journal is a file of its own. */
export function isBulk(words: readonly string[]): boolean {
  return (
    words.includes('--max-removals') ||
    /^(batch|org|runs|apply-plan)$/.test(words[0] ?? '') ||
    words[1] === 'transfer'
  );
}
