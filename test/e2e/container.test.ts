import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { build, type Image, readStages, runImage, runsSteps } from '../support/containerfile.ts';
import { reachesRegistry } from '../support/registry.ts';

const stages = readStages('docs/Containerfile');
const last = stages.at(-1);
const version = `${JSON.parse(readFileSync('package.json', 'utf8')).version}\n`;

describe('the container file', () => {
  test('begins with images that are pinned', () => {
    expect(stages.map(({ base }) => base)).toEqual(
      stages.map(() =>
        expect.stringMatching(/^docker\.io\/library\/node:\d+\.\d+\.\d+-[\w-]+@sha256:[0-9a-f]{64}$/),
      ),
    );
  });

  test('ends with a user without rights, by number', () => {
    expect(last?.steps.filter(({ word }) => word === 'USER')).toEqual([{ word: 'USER', text: '1000:1000' }]);
  });

  test('runs no script of a package, and takes nothing but the package', () => {
    const steps = stages.flatMap(({ steps }) => steps);
    const installs = steps.filter(({ text }) => /\bnpm\b/.test(text));
    expect(installs).toEqual([{ word: 'RUN', text: expect.stringContaining(' --ignore-scripts ') }]);
    const copied = steps.filter(({ word, text }) => word === 'COPY' && !text.includes('--from='));
    expect(copied).toEqual([{ word: 'COPY', text: 'docs-admin-*.tgz /package/' }]);
    const ignored = readFileSync('docs/Containerfile.dockerignore', 'utf8').split('\n');
    expect(ignored.filter((line) => line && !line.startsWith('#'))).toEqual(['*', '!docs-admin-*.tgz']);
  });

  test('has no place for secrets', () => {
    const words = stages.flatMap(({ steps }) => steps.map(({ word }) => word));
    expect(words).not.toContain('ARG');
    expect(readFileSync('docs/Containerfile', 'utf8')).not.toMatch(/token|secret|password/i);
  });
});

// With the programs of this system in place of those of the image; the workflow "ci" builds the real one.
describe.skipIf(!runsSteps || !reachesRegistry())('its steps', () => {
  const context = mkdtempSync(join(tmpdir(), 'docs-admin-context-'));
  let image: Image;

  beforeAll(() => {
    const { tarball } = inject('installed');
    copyFileSync(tarball, join(context, basename(tarball)));
    image = build(stages, context);
  });

  afterAll(() => {
    for (const folder of [context, image?.root]) if (folder) rmSync(folder, { recursive: true, force: true });
  });

  test('make an image that prints the help', () => {
    expect(runImage(image)).toMatchObject({ code: 0, stderr: '' });
    expect(runImage(image).stdout).toMatch(/^docs-admin|Usage: docs-admin/);
    expect(runImage(image, ['--version'])).toEqual({ code: 0, stdout: version, stderr: '' });
  });

  test('keep the sandbox on the volume, and need no other place', () => {
    const made = runImage(image, ['--profile', 'sandbox', 'teams', 'create', '--title', 'New', '-o', 'id']);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    const read = runImage(image, ['--profile', 'sandbox', 'teams', 'get', made.stdout.trim(), '--json']);
    expect(JSON.parse(read.stdout)).toMatchObject({ title: 'New' });
    expect(readdirSync(join(image.root, 'data'))).toEqual(['state']);
  });

  test('run another user, who may not write to the volume, as far as a request', () => {
    const env = { ...image.env, DOCS_ADMIN_BASE_URL: 'http://127.0.0.1:1', DOCS_ADMIN_TOKEN: 'token' };
    const words = ['teams', 'create', '--org', 'org_acme', '--title', 'New', '--dry-run', '--json'];
    const run = runImage({ ...image, env, user: '4711:0' }, words);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(run.stdout)).toMatchObject({ method: 'PUT' });
  });
});
