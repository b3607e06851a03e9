// `node src/build/release-assets.js <folder>`: adds to a packed package what a release has beside it: manual pages,
// completions, the bill of materials, notes and checksums. `npm ci` must have run.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { notesOf } from './changelog.js';
import { bundledPackages } from './licenses.js';
import { bill } from './sbom.js';

const folder = resolve(process.argv[2] ?? '.');
const tarball = readdirSync(folder).find((name) => /^docs-admin-.*\.tgz$/.test(name));
if (tarball === undefined) throw new Error(`${folder} has no docs-admin-*.tgz`);
const scratch = mkdtempSync(join(tmpdir(), 'docs-admin-release-'));
try {
  writeAssets();
} finally {
  rmSync(scratch, { recursive: true });
}

function writeAssets() {
  run('tar', ['-xzf', join(folder, String(tarball)), '-C', scratch]);
  const root = join(scratch, 'package');
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const beside = (/** @type {string} */ ending) => join(folder, `${name}-${version}${ending}`);
  run('tar', ['-czf', beside('-man.tar.gz'), '-C', join(root, 'dist'), 'man']);
  run('tar', ['-czf', beside('-completions.tar.gz'), '-C', root, 'completions']);

  const locked = JSON.parse(run('npm', ['sbom', '--package-lock-only', '--sbom-format=cyclonedx']));
  const bundled = bundledPackages(readFileSync(join(root, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8'));
  writeFileSync(beside('.cdx.json'), `${JSON.stringify(bill(name, locked, bundled), null, 2)}\n`);

  const assets = readdirSync(folder).filter((file) => file.startsWith(`${name}-`));
  writeFileSync(join(folder, 'SHA256SUMS'), assets.sort().map(checksum).join(''));
  writeFileSync(
    join(folder, 'notes.md'),
    `${notesOf(readFileSync('docs/changelog.md', 'utf8'), version) ?? ''}\n`,
  );
}

/**
 * @param {string} command
 * @param {string[]} args
 */
function run(command, args) {
  return execFileSync(command, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 26,
  });
}

/** @param {string} file */
function checksum(file) {
  return `${createHash('sha256')
    .update(readFileSync(join(folder, file)))
    .digest('hex')}  ${file}\n`;
}
