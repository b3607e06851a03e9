import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseYaml } from '../../src/formats/yaml.ts';
import { isEqual } from '../../src/text/equal.ts';
import { type AnyOrganizationFile, anyOrganizationFile } from '../support/any-organization-file.ts';
import { type CliInFolder, sandboxCli } from '../support/cli.ts';
import { anyLayout, type LaidLine, type Layout, laidOut, valueAtNames } from '../support/file-layout.ts';

const numRuns = Number(process.env.DOCS_ADMIN_TEST_RUNS ?? 6);
const minutes = 60_000;

const allowed =
  '--delete --max-removals 10000 --allow-ownerless --allow-opening public,administrators --allow-delete sites --allow-delete collections --yes';

/** Makes a sandbox that is as a file says. */
async function organizationLike(file: AnyOrganizationFile): Promise<CliInFolder> {
  const docs = await sandboxCli({ 'service.json': JSON.stringify(file) });
  const made = await docs(`org apply --file service.json ${allowed}`);
  expect([made.stderr, made.code]).toEqual([made.stderr, 0]);
  return docs;
}

interface Case {
  /** Which sections the file has from the service, as numbers; the others are those of another organization. */
  readonly same: readonly boolean[];
  readonly isFull: boolean;
  readonly layout: Layout;
}

const anyCase: fc.Arbitrary<Case> = fc.record({
  same: fc.array(fc.boolean(), { minLength: 9, maxLength: 9 }),
  isFull: fc.boolean(),
  layout: anyLayout,
});

/** Mixes the sections of two organizations. Where sections are managed in full, references between them must be right. */
function mixed(
  own: AnyOrganizationFile,
  other: AnyOrganizationFile,
  { same, isFull }: Case,
): AnyOrganizationFile {
  if (isFull) return other;
  const { format, organization, managed: _, ...sections } = other;
  const chosen = Object.keys(sections).map((name, at) => [name, (same[at] ? own : other)[name]]);
  return { format, organization, ...Object.fromEntries(chosen) };
}

/** Returns the lines that must stay: their entries are the same in the adopted file. Items of lists may have moved. */
function linesThatStay(lines: readonly LaidLine[], before: unknown, after: unknown): string[] {
  return lines.flatMap(({ text, path, kind }) => {
    const [old, now] = [valueAtNames(before, path), valueAtNames(after, path)];
    const isContainer = kind === 'entry' && typeof old === 'object' && text.trimEnd().endsWith(':');
    if (kind === 'comment') return valueAtNames(after, path.slice(0, -1)) === undefined ? [] : [text];
    const stays = isContainer
      ? typeof now === 'object' && Object.keys(now ?? {}).length > 0
      : isEqual(old, now);
    return now !== undefined && stays ? [text] : [];
  });
}

/** Returns the lines of `wanted` that are not in a text, counting those that are there more than once. */
function lacking(wanted: readonly string[], text: string): string[] {
  const there = new Map<string, number>();
  for (const line of text.split(/\r?\n/)) there.set(line, (there.get(line) ?? 0) + 1);
  return wanted.filter((line) => {
    const left = there.get(line) ?? 0;
    there.set(line, left - 1);
    return left <= 0;
  });
}

async function assertAdopts(docs: CliInFolder, file: AnyOrganizationFile, layout: Layout): Promise<void> {
  const path = join(docs.folder, 'organization.yaml');
  const { text, lines } = laidOut(file, layout);
  await writeFile(path, text);
  const before = await docs('org plan --file organization.yaml --check');
  const run = await docs('org plan --file organization.yaml --adopt --yes');
  expect(run.writes).toEqual([]);
  const adopted = await readFile(path, 'utf8');
  if (![0, 11].includes(run.code)) throw new Error(`${run.stderr}\n${text}`);
  const plan = await docs('org plan --file organization.yaml --check --delete');
  // A place that means nothing may be left for a person.
  const isRight = plan.code === run.code || (run.code === 11 && before.code === 2 && plan.code === 2);
  if (!isRight) throw new Error(`${plan.stdout}${plan.stderr}\n${adopted}`);
  if (layout.flow === 0) expect(run.code).toBe(0);
  expect(adopted.startsWith('\ufeff')).toBe(layout.hasMark);
  expect(adopted.replaceAll(layout.eol, '')).not.toMatch(/[\r\n]/);
  const stay = linesThatStay(lines, file, parseYaml(adopted.replace('\ufeff', '')));
  expect([lacking(stay, adopted.replace('\ufeff', '')), adopted, text].slice(0, 1)).toEqual([[]]);
}

test(
  'after a file has adopted what the service has, nothing differs, and every other line is as before',
  async () => {
    let other: AnyOrganizationFile | undefined;
    await fc.assert(
      fc.asyncProperty(
        anyOrganizationFile,
        fc.array(anyCase, { minLength: 3, maxLength: 3 }),
        async (own, cases) => {
          const docs = await organizationLike(own);
          for (const one of other ? cases : [])
            await assertAdopts(docs, mixed(own, other as AnyOrganizationFile, one), one.layout);
          other = own;
        },
      ),
      { numRuns: numRuns + 1, endOnFailure: true },
    );
  },
  20 * minutes,
);
