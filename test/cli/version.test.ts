import { expect, test } from 'vitest';
import { version } from '../../package.json';
import { scriptedCli } from '../support/cli.ts';

test.each([
  ['version', `${version}\n`],
  ['version --licenses', 'the licences\n'],
])('"%s" prints it', async (line, stdout) => {
  const docs = await scriptedCli(() => ({}));
  expect(await docs(line)).toMatchObject({ code: 0, stdout, stderr: '' });
});
