// `node src/build/release-check.js v1.2.3`: ends with 1 if the tag cannot be released, and says why.
import { readFileSync } from 'node:fs';
import { notesOf } from './changelog.js';

const [tag] = process.argv.slice(2);
const { version, repository } = JSON.parse(readFileSync('package.json', 'utf8'));
const place = `github.com/${process.env.GITHUB_REPOSITORY}`;
const problems = [
  tag !== `v${version}` && `the tag is ${tag}, but package.json has version ${version}: tag v${version}`,
  notesOf(readFileSync('docs/changelog.md', 'utf8'), version) === undefined &&
    `docs/changelog.md has no section "## ${version} (<year>-<month>-<day>)" with a text`,
  !String(repository?.url)
    .replace(/\.git$/, '')
    .endsWith(place) && `"repository" in package.json is not ${place}: npm refuses the provenance`,
].filter((problem) => problem !== false);
for (const problem of problems) console.error(`error: ${problem}`);
process.exitCode = problems.length > 0 ? 1 : 0;
