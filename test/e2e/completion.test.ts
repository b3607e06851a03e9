import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freshHome, packageFolder, runInstalled, runShell } from '../support/installed.ts';
import { isInstalled } from '../support/is-installed.ts';

const env = { DOCS_ADMIN_PROFILE: 'sandbox' };
const scriptOf = (file: string) => join(packageFolder(), 'completions', file);

/** Returns the candidates of a shell at the end of a line, from the service. */
const cases: readonly [line: string, offered: string][] = [
  ['docs-admin teams get team_do', 'team_docs'],
  ['docs-admin sections delete --site site_docs section_n', 'section_news'],
  ["docs-admin sections delete --site 'name:Acme Docs' section_n", 'section_news'],
  ['docs-admin saml create --default-team team_su', 'team_support'],
  ['docs-admin sites list --profile sand', 'sandbox'],
];

test('the tool prints the scripts that it ships', async () => {
  const { stdout } = await runInstalled(['completion', 'powershell']);
  expect(stdout).toBe(readFileSync(scriptOf('docs-admin.ps1'), 'utf8'));
});

/** Runs a script of a shell in which `docs-admin` is the installed tool. */
async function offers(shell: string, script: string): Promise<string[]> {
  const { stdout, stderr } = await runShell(`${shell} "$SCRIPT"`, { env: { ...env, SCRIPT: script } });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((line) => line !== '');
}

describe.skipIf(!isInstalled('bash'))('bash', () => {
  const complete = (line: string, type: string) => {
    const words = line.replace("'name:Acme Docs'", '"\'name:Acme Docs\'"');
    const state = `COMP_WORDS=(${words}); COMP_LINE="${line}"; COMP_TYPE=${type}`;
    return `source '${scriptOf('docs-admin.bash')}'; ${state}; COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _docs_admin; printf '%s\\n' "\${COMPREPLY[@]}"`;
  };

  test.for(cases)('%s', async ([line, offered]) => {
    expect(await offers('bash --norc -c', complete(line, '9'))).toEqual([offered]);
  });

  test('titles are shown where several are listed, and never inserted', async () => {
    const line = 'docs-admin teams get team_d';
    expect(await offers('bash --norc -c', complete(line, '63'))).toEqual([
      'team_docs  (Docs)',
      'team_design  (Design 🎨)',
    ]);
    expect(await offers('bash --norc -c', complete(line, '9'))).toEqual(['team_docs', 'team_design']);
  });

  test('words that bash has split at colons are put together', async () => {
    const words = "docs-admin --base-url http : //127.0.0.1 : 1 teams get ''";
    const line = 'docs-admin --base-url http://127.0.0.1:1 teams get';
    const stub = `docs-admin() { printf '%s\\tx\\n' "$*"; }`;
    const state = `COMP_WORDS=(${words}); COMP_LINE='${line} '; COMP_CWORD=9`;
    const script = `source '${scriptOf('docs-admin.bash')}'; ${stub}; ${state}; _docs_admin; echo "\${COMPREPLY[@]}"`;
    expect(await offers('bash --norc -c', script)).toEqual([
      String.raw`__complete\ --\ --base-url\ http://127.0.0.1:1\ teams\ get\ `,
    ]);
  });
});

describe.skipIf(!isInstalled('fish'))('fish', () => {
  test.for(cases)('%s', async ([line, offered]) => {
    const script = `source '${scriptOf('docs-admin.fish')}'; complete -C "${line}"`;
    const found = await offers('fish --no-config -c', script);
    expect(found.map((entry) => entry.split('\t')[0])).toEqual([offered]);
  });

  test('ids have their titles as descriptions', async () => {
    const script = `source '${scriptOf('docs-admin.fish')}'; complete -C 'docs-admin teams get team_su'`;
    expect(await offers('fish --no-config -c', script)).toEqual(['team_support\tSupport, EMEA']);
  });
});

describe.skipIf(!isInstalled('zsh'))('zsh', () => {
  test.for(cases)('%s', async ([line, offered]) => {
    // The completion system needs a terminal; the test replaces the function that receives the candidates.
    const stubs = `compdef() { :; }; _describe() { print -rl -- "\${(P@)@[-1]}" }`;
    const words = line.replace("'name:Acme Docs'", '"\'name:Acme Docs\'"');
    const script = `${stubs}; source '${scriptOf('_docs-admin')}'; words=(${words}); CURRENT=$#words; PREFIX=$words[-1]; _docs_admin`;
    const found = await offers('zsh -f -c', script);
    expect(found.map((entry) => entry.split(':')[0])).toEqual([offered]);
  });
});

test('what was looked up is kept in files that only the user can read', async () => {
  const home = freshHome();
  await runInstalled(['__complete', '--', 'teams', 'get', ''], { home, env });
  const folder = join(home, '.cache/docs-admin');
  // Node keeps compiled code beside them.
  const files = readdirSync(folder).filter((name) => name !== 'compile');
  expect(files).not.toEqual([]);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(files.filter((file) => (statSync(join(folder, file)).mode & 0o777) !== 0o600)).toEqual([]);
});

test('a folder that cannot be written changes nothing', async () => {
  const options = { env: { ...env, XDG_CACHE_HOME: '/dev/null' } };
  const run = await runInstalled(['__complete', '--', 'teams', 'get', 'team_do'], options);
  expect(run).toMatchObject({ code: 0, stdout: 'team_docs\tDocs\n', stderr: '' });
});
