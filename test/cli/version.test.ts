import { expect, test } from 'vitest';
import { version } from '../../package.json';
import { scriptedCli } from '../support/cli.ts';

const docs = await scriptedCli(() => ({}));

test('"version" prints the version', async () => {
  expect(await docs('version')).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' });
});

test('"version --licenses" prints the licences', async () => {
  expect(await docs('version --licenses')).toMatchObject({ code: 0, stdout: 'the licences\n', stderr: '' });
});
