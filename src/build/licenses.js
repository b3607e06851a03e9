import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { patchedFiles } from './patches.js';

export const acceptedLicenses = [
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'CC0-1.0',
  'BlueOak-1.0.0',
];

/**
 * Returns the licences of the packages whose code is in the bundle, as one text. `modules` are the paths of its
 * modules. Throws if a package has a licence that is not accepted, or no licence text.
 *
 * @param {Iterable<string>} modules
 */
export function thirdPartyLicenses(modules) {
  const folders = new Set([...modules].map(packageFolder).filter((folder) => folder !== undefined));
  const entries = [...folders].map(describePackage).sort((a, b) => (a.title < b.title ? -1 : 1));
  const texts = entries.map(({ title, text }) => `${title}\n${'-'.repeat(title.length)}\n\n${text}\n`);
  return `The files in this folder contain code of these packages:\n\n${texts.join('\n\n')}`;
}

/**
 * Returns the packages that a text of {@link thirdPartyLicenses} lists, as `name@version`.
 *
 * @param {string} text
 * @returns {string[]}
 */
export function bundledPackages(text) {
  return [...text.matchAll(/^(\S+) (\S+) \(.+\)\n-+$/gm)].map(([, name, version]) => `${name}@${version}`);
}

/**
 * Returns the folder of the package that contains a module; `undefined` for a module of this project.
 *
 * @param {string} module
 */
function packageFolder(module) {
  return module.match(/^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/)?.[0];
}

/** @param {string} folder */
function describePackage(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (!acceptedLicenses.includes(license))
    throw new Error(`${name} has the licence ${license}, which is not accepted`);
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice)/i.test(file));
  if (files.length === 0) throw new Error(`${name} has no licence text`);
  const text = files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
  const title = `${name} ${version} (${license})`;
  const changed = patchedFiles.filter((file) => file.startsWith(`${name}/`));
  if (changed.length === 0) return { title, text };
  const note = `Changed in this package: ${changed.map((file) => file.slice(name.length + 1)).join(', ')}`;
  return { title, text: `${note}\n\n${text}` };
}
