import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Document, isCollection, visit } from 'yaml';
import { type AnyOrganizationFile, anyOrganizationFile } from '../support/any-organization-file.ts';
import { type CliInFolder, sandboxCli } from '../support/cli.ts';

const numRuns = Number(process.env.DOCS_ADMIN_TEST_RUNS ?? 6);
const minutes = 60_000;

const allowed =
  '--delete --max-removals 10000 --allow-ownerless --allow-opening public,administrators --allow-delete sites --allow-delete collections --yes';

/** What a file says other than the service, and how it is written. */
interface Case {
  /** Numbers below 100 that decide about one thing after the other. */
  readonly dice: readonly number[];
  /** Which of a hundred things have another name, value or place. */
  readonly differing: number;
  /** Which of a hundred maps and lists are in braces or brackets. */
  readonly flow: number;
  readonly lineWidth: number;
  readonly isFull: boolean;
}

const anyCase: fc.Arbitrary<Case> = fc.record({
  dice: fc.array(fc.nat(99), { minLength: 41, maxLength: 41 }),
  differing: fc.constantFrom(8, 30, 70),
  flow: fc.constantFrom(0, 30, 60, 100),
  lineWidth: fc.constantFrom(0, 60),
  isFull: fc.boolean(),
});

type Json = Record<string, unknown>;

function roller(dice: readonly number[]): () => number {
  let at = 0;
  return () => dice[at++ % dice.length] as number;
}

/** Returns a file that differs from the service: names that are taken back, roles, people, and teams that no one has. */
function differing(own: AnyOrganizationFile, { dice, differing: part, isFull }: Case): Json {
  const roll = roller(dice);
  const chosen = () => roll() < part;
  const file = JSON.parse(JSON.stringify(own)) as Json;
  if (!isFull) delete file.managed;
  const names = new Map<string, string>();
  const teams: Json = {};
  for (const [title, team] of Object.entries((file.teams ?? {}) as Record<string, Json>)) {
    const name = chosen() ? `Once ${title}` : title;
    names.set(title, name);
    teams[name] = name === title ? team : { previously: [title], ...team };
    const members = team.members as Json;
    for (const email of Object.keys(members)) if (chosen()) delete members[email];
  }
  if (file.teams) {
    if (chosen()) {
      teams.Gone = { members: { 'ada@acme.example': 'owner' } };
      names.set('Gone', 'Gone');
    }
    file.teams = teams;
  }
  const rolesOf = (roles: Json): Json => {
    const all = Object.entries(roles).map(([title, role]) => [
      names.get(title) ?? title,
      chosen() ? 'read' : role,
    ]);
    if (names.has('Gone') && chosen()) all.push(['Gone', 'read']);
    return Object.fromEntries(all);
  };
  const inMap = (map: Json): void => {
    for (const [key, value] of Object.entries(map)) {
      if (key === 'teams') map[key] = rolesOf(value as Json);
      else if (key === 'default-team' && chosen() && names.has('Gone')) map[key] = 'Gone';
      else if (key === 'default-team') map[key] = names.get(value as string) ?? value;
      else if (typeof value === 'object' && value !== null && !Array.isArray(value)) inMap(value as Json);
    }
  };
  for (const section of ['collections', 'spaces', 'saml']) inMap((file[section] ?? {}) as Json);
  for (const site of Object.values((file.sites ?? {}) as Record<string, Json>)) {
    if (chosen()) site.visibility = 'unlisted';
    const sections = (site.sections ?? []) as Json[];
    const [one, other] = sections;
    if (one && other && roll() < 50) {
      const [first, second] = [one.path, other.path];
      Object.assign(one, { path: second, previously: [first] });
      Object.assign(other, { path: first, previously: [second] });
    } else
      for (const section of sections)
        if (chosen()) Object.assign(section, { path: `once-${section.path}`, previously: [section.path] });
    for (const section of sections) if (chosen()) section.icon = 'gear';
    if (sections.length > 0 && chosen()) {
      site['section-groups'] = [...(site['section-groups'] as Json[]), { title: 'Gone' }];
      for (const section of sections) if (chosen()) section.group = 'Gone';
    }
    for (const group of (site['section-groups'] ?? []) as Json[]) {
      const { title } = group;
      if (title === 'Gone' || !chosen()) continue;
      Object.assign(group, { title: `Once ${title}`, previously: [title] });
      for (const section of sections) if (section.group === title) section.group = group.title;
    }
  }
  for (const name of ['collections', 'sites', 'translations', 'saml']) {
    const section = (file[name] ?? {}) as Record<string, Json>;
    const entries = Object.entries(section).map(([title, value]) =>
      chosen() ? [`Once ${title}`, { previously: [title], ...value }] : [title, value],
    );
    if (file[name]) file[name] = Object.fromEntries(entries);
  }
  const { Product: { collections: inner = undefined } = {} } = (file.collections ?? {}) as Record<
    string,
    { collections?: Json }
  >;
  if (inner && chosen()) {
    const { 'API & SDKs': moved, ...others } = inner;
    const collections = file.collections as Record<string, Json>;
    collections.Product = { ...collections.Product, collections: others };
    collections.Moved = { previously: ['Product/API & SDKs'], ...(moved as Json) };
  }
  return file;
}

/** Writes a file with some of its maps and lists in braces and brackets. */
function written(file: Json, { dice, flow, lineWidth }: Case): string {
  const roll = roller(dice.toReversed());
  const document = new Document(file);
  visit(document, {
    Collection: (_key, node, path) => {
      if (isCollection(node) && path.length > 1 && node.items.length > 0 && roll() < flow) node.flow = true;
      return undefined;
    },
  });
  return document.toString({ lineWidth });
}

async function assertAdopts(docs: CliInFolder, own: AnyOrganizationFile, one: Case): Promise<void> {
  const path = join(docs.folder, 'organization.yaml');
  const text = written(differing(own, one), one);
  await writeFile(path, text);
  const before = await docs('org plan --file organization.yaml --check --delete');
  if (![0, 11].includes(before.code)) throw new Error(`${before.stderr}\n${text}`);
  const run = await docs('org plan --file organization.yaml --adopt --yes');
  expect(run.writes).toEqual([]);
  if (![0, 11].includes(run.code)) throw new Error(`${run.stderr}\n${text}`);
  const plan = await docs('org plan --file organization.yaml --check --delete');
  const adopted = await readFile(path, 'utf8');
  if (plan.code !== run.code)
    throw new Error(`${run.stderr}${plan.stdout}${plan.stderr}\n${text}\n${adopted}`);
  if (one.flow === 0) expect(run.code).toBe(0);
}

test(
  'a file in any style is right after it has adopted what the service has, and names what is left',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        anyOrganizationFile,
        fc.array(anyCase, { minLength: 4, maxLength: 4 }),
        async (own, cases) => {
          const docs = await sandboxCli({ 'service.json': JSON.stringify(own) });
          const made = await docs(`org apply --file service.json ${allowed}`);
          expect([made.stderr, made.code]).toEqual([made.stderr, 0]);
          for (const one of cases) await assertAdopts(docs, own, one);
        },
      ),
      { numRuns, endOnFailure: true },
    );
  },
  20 * minutes,
);
