// `node src/build/release-check.js v1.2.3`: ends with 1 if the tag cannot be released, and says why.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { notesOf } from './changelog.js';

const [tag] = process.argv.slice(2);
const read = (/** @type {string} */ path) => readFileSync(path, 'utf8');
const { version, repository, homepage, bugs } = JSON.parse(read('package.json'));
const place = `github.com/${process.env.GITHUB_REPOSITORY}`;
/** Every file that is published, or shown on the page of the repository; `dist` is made of the sources. */
const published = [
  'README.md',
  'package.json',
  ...['.github', 'bin', 'completions', 'docs'].flatMap(filesBelow),
];
/** Stands for the repository until its address is known. */
const placeholder = 'OWNER/docs-admin';
const mistakes = [
  tag !== `v${version}` && `the tag is ${tag}, but package.json has version ${version}: tag v${version}`,
  notesOf(read('docs/changelog.md'), version) === undefined &&
    `docs/changelog.md has no section "## ${version} (<year>-<month>-<day>)" with a text`,
];
const lacks = [
  !String(repository?.url)
    .replace(/\.git$/, '')
    .endsWith(place) && `"repository" in package.json is not ${place}: npm refuses the provenance`,
  !homepage && '"homepage" in package.json is missing',
  !bugs && '"bugs" in package.json is missing',
  !/^[^#\s].*@/m.test(read('.github/CODEOWNERS')) && '.github/CODEOWNERS names no one',
  ...published.map((path) => read(path).includes(placeholder) && `${path} says ${placeholder}`),
];
const problems = [...mistakes, ...lacks].filter((problem) => typeof problem === 'string');
for (const problem of problems) console.error(`error: ${problem}`);
if (lacks.some(Boolean)) console.error('hint: see "Set up the repository" in docs/contributing.md');
process.exitCode = problems.length > 0 ? 1 : 0;

/**
 * @param {string} folder
 * @returns {string[]}
 */
function filesBelow(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
