import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { yamlText } from '../../src/formats/yaml-text.ts';
import { type AnyOrganizationFile, anyOrganizationFile } from '../support/any-organization-file.ts';
import { type CliInFolder, sandboxCli } from '../support/cli.ts';

const numRuns = Number(process.env.DOCS_ADMIN_TEST_RUNS ?? 6);
const minutes = 60_000;

type People = Readonly<Record<string, string>>;

/** Tables of people. Further columns, quotes and separators stay. */
const tables: Readonly<Record<string, (people: People) => string>> = {
  'people.csv': (people) =>
    ['user,role,note', ...rows(people).map(([user, role], at) => `${user},${role},"row, ${at}"`), ''].join(
      '\n',
    ),
  'people.tsv': (people) =>
    ['\ufeffRole\tUser', ...rows(people).map(([user, role]) => `${role}\t${user}`), ''].join('\r\n'),
  'quoted.csv': (people) =>
    ['sep=;', '"user";"role"', ...rows(people).map(([user, role]) => `"${user}";"${role}"`)].join('\n'),
  'people.jsonl': (people) =>
    rows(people)
      .map((row) => `${JSON.stringify(objectOf(row))}\n`)
      .join(''),
  'people.json': (people) => `${JSON.stringify(rows(people).map(objectOf), null, 2)}\n`,
  'lines.json': (people) =>
    `[\n${rows(people)
      .map((row) => `  ${JSON.stringify(objectOf(row))}`)
      .join(',\n')}\n]\n`,
  'people.yaml': (people) =>
    `# people\n${
      rows(people)
        .map(([user, role]) => `- user: ${user}\n  role: ${role} # ${user}\n`)
        .join('') || '[]\n'
    }`,
};

const rows = (people: People) => Object.entries(people);
const objectOf = ([user, role]: readonly [string, string]) => ({ user, role });

/** Puts people, schemas, instructions and certificates of an organization into files of their own. */
function withSides(file: AnyOrganizationFile, table: string, folder: string): AnyOrganizationFile {
  let count = 0;
  const side = (name: string, text: string) => {
    const own = `${String(count++)}-${name}`;
    writeFileSync(join(folder, own), text);
    return { file: own };
  };
  const people = (own: People) => side(table, (tables[table] as (typeof tables)[string])(own));
  const map = (section: unknown, change: (thing: never) => object) =>
    Object.fromEntries(
      Object.entries(section as object).map(([name, thing]) => [name, change(thing as never)]),
    );
  return {
    ...file,
    members: people(file.members as People),
    teams: map(file.teams, ({ members }: { members: People }) => ({ members: people(members) })),
    sites: map(file.sites, (site: { 'adaptive-schema': object }) => ({
      ...site,
      'adaptive-schema': side('schema.json', JSON.stringify(site['adaptive-schema'], null, 4)),
    })),
    translations: map(file.translations, ({ languages }: { languages: object }) => ({
      languages: map(languages, ({ instructions }: { instructions: object }) => ({
        instructions: side('words.yaml', `# words\n${yamlText(instructions)}`),
      })),
    })),
    saml: map(file.saml, (provider: { certificate: string }) => ({
      ...provider,
      certificate: side('sso.pem', provider.certificate),
    })),
  };
}

/** Writes each section into a file of its own. */
function split(file: AnyOrganizationFile, folder: string): void {
  const { format, organization, managed, ...sections } = file;
  for (const [name, section] of Object.entries(sections)) {
    const head = {
      format,
      ...(name === 'teams' && { organization, ...(managed !== undefined && { managed }) }),
    };
    const isJson = name === 'collections' || name === 'openapi';
    const value = { ...head, [name]: section };
    if (isJson) writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(value, null, 2)}\n`);
    else writeFileSync(join(folder, `${name}.yaml`), yamlText(value));
  }
}

function textsIn(folder: string): Record<string, string> {
  const names = readdirSync(folder).sort();
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

async function assertAdopts(docs: CliInFolder, file: AnyOrganizationFile, table: string): Promise<void> {
  const folder = join(docs.folder, 'all');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  split(withSides(file, table, folder), folder);
  const before = textsIn(folder);
  const run = await docs('org plan --file all --adopt --yes');
  const after = textsIn(folder);
  // A document of a site or a language that is gone would be a part of the organization file.
  const orphans = [...run.stderr.matchAll(/^ {2}(\S+): delete it: nothing names it any more/gm)];
  for (const [, path = ''] of orphans) rmSync(join(docs.folder, path));
  if (run.code !== (orphans.length > 0 ? 11 : 0))
    throw new Error(`${run.stderr}\n${JSON.stringify(after, null, 1)}`);
  expect(run.writes).toEqual([]);
  const plan = await docs('org plan --file all --check --delete');
  if (plan.code !== 0)
    throw new Error(`${plan.stdout}${plan.stderr}\n${run.stdout}${JSON.stringify(after, null, 1)}`);
  // People with the same role have the same row; a row of JSON may get a comma or lose it.
  const written = [...run.stdout.matchAll(/^\+\+\+ all\/(.+)$/gm)].map(([, name = '']) => name);
  for (const [name, text] of Object.entries(before))
    if (!written.includes(name)) expect(after[name]).toBe(text);
  const old = before[`0-${table}`] as string;
  const kept = old
    .split('\n')
    .filter((line) => rows(file.members as People).some(([user]) => line.includes(user)));
  expect(kept.length).toBeGreaterThan(0);
  expect(after[`0-${table}`]?.startsWith('\ufeff')).toBe(old.startsWith('\ufeff'));
}

test(
  'files with sections, tables and documents adopt what the service has',
  async () => {
    let other: AnyOrganizationFile | undefined;
    await fc.assert(
      fc.asyncProperty(
        anyOrganizationFile,
        fc.shuffledSubarray(Object.keys(tables), { minLength: 3, maxLength: 3 }),
        fc.boolean(),
        async (own, names, isFull) => {
          const docs = await sandboxCli({ 'service.json': JSON.stringify(own) });
          const made = await docs(
            'org apply --file service.json --delete --max-removals 10000 --allow-ownerless --allow-opening public,administrators --allow-delete sites,collections --yes',
          );
          expect([made.stderr, made.code]).toEqual([made.stderr, 0]);
          const { managed: _, ...kept } = other ?? own;
          for (const table of names)
            await assertAdopts(docs, isFull ? (other ?? own) : { ...kept, format: own.format }, table);
          other = own;
        },
      ),
      { numRuns, endOnFailure: true },
    );
  },
  20 * minutes,
);
