import { mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { freshHome, runShell } from '../support/installed.ts';

const batch = 'batch --file - -- members update {user_id} --role {role}';

test('where no home can be written, the state is in the temporary folder of the user', async () => {
  const temporary = freshHome();
  const env = { TMPDIR: temporary, DOCS_ADMIN_PROFILE: 'sandbox' };
  const run = (line: string) => runShell(`export HOME=/dev/null; ${line}`, { home: temporary, env });
  expect(await run('docs-admin members list --limit 1 -o id')).toMatchObject({ code: 0, stderr: '' });
  const state = join(temporary, `docs-admin-${process.getuid?.()}`);
  expect(statSync(state).mode & 0o777).toBe(0o700);
  const changed = await run(`printf 'user_id,role\\nuser_pat,edit\\n' | docs-admin ${batch} --yes`);
  expect(changed.code).toBe(0);
  expect(changed.stderr).toContain(
    `warning: /dev/null/.local/state/docs-admin cannot be written; the journal is in ${state}\n`,
  );
  const runs = await run('docs-admin runs list --fields state,journal --no-headers');
  expect(runs.stdout).toContain(`finished\t${join(state, 'runs')}/`);
});

test('a home that takes no folder is an error, and not a wait without end', async () => {
  const run = await runShell('docs-admin --profile sandbox members list', {
    env: { HOME: '/proc', XDG_STATE_HOME: '/proc/state' },
  });
  expect(run.code).toBe(3);
  expect(run.stderr).toContain('/proc/state');
});

test.each([
  ['.config', 'config set org org_other', 3],
  ['.cache', 'members get user_pat -o id', 0],
  ['.local/state', 'teams create --title Docs -o id', 3],
])('a file in the place of the folder in %s keeps its mode', async (above, line, code) => {
  const home = freshHome();
  writeFileSync(join(home, 'device'), '', { mode: 0o644 });
  mkdirSync(join(home, above), { recursive: true });
  symlinkSync(join(home, 'device'), join(home, above, 'docs-admin'));
  const run = await runShell(`docs-admin ${line}`, { home, env: { DOCS_ADMIN_PROFILE: 'sandbox' } });
  expect(run.code).toBe(code);
  if (code > 0) expect(run.stderr).toMatch(/^error: .*docs-admin.*\(ENOTDIR\)\n/);
  expect(statSync(join(home, 'device')).mode & 0o777).toBe(0o644);
});

// The executable takes no options for Node.js.
test.skipIf(inject('installed').executable)('a user whom the system does not know has settings', async () => {
  const home = freshHome();
  const hook = join(home, 'hook.cjs');
  writeFileSync(
    hook,
    `require('node:os').homedir = () => { throw new Error('uv_os_homedir returned ENOENT'); };`,
  );
  const env = { NODE_OPTIONS: `--require ${hook}`, HOME: '', XDG_CONFIG_HOME: join(home, 'settings') };
  const set = await runShell('docs-admin config set org org_acme && docs-admin config get org', {
    home,
    env,
  });
  expect(set).toMatchObject({ code: 0, stdout: 'org_acme\n' });
});
