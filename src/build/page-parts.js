import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { rolldown } from 'rolldown';

const mark = '\0page-part:';

/**
 * Makes the parts of HTML pages importable as text: `./page.css?style`, without comments and line breaks, and
 * `./access.ts?script`, one script with everything that it imports, for browsers of 2022 and later.
 *
 * @type {import('rolldown').Plugin}
 */
export const pageParts = {
  name: 'page-parts',
  resolveId(source, importer) {
    const [, path, kind] = source.match(/^(\..*)\?(style|script)$/) ?? [];
    if (path === undefined || importer === undefined) return null;
    // The ending keeps plugins for style sheets away.
    return `${mark}${kind}:${resolve(dirname(importer), path)}.text.js`;
  },
  async load(id) {
    if (!id.startsWith(mark)) return null;
    const [, kind, path] = /** @type {RegExpMatchArray} */ (
      id.slice(mark.length).match(/^(\w+):(.*)\.text\.js$/)
    );
    this.addWatchFile(/** @type {string} */ (path));
    const text = kind === 'style' ? styleText(String(path)) : await scriptText(String(path));
    return `export default ${JSON.stringify(text)};`;
  },
};

/** @param {string} path */
function styleText(path) {
  return readFileSync(path, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** @param {string} path */
async function scriptText(path) {
  const build = await rolldown({ input: path, platform: 'browser', transform: { target: 'es2022' } });
  const { output } = await build.generate({ format: 'iife', minify: true, comments: false });
  await build.close();
  return output[0].code.trim();
}
