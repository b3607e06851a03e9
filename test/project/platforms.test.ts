import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { wholeProgram } from '../../src/build/help.ts';
import { describeProgram } from '../../src/cli/help/reference.ts';

interface Step {
  readonly run?: string;
}

test('one job runs everything; others run on Linux, macOS and Windows with every supported version of Node', () => {
  const { jobs } = parse(readFileSync('.github/workflows/ci.yml', 'utf8')) as {
    jobs: Record<string, { strategy?: { matrix: { os: string[]; node: number[] } }; steps: Step[] }>;
  };
  const runs = (job: string) => jobs[job]?.steps.flatMap(({ run }) => run ?? []);
  expect(runs('check')).toEqual(['.ci/run']);
  expect(runs('elsewhere')).toEqual(['npm ci && npm run test:systems']);
  const { os, node } = jobs.elsewhere?.strategy?.matrix ?? { os: [], node: [] };
  expect(os.map((name) => name.replace(/-.*/, ''))).toEqual(['ubuntu', 'macos', 'windows']);
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(engines.node).toMatch(new RegExp(`^>=${node[0]}\\.`));
  const release = parse(readFileSync('.github/workflows/release.yml', 'utf8'));
  expect(Object.values(release.jobs)).toContainEqual(
    expect.objectContaining({ uses: './.github/workflows/ci.yml' }),
  );
});

test('files have the ends of lines of Unix in every checkout', () => {
  expect(readFileSync('.gitattributes', 'utf8')).toMatch(/^\* text=auto eol=lf$/m);
});

/** Shells of Windows take quotes out of words. */
test('what takes JSON as a word takes it from a file as well', async () => {
  const takesJson = ({ description }: { description: string }) => /:=JSON|JSON value/.test(description);
  const taking = describeProgram(await wholeProgram()).filter(
    (command) => command.arguments.some(takesJson) || command.flags.some(takesJson),
  );
  expect(taking.map(({ command }) => command)).toEqual([
    'docs-admin custom-fields values set',
    'docs-admin api',
  ]);
  for (const { command, flags } of taking)
    expect(
      flags.map(({ name }) => name),
      command,
    ).toContain('--input');
});
