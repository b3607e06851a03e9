import { expect, test } from 'vitest';
import { sandboxCli } from '../support/cli.ts';

interface Described {
  readonly command: string;
  readonly effect: string;
  readonly examples: readonly string[];
}

test('a command that changes this machine has no dry run, and changes nothing', async () => {
  const docs = await sandboxCli();
  const commands: Described[] = JSON.parse((await docs('commands --json')).stdout);
  const local = commands.filter(({ effect }) => effect === 'local');
  expect(local.map(({ command }) => command)).toContain('docs-admin runs prune');
  for (const { command, examples } of local) {
    const line = `${examples[0]?.replace('docs-admin ', '')} --dry-run`;
    expect(await docs(line), line).toMatchObject({
      code: 2,
      stdout: '',
      stderr: `error: \`${command}\` has no dry run; nothing was changed\nhint: --dry-run is for commands that change the service\n`,
      requests: [],
    });
  }
});
