import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ResourceKind } from '../../src/model/resources.ts';
import { factsOf, fileKinds } from '../../src/org/sections/kinds.ts';
import { type AnyOrganizationFile, anyOrganizationFile } from '../support/any-organization-file.ts';
import { type CliInFolder, type Run, sandboxCli } from '../support/cli.ts';

/** How often each property is tried; more with `DOCS_ADMIN_TEST_RUNS`. */
const numRuns = Number(process.env.DOCS_ADMIN_TEST_RUNS ?? 6);
const minutes = 60_000;

const allowed =
  '--delete --max-removals 10000 --allow-ownerless --allow-delete sites --allow-delete collections --yes';

interface Organization {
  /** A command line on it, with its file as `a.json`. */
  readonly docs: CliInFolder;
  /** Its export. */
  readonly text: string;
}

/** Makes a sandbox that is as a file says. */
async function organizationLike(file: AnyOrganizationFile): Promise<Organization> {
  const docs = await sandboxCli({ 'a.json': JSON.stringify(file) });
  const made = await docs(`org apply --file a.json ${allowed} --allow-opening public,administrators`);
  expect([made.stderr, made.code]).toEqual([made.stderr, 0]);
  return { docs, text: await exported(docs) };
}

/** Checks that nothing is to be done for an organization itself, that the file of another one makes it equal, and undo. */
async function assertTurnsInto(
  { docs, text }: Organization,
  other: Organization,
  file: AnyOrganizationFile,
): Promise<void> {
  expect(await changesFor(docs, 'a.json')).toEqual([]);
  expect(
    (await docs(`org apply --file a.json ${allowed} --allow-opening public,administrators`)).writes,
  ).toEqual([]);
  await writeFile(join(docs.folder, 'export.yaml'), text);
  expect(await changesFor(docs, 'export.yaml')).toEqual([]);

  await writeFile(join(docs.folder, 'b.json'), JSON.stringify(file));
  const run = await docs(`org apply --file b.json ${allowed} --allow-opening public,administrators`);
  expect([run.stderr, run.code]).toEqual([run.stderr, 0]);
  expect(await exported(docs)).toBe(other.text);
  if (run.writes.length === 0) return;
  const undo = await docs(
    `${undoOf(run)} --yes --max-removals 10000 --allow-ownerless --allow-opening public,administrators --allow-delete sites,collections`,
  );
  expect([undo.stderr, undo.code]).toEqual([undo.stderr, 0]);
  expect(await exported(docs)).toBe(text);
}

async function changesFor(docs: CliInFolder, file: string): Promise<unknown[]> {
  const { stdout, stderr, code } = await docs(`org plan --file ${file} --delete -o json`);
  expect([stderr, code]).toEqual([stderr, 0]);
  return JSON.parse(stdout).changes;
}

/** The organization as a file, without what only the reader of it wants. */
async function exported(docs: CliInFolder): Promise<string> {
  return (await docs('org export')).stdout;
}

const undoOf = ({ stderr }: Run) => /undo with `docs-admin (runs undo \S+)`/.exec(stderr)?.[1] ?? '';

/** Copies an object with its keys in the opposite order, and e-mails in capitals. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]) => [
    key.includes('@') ? key.toUpperCase() : key,
    turned(one),
  ]);
  return Object.fromEntries(entries.reverse());
}

test('every kind that a file can make is tried', async () => {
  const kinds = new Set<ResourceKind>();
  for (const file of fc.sample(anyOrganizationFile, { numRuns: 6, seed: 20_260_115 })) {
    const docs = await sandboxCli({ 'a.json': JSON.stringify(file) });
    const { stdout } = await docs('org plan --file a.json -o json');
    for (const { kind } of JSON.parse(stdout).changes) kinds.add(kind);
  }
  expect(fileKinds.filter((kind) => factsOf(kind).made && !kinds.has(kind))).toEqual([]);
});

describe('for any organization', () => {
  // Together, because to make an organization takes longest.
  test(
    'its export plans nothing, a second apply sends no write, the file of another one makes it equal, and undo gives it again',
    async () => {
      let one: Organization | undefined;
      await fc.assert(
        fc.asyncProperty(anyOrganizationFile, async (file) => {
          const other = await organizationLike(file);
          // Each organization is the other one first, and then the one.
          if (one) await assertTurnsInto(one, other, file);
          one = other;
        }),
        { numRuns: numRuns + 1, endOnFailure: true },
      );
    },
    20 * minutes,
  );

  test(
    'the order of keys, the case of e-mails and comments do not change the plan',
    async () => {
      await fc.assert(
        fc.asyncProperty(anyOrganizationFile, async (file) => {
          const docs = await sandboxCli({
            'a.json': JSON.stringify(file),
            'b.yaml': `# the same\n${JSON.stringify(turned(file))}\n`,
          });
          const digestOf = async (name: string) =>
            JSON.parse((await docs(`org plan --file ${name} --delete -o json`)).stdout).digest;
          expect(await digestOf('b.yaml')).toBe(await digestOf('a.json'));
        }),
        { numRuns, endOnFailure: true },
      );
    },
    10 * minutes,
  );
});
