import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { parse } from 'yaml';
import { bundledPackages } from '../../src/build/licenses.js';
import { type Bill, bill } from '../../src/build/sbom.js';
import { packageFolder } from '../support/installed.ts';

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps?: readonly { readonly run?: string }[] }>>;
}

const { jobs } = parse(readFileSync('.github/workflows/release.yml', 'utf8')) as Workflow;
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

/** Returns the commands of a job of the release that begin with this word. */
const commands = (job: string, word: string) =>
  (jobs[job]?.steps ?? []).flatMap(({ run }) => (run?.startsWith(word) ? [run] : []));

// Releases are made on Linux.
describe.skipIf(process.platform !== 'linux')('a release', () => {
  const folder = mkdtempSync(join(tmpdir(), 'docs-admin-release-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const shell = (line: string) => execFileSync('bash', ['-ec', line], { cwd: folder, encoding: 'utf8' });
  const listed = (archive: string) => shell(`tar -tzf docs-admin-${version}-${archive}.tar.gz`).split('\n');

  beforeAll(() => {
    const { tarball } = inject('installed');
    copyFileSync(tarball, join(folder, basename(tarball)));
    const [assets = ''] = commands('pack', 'node ');
    execFileSync(process.execPath, [...assets.split(' ').slice(1, -1), folder], { stdio: 'pipe' });
  });

  test('has the package, the manual, completions, a bill of materials, and checksums', () => {
    expect(readdirSync(folder).sort()).toEqual([
      'SHA256SUMS',
      `docs-admin-${version}-completions.tar.gz`,
      `docs-admin-${version}-man.tar.gz`,
      `docs-admin-${version}.cdx.json`,
      `docs-admin-${version}.tgz`,
      'notes.md',
    ]);
    for (const page of readdirSync(join(packageFolder(), 'dist/man')))
      expect(listed('man')).toContain(`man/${page}`);
    expect(listed('completions')).toContain('completions/docs-admin.bash');
  });

  test('has checksums of every file that is published', () => {
    expect(shell('sha256sum --check SHA256SUMS').match(/: OK$/gm)).toHaveLength(4);
  });

  test('notes are the section of the changelog', () => {
    const changelog = readFileSync('docs/changelog.md', 'utf8');
    expect(changelog).toContain(readFileSync(join(folder, 'notes.md'), 'utf8'));
  });

  describe('the bill of materials', () => {
    const read = () =>
      JSON.parse(readFileSync(join(folder, `docs-admin-${version}.cdx.json`), 'utf8')) as Bill;
    const idsOf = (parts: Bill['components']) => parts.map((part) => `${part.name}@${part.version}`);
    const bundled = () =>
      bundledPackages(readFileSync(join(packageFolder(), 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8'));

    test('is valid', () => {
      const isBill = billSchema();
      expect([isBill(read()), isBill.errors]).toEqual([true, null]);
      expect(isBill({ ...read(), components: [{ name: 'without a type' }] })).toBe(false);
      expect(read().metadata.component).toMatchObject({ name: 'docs-admin', version });
    });

    test('has each package whose code is bundled', () => {
      const marked = read().components.filter(({ properties }) =>
        properties.some(({ name }) => name === 'cdx:npm:package:bundled'),
      );
      expect(bundled()).toContainEqual(expect.stringMatching(/^undici@/));
      expect(idsOf(marked).sort()).toEqual(bundled().sort());
    });

    test('has each package that is installed, and none that only this project needs', () => {
      const lock = join(inject('installed').folder, 'node_modules/.package-lock.json');
      const { packages } = JSON.parse(readFileSync(lock, 'utf8')) as {
        packages: Record<string, { version: string }>;
      };
      const installed = Object.entries(packages).map(
        ([path, one]) => `${path.replace(/^.*node_modules\//, '')}@${one.version}`,
      );
      const others = installed.filter((id) => !id.startsWith('docs-admin@'));
      expect(idsOf(read().components)).toEqual(expect.arrayContaining(others));
      const strangers = read().components.filter(({ name }) =>
        /^(vitest|typescript|rolldown|publint)$/.test(name),
      );
      expect(strangers).toEqual([]);
    });

    test('says which of its packages needs which', () => {
      const { components, dependencies, metadata } = read();
      const references = [metadata.component, ...components].map((part) => part['bom-ref']);
      expect(dependencies.map(({ ref }) => ref).sort()).toEqual(references.sort());
      expect(references).toEqual(expect.arrayContaining(dependencies.flatMap(({ dependsOn }) => dependsOn)));
    });

    test('is refused if the lock file lacks what is bundled', () => {
      expect(() => bill('docs-admin', read(), ['gone@1.0.0'])).toThrow('the lock file has no gone@1.0.0');
    });
  });
});

/** Returns a function that checks a bill against the schema of CycloneDX 1.5. */
function billSchema() {
  const folder = 'node_modules/@cyclonedx/cyclonedx-library/res/schema';
  const files = ['bom-1.5', 'spdx', 'jsf-0.82'].map((name) => `${name}.SNAPSHOT.schema.json`);
  const [schema, ...others] = files.map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')));
  // Formats that ajv-formats does not have.
  const ajv = new Ajv({ strict: false, formats: { 'iri-reference': true, 'idn-email': true } });
  (formats as unknown as typeof formats.default)(ajv);
  for (const [index, other] of others.entries())
    ajv.addSchema(other, `http://cyclonedx.org/schema/${files[index + 1]}`);
  return ajv.compile(schema);
}
