import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { wholeProgram } from '../../src/build/help.ts';
import { describeProgram } from '../../src/cli/help/reference.ts';

interface Step {
  readonly run?: string;
  readonly if?: string;
}

test('the tests run on Linux, macOS and Windows with every supported version of Node, also before a release', () => {
  const { jobs } = parse(readFileSync('.github/workflows/ci.yml', 'utf8'));
  const { strategy, steps } = jobs.check;
  expect(strategy.matrix.os.map((os: string) => os.replace(/-.*/, ''))).toEqual([
    'ubuntu',
    'macos',
    'windows',
  ]);
  expect(strategy.matrix.node).toEqual([20, 22, 24, 26]);
  const runs = (steps as Step[]).filter(({ run }) => run);
  expect(runs.map((step) => step.if)).toEqual(["runner.os != 'Windows'", "runner.os == 'Windows'"]);
  expect(runs[1]?.run).toMatch(/vitest run .*--project source$/);
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
