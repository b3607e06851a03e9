import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { type Registry, startRegistry } from '../support/publishing-registry.ts';
import { temporaryFolder } from '../system/temporary-folder.ts';

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string }[] }>>;
}

const { jobs } = parse(readFileSync('.github/workflows/release.yml', 'utf8')) as Workflow;
const { version: own } = JSON.parse(readFileSync('package.json', 'utf8'));

/** Returns the scripts of a job of the release, in their order. */
const scripts = (job: string) => (jobs[job]?.steps ?? []).flatMap(({ run }) => (run ? [run] : []));

// Releases are made on Linux.
describe.skipIf(process.platform !== 'linux')('the steps of a release', () => {
  test('publish the first version by hand, and the workflow then goes on with it', async () => {
    const { registry, release } = await stage();
    const folder = release(own, inject('installed').tarball);
    await sh('npm publish ./docs-admin-*.tgz --access public --ignore-scripts', folder, registry);
    expect(registry.tags('docs-admin')).toEqual({ latest: own });
    const again = await publish(own, folder, registry);
    expect(again).toMatchObject({ code: 0 });
    expect(again.stdout).toContain(`docs-admin ${own} is published already, with the same content\n`);
    expect(registry.versions('docs-admin')).toEqual([own]);
  });

  test('leave latest where it is for a pre-release, and for an older line of versions', async () => {
    const { registry, release } = await stage();
    for (const version of ['1.0.0', '1.1.0-rc.1', '1.1.0'])
      expect(await publish(version, release(version), registry), version).toMatchObject({ code: 0 });
    const older = await publish('1.0.1', release('1.0.1'), registry);
    // npm asks for a tag. What it says may be lost at its end.
    expect(older.code).not.toBe(0);
    expect(registry.versions('docs-admin')).not.toContain('1.0.1');
    expect(registry.tags('docs-admin')).toEqual({ latest: '1.1.0', next: '1.1.0-rc.1' });
  });

  test.each(['before', 'after'] as const)(
    'can be repeated where a publication fails %s it is stored',
    async (when) => {
      const { registry, release } = await stage();
      const folder = release('1.0.0');
      registry.fail(500, when);
      expect((await publish('1.0.0', folder, registry)).code).not.toBe(0);
      expect(await publish('1.0.0', folder, registry)).toMatchObject({ code: 0 });
      expect(registry.versions('docs-admin')).toEqual(['1.0.0']);
    },
  );

  test('refuse a version that is published with other content', async () => {
    const { registry, release } = await stage();
    await publish('1.0.0', release('1.0.0'), registry);
    const other = await publish('1.0.0', release('1.0.0', undefined, 'other'), registry);
    expect(other).toMatchObject({ code: 1 });
    expect(other.stdout).toContain(
      '::error::docs-admin 1.0.0 is published already, with other content: release a new version\n',
    );
  });

  test('put the attestation beside each file, and every file into the release, which is a draft until then', async () => {
    const { registry, release } = await stage();
    const folder = release('1.0.0-rc.1');
    writeFileSync(join(folder, 'notes.md'), 'new\n');
    const commands = fakeGh();
    for (const script of [...scripts('attest'), ...scripts('release')])
      expect(
        await sh(script, folder, registry, { ...commands.env, GITHUB_REF_NAME: 'v1.0.0-rc.1' }),
      ).toMatchObject({
        code: 0,
      });
    expect(commands.read()).toEqual([
      'release view v1.0.0-rc.1',
      'release create v1.0.0-rc.1 --draft --verify-tag --title docs-admin v1.0.0-rc.1 --notes-file notes.md --prerelease',
      'release upload v1.0.0-rc.1 docs-admin-1.0.0-rc.1.tgz docs-admin-1.0.0-rc.1.tgz.sigstore.json SHA256SUMS --clobber',
      'release edit v1.0.0-rc.1 --draft=false',
    ]);
  });

  test('take the release of an earlier try again', async () => {
    const { registry, release } = await stage();
    const folder = release('1.0.0');
    const commands = fakeGh('exists');
    const env = { ...commands.env, GITHUB_REF_NAME: 'v1.0.0' };
    for (const script of scripts('release'))
      expect(await sh(script, folder, registry, env)).toMatchObject({ code: 0 });
    expect(commands.read().filter((line) => line.startsWith('release create'))).toEqual([]);
  });
});

/** Returns a registry, and a function that makes the folder of a release: of a given package, or of a small one. */
async function stage() {
  const registry = await startRegistry();
  onTestFinished(registry.close);
  function release(version: string, tarball?: string, description = 'small'): string {
    const folder = temporaryFolder();
    const name = `docs-admin-${version}.tgz`;
    if (tarball) copyFileSync(tarball, join(folder, name));
    else {
      const source = temporaryFolder();
      mkdirSync(join(source, 'package'));
      const facts = JSON.stringify({ name: 'docs-admin', version, description });
      writeFileSync(join(source, 'package', 'package.json'), facts);
      execFileSync('tar', ['-czf', join(folder, name), '-C', source, 'package']);
    }
    execFileSync('bash', ['-c', 'sha256sum docs-admin-* > SHA256SUMS'], { cwd: folder });
    return folder;
  }
  return { registry, release };
}

/** Runs the scripts of the job that publishes. Resolves with the end of the first one that fails, or of the last one. */
async function publish(version: string, folder: string, registry: Registry) {
  let ended = { code: 0 as number | null, stdout: '', stderr: '' };
  for (const script of scripts('publish')) {
    ended = await sh(script, folder, registry, { GITHUB_REF_NAME: `v${version}` });
    if (ended.code !== 0) return ended;
  }
  return ended;
}

/** Runs a script as GitHub does. What only GitHub and the registry of npm can make, the provenance, is left out. */
async function sh(script: string, cwd: string, registry: Registry, env: NodeJS.ProcessEnv = {}) {
  writeFileSync(join(cwd, '.npmrc'), `${registry.address.replace('http:', '')}:_authToken=t\n`);
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    cwd,
    env: {
      ...process.env,
      npm_config_registry: registry.address,
      npm_config_userconfig: join(cwd, '.npmrc'),
      npm_config_fetch_retries: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((done) => child.on('close', done));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, stdout, stderr };
}

/** Puts a `gh` on the path that writes down its lines; `release view` finds a release only where one `exists`. */
function fakeGh(release?: 'exists') {
  const bin = temporaryFolder();
  const log = join(bin, 'log');
  writeFileSync(join(bin, 'bundle.json'), '{}');
  const view = release === 'exists' ? 'true' : '[ "$2" != view ]';
  writeFileSync(join(bin, 'gh'), `#!/bin/sh\necho "$@" >> ${log}\n${view}\n`);
  chmodSync(join(bin, 'gh'), 0o755);
  return {
    env: { PATH: `${bin}:${process.env.PATH}`, BUNDLE: join(bin, 'bundle.json') },
    read: () => readFileSync(log, 'utf8').trimEnd().split('\n'),
  };
}
