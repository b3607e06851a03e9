import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import { describe, expect, test } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { parse } from 'yaml';
import { load } from '../../src/build/load.js';
import { scriptedCli } from '../support/cli.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Workflow {
  readonly permissions?: object;
  readonly jobs?: Readonly<Record<string, { readonly steps?: readonly Step[] }>>;
  readonly runs?: { readonly steps?: readonly Step[] };
}

// Bundled, because its imports of JSON are for bundlers.
const [service] = await load(['node_modules/@actions/languageservice/dist/index.js']);
const { validate } = service as unknown as typeof import('@actions/languageservice');

/** Returns what GitHub's own parser finds: unknown keys, values, contexts, functions and jobs. */
async function mistakes(path: string, text: string): Promise<string[]> {
  // The parser keeps what it has parsed by the address.
  const document = TextDocument.create(`file:///${randomUUID()}/${path}`, 'yaml', 1, text);
  const found = await validate(document, {});
  return found.map(({ range, message }) => `line ${range.start.line + 1}: ${message}`);
}

/** Returns what a stranger could use: tokens, moving versions, text of others in a script. */
function risks(text: string): string[] {
  const { permissions, jobs, runs } = parse(text) as Workflow;
  const steps = [...Object.values(jobs ?? {}), runs].flatMap((part) => part?.steps ?? []);
  const others = [...text.matchAll(/uses: (?!\.\/)(.+)/g)].map(([, action]) => String(action));
  return [
    ...(jobs && JSON.stringify(permissions) !== '{}' ? ['the workflow itself has permissions'] : []),
    ...others
      .filter((action) => !/^[\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))
      .map((action) => `${action} is not pinned to a commit, with its version`),
    ...steps
      .filter(
        ({ uses, with: inputs }) => /checkout@/.test(uses ?? '') && inputs?.['persist-credentials'] !== false,
      )
      .map(() => 'checkout leaves a token behind'),
    ...steps.filter(({ run }) => run?.includes('${{')).map(({ run }) => `an expression is part of: ${run}`),
  ];
}

const own = readdirSync('.github/workflows').map((file) => join('.github/workflows', file));
const actions = readdirSync('.github', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\baction\.yml$/.test(file))
  .map((file) => join('.github', file));
const printed = ['roster', 'audit', 'organization'].map((what) => `init --ci github --what ${what}`);
const guides = readdirSync('docs').filter((file) => file.endsWith('.md'));

/** Returns every workflow by its name: of this repository, of its actions, of `init`, and of the guides. */
async function allWorkflows(): Promise<Map<string, string>> {
  const workflows = new Map([...own, ...actions].map((path) => [path, readFileSync(path, 'utf8')]));
  const docs = await scriptedCli(() => ({}));
  for (const line of printed) workflows.set(line, (await docs(line)).stdout);
  for (const guide of guides) {
    const blocks = readFileSync(join('docs', guide), 'utf8').matchAll(/```yaml\n([\s\S]*?)```/g);
    const found = [...blocks].map(([, block]) => String(block)).filter((block) => /^on:/m.test(block));
    for (const [index, block] of found.entries()) workflows.set(`docs/${guide}, ${index + 1}`, block);
  }
  return workflows;
}

test('GitHub understands every workflow', async () => {
  const workflows = await allWorkflows();
  expect([...workflows.keys()]).toEqual(
    expect.arrayContaining([...printed, '.github/workflows/release.yml', 'docs/ci.md, 1', 'docs/bulk.md, 1']),
  );
  for (const [name, text] of workflows) {
    const path = actions.includes(name) ? name : '.github/workflows/any.yml';
    expect(await mistakes(path, text), name).toEqual([]);
  }
});

test('no workflow gives more away than it must', async () => {
  for (const [name, text] of await allWorkflows()) expect(risks(text), name).toEqual([]);
});

test('each action is pinned to one commit everywhere', async () => {
  const texts = [...(await allWorkflows()).values()].join('\n');
  const commits = new Map<string, Set<string>>();
  // Actions of one repository have one version: github/codeql-action/init.
  for (const [, repository = '', commit = ''] of texts.matchAll(/uses: ([\w-]+\/[\w-]+)[\w/-]*@(.+)/g)) {
    commits.set(repository, (commits.get(repository) ?? new Set()).add(commit));
  }
  expect([...commits].filter(([, found]) => found.size > 1)).toEqual([]);
});

test('forms of issues and the update bot have valid YAML', () => {
  const files = readdirSync('.github', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.yml$/.test(file),
  );
  expect(files).toContain('dependabot.yml');
  for (const file of files)
    expect(() => parse(readFileSync(join('.github', file), 'utf8')), file).not.toThrow();
});

describe('a bad workflow', () => {
  const bad = `
on:
  push:
    branch: [main]
permissions:
  contents: read
jobs:
  one:
    runs-on: ubuntu-24.04
    steps:
      - uses: actions/checkout@v7
      - run: echo \${{ github.event.issue.title }} \${{ github.evnt }}
        iff: hashFile('x')
`;

  test('is found by the parser', async () => {
    const found = await mistakes('.github/workflows/any.yml', bad);
    expect(found.sort()).toEqual([
      'line 12: Context access might be invalid: evnt',
      'line 12: Context access might be invalid: issue',
      "line 13: Unexpected value 'iff'",
      "line 4: Unexpected value 'branch'",
    ]);
  });

  test('is found by the rules', () => {
    expect(risks(bad)).toEqual([
      'the workflow itself has permissions',
      'actions/checkout@v7 is not pinned to a commit, with its version',
      'checkout leaves a token behind',
      expect.stringMatching('an expression is part of: echo'),
    ]);
  });
});
