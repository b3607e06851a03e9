import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { thisProcess } from '../../../src/system/lock-holder.ts';
import { canaries } from '../../support/canaries.ts';
import { answer, inTurn, json } from '../../support/scripted-server.ts';
import { onStage, type Stage } from '../../support/stage.ts';

const get = 'GET /v1/orgs/org_acme/sites/s';
const check = 'GET /v1/integrations?limit=1';
const site = inTurn(json({ id: 's', items: [] }));
const folder = '.config/docs-admin';
const config = `${folder}/config.json`;
const credentials = `${folder}/credentials.json`;

/** The environment of someone who relies on stored settings. */
const stored = { DOCS_ADMIN_BASE_URL: undefined, DOCS_ADMIN_TOKEN: undefined, DOCS_ADMIN_ORG: undefined };

function mode(stage: Stage, path: string): string {
  return (statSync(join(stage.home, path)).mode & 0o777).toString(8);
}

const login = (stage: Stage, env: Record<string, string | undefined> = {}) =>
  stage.run(
    'auth login --with-token --base-url {origin}',
    { code: 0, stderr: 'signed in to {origin} (profile default)', requests: [check] },
    { input: `${canaries.token}\r\n`, env: { ...stored, ...env } },
  );

const quoted = `{"version":1,"activeProfile":"default","secret":"${canaries.gitPassword.slice(0, 8)}`;

test.concurrent.for(
  Object.entries({
    empty: '',
    blank: ' \n',
    'cut off': quoted,
    garbage: Buffer.from([0, 1, 2, 255]),
    'a list': '[]',
    'of wrong types': '{"version":1,"profiles":{"default":{"org":[7]}}}',
    'of a newer version': '{"version":99,"profiles":{}}',
  }),
)('settings that are %s', ([, content]) =>
  onStage(
    async (stage) => {
      await stage.service(site);
      await stage.write({ [config]: content });
      const { stderr } = await stage.run(
        'sites get s',
        {
          code: 3,
          stderr: [
            `error: cannot use ${join(stage.home, config)}: `,
            /^hint: .*(move it away|move the file away)/m,
          ],
        },
        { env: stored },
      );
      expect(stderr).not.toContain('canary');
      await stage.run('sites get s -o id', { code: 0, stdout: 's\n', requests: [get] });
      for (const flags of ['', '--yes', '--yes --profile prod']) {
        const refused = { code: 3, stderr: 'the profile may be protected, so nothing was sent\n' };
        await stage.run(`sites update s --title New ${flags}`, refused);
        await stage.run(`sites delete s t --yes ${flags.replace('--yes', '')}`, refused);
      }
      await stage.run(
        'auth login --with-token',
        { code: 3, stderr: 'the profile may be protected, so nothing was sent\n' },
        { input: canaries.token },
      );
      await stage.run('config path', { code: 0, stdout: `${join(stage.home, config)}\n` });
      await stage.run('sites update s --title New --dry-run', { code: 0, stdout: /"New"/ });
      expect(readFileSync(join(stage.home, config))).toEqual(Buffer.from(content));
    },
    { here: true },
  ),
);

test.concurrent('settings that are broken stop nothing that needs none', () =>
  onStage(async (stage) => {
    await stage.write({ [config]: 'garbage' });
    const env = { ...stored, DOCS_ADMIN_SANDBOX_DATA: 'own.db' };
    for (const line of [
      'sandbox path',
      'sandbox reset',
      'sandbox export --out state.json',
      'completion bash',
      'commands',
      'version',
    ])
      await stage.run(line, { code: 0, stdout: /^/, stderr: /^/ }, { env });
  }));

test.concurrent('settings that have no end are not read', () =>
  onStage(async (stage) => {
    await stage.service(site);
    mkdirSync(join(stage.home, folder), { recursive: true });
    for (const name of [config, credentials]) {
      const path = join(stage.home, name);
      symlinkSync('/dev/zero', path);
      const stderr = `error: cannot read ${path}: not a regular file`;
      const env = name === config ? stored : { DOCS_ADMIN_TOKEN: undefined };
      await stage.run('sites get s', { code: 3, stderr }, { env });
      rmSync(path);
    }
  }));

test.concurrent('settings behind a link that leads nowhere may protect a profile', () =>
  onStage(async (stage) => {
    await stage.service(site);
    mkdirSync(join(stage.home, folder), { recursive: true });
    symlinkSync(join(stage.home, 'gone.json'), join(stage.home, config));
    await stage.run('sites get s -o id', { code: 0, stdout: 's\n', requests: [get] });
    for (const flags of ['', '--yes', '--yes --profile prod']) {
      await stage.run(`sites update s --title New ${flags}`, {
        code: 3,
        stderr:
          'is a link to something that does not exist; the profile may be protected, so nothing was sent\n',
      });
    }
  }));

test.concurrent.for([
  ['a file', '/etc/hostname'],
  ['a device', '/dev/null'],
  ['read-only', '/proc'],
] as const)('a home that is %s', ([, home]) =>
  onStage(async (stage) => {
    await stage.service(site);
    const env = { HOME: home };
    await stage.run('sites get s -o id', { code: 0, stdout: 's\n', requests: [get] }, { env });
    await stage.run(
      'auth login --with-token',
      { code: 3, stderr: /^error: cannot write \S+: /, requests: [check] },
      { env: { ...env, DOCS_ADMIN_TOKEN: undefined }, input: canaries.token },
    );
  }),
);

test.concurrent('no home at all', () =>
  onStage(async (stage) => {
    await stage.service(site);
    await stage.shell('unset HOME; docs-admin sites get s -o id', {
      code: 0,
      stdout: 's\n',
      requests: [get],
    });
  }));

test.concurrent('a working folder that was deleted', () =>
  onStage(async (stage) => {
    await stage.service(site);
    const inDeleted = (line: string) => `mkdir gone && cd gone && rmdir ../gone && docs-admin ${line}`;
    await stage.shell(inDeleted('sites get s -o id'), { code: 0, stdout: 's\n', requests: [get] });
    await stage.shell(inDeleted('batch --file - <<< "sites get s"'), {
      code: 3,
      stderr: ['error: the working folder no longer exists', 'hint: change to another folder'],
    });
  }));

test.concurrent('what is stored is for its owner only, whatever the umask', () =>
  onStage(async (stage) => {
    await stage.service(site);
    for (const mask of ['000', '077']) {
      await stage.shell(
        `umask ${mask}; echo "$SECRET" | docs-admin auth login --with-token --base-url {origin} --profile p${mask}`,
        { code: 0, stderr: 'signed in', requests: [check] },
        { env: { ...stored, SECRET: canaries.token } },
      );
      expect([folder, config, credentials].map((path) => mode(stage, path))).toEqual(['700', '600', '600']);
    }
  }));

test.concurrent('credentials that others could read', () =>
  onStage(async (stage) => {
    await stage.service(site);
    await login(stage);
    chmodSync(join(stage.home, credentials), 0o644);
    await stage.run(
      'sites get s -o id --org org_acme',
      {
        code: 0,
        stdout: 's\n',
        stderr:
          /^warning: .*credentials\.json was readable by others; it is private now, but rotate its tokens\n$/,
        requests: [get],
      },
      { env: stored },
    );
    expect(mode(stage, credentials)).toBe('600');
    chmodSync(join(stage.home, folder), 0o777);
    await stage.run(
      'auth login --with-token --base-url {origin}',
      { code: 0, stderr: ['warning: others could write to', 'signed in'], requests: [check] },
      { input: canaries.token, env: stored },
    );
    expect(mode(stage, folder)).toBe('700');
  }));

test.concurrent('credentials that are broken quote nothing', () =>
  onStage(async (stage) => {
    await stage.service(site);
    await stage.write({ [credentials]: `{"version":1,"tokens":{"default":{"token":"${canaries.token}` });
    chmodSync(join(stage.home, credentials), 0o600);
    await stage.run(
      'sites get s',
      { code: 3, stderr: /^error: cannot use .*credentials\.json: / },
      { env: { DOCS_ADMIN_TOKEN: undefined } },
    );
  }));

test.concurrent('files that are links stay links, and a git work tree is warned of', () =>
  onStage(async (stage) => {
    await stage.service(site);
    const dotfiles = join(stage.home, 'dotfiles');
    mkdirSync(join(dotfiles, '.git'), { recursive: true });
    mkdirSync(join(stage.home, folder), { recursive: true });
    writeFileSync(join(dotfiles, 'config.json'), '{"version":1}');
    for (const name of ['config.json', 'credentials.json']) {
      symlinkSync(join(dotfiles, name), join(stage.home, folder, name));
    }
    const { stderr } = await stage.run(
      'auth login --with-token --base-url {origin}',
      { code: 0, stderr: 'signed in', requests: [check] },
      { input: canaries.token, env: stored },
    );
    const where = (name: string) =>
      `warning: ${join(stage.home, folder, name)} is inside the git work tree ${dotfiles}`;
    expect(stderr).toContain(where('credentials.json'));
    expect(stderr).toContain(where('config.json'));
    expect(lstatSync(join(stage.home, config)).isSymbolicLink()).toBe(true);
    expect(lstatSync(join(stage.home, credentials)).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(dotfiles, 'credentials.json'), 'utf8')).toContain('"baseUrl"');
  }));

test.concurrent('a disk that is full leaves the old file as it was', () =>
  onStage(async (stage) => {
    await stage.service(site);
    await login(stage);
    const before = readFileSync(join(stage.home, config), 'utf8');
    // Files may not grow past the limit: a write fails as on a full disk, with another word for it.
    await stage.shell(
      `trap '' XFSZ; ulimit -f 0; docs-admin config set org org_other`,
      { code: 3, stderr: /^error: cannot (write|lock) .*config/ },
      // Node itself ends with the signal if it cannot keep the compiled code.
      { env: { ...stored, DOCS_ADMIN_NO_CACHE: '1' } },
    );
    expect(readFileSync(join(stage.home, config), 'utf8')).toBe(before);
  }));

test.concurrent('eight processes that store at once lose nothing', () =>
  onStage(async (stage) => {
    await stage.service(site);
    const names = Array.from({ length: 8 }, (_, n) => `p.${n}`);
    await stage.shell(
      `${names.map((name) => `docs-admin profiles create ${name} -q & `).join('')}wait`,
      { code: 0, stderr: /^$/ },
      { env: stored },
    );
    await stage.run(
      'profiles list -o id',
      { code: 0, stdout: /^default\nsandbox\n(p\.\d\n){8}$/ },
      { env: stored },
    );
  }));

test.concurrent('processes that are killed while they store', () =>
  onStage(async (stage) => {
    await stage.service(site);
    const killed =
      'docs-admin config set org org_$n -q & sleep 0.$((n % 10))5; kill -9 $! 2>/dev/null; wait $! 2>/dev/null;';
    await stage.shell(
      `for n in $(seq 10); do ${killed} done; true`,
      { code: 0, stderr: /^/ },
      { env: stored },
    );
    await stage.run(
      'config set org org_last',
      { code: 0, stderr: 'set org in profile default' },
      { env: stored },
    );
    await stage.run('config get org', { code: 0, stdout: 'org_last\n' }, { env: stored });
    expect(mode(stage, config)).toBe('600');
  }));

test.concurrent('a lock that a living process holds', () =>
  onStage(async (stage) => {
    await stage.service(site);
    const lock = join(stage.home, folder, 'config.lock');
    mkdirSync(join(stage.home, folder), { recursive: true });
    const holder = { ...thisProcess(), since: '2026-01-01T00:00:00Z' };
    writeFileSync(lock, JSON.stringify(holder));
    await stage.run('config set org org_x', {
      code: 3,
      stderr: `is in use by pid ${process.pid} since 2026`,
    });
    // The same process number, but another process: its holder is gone.
    writeFileSync(lock, JSON.stringify({ ...holder, start: '1' }));
    await stage.run('config set org org_x', { code: 0, stderr: 'set org' });
  }));

test.concurrent('nothing of the working folder is read', () =>
  onStage(async (stage) => {
    await stage.service(site);
    const elsewhere = await stage.stranger(site);
    const address = `http://127.0.0.1:${elsewhere.port}`;
    await stage.write({
      '.env': `DOCS_ADMIN_BASE_URL=${address}\nHTTPS_PROXY=${address}\nNODE_TLS_REJECT_UNAUTHORIZED=0\n`,
      '.npmrc': `proxy=${address}\n`,
      'config.json': `{"version":1,"profiles":{"default":{"base-url":"${address}"}}}`,
      'package.json': `{"docs-admin":{"base-url":"${address}"}}`,
    });
    await stage.run('sites get s -o id', { code: 0, stdout: 's\n', requests: [get] });
    await stage.run('sites get s', { code: 4, stderr: 'error: no address and no token' }, { env: stored });
    expect(elsewhere.connections).toEqual([]);
  }));

test.concurrent('a login that the service refuses stores nothing', () =>
  onStage(async (stage) => {
    await stage.service(inTurn(answer('', [], '401 Unauthorized')));
    await stage.run(
      'auth login --with-token --base-url {origin}',
      { code: 4, stderr: 'error: token rejected by {origin}', requests: [check] },
      { input: canaries.token, env: stored },
    );
    expect(() => statSync(join(stage.home, folder))).toThrow('ENOENT');
  }));
