import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { bundle, completionEntries } from '../../src/build/bundler.js';
import { completionFile } from '../../src/build/generated.ts';

/**
 * Makes a folder with a `docs-admin` that completes words as the built tool does, and records the arguments of other lines, one
 * a line as `<argument>`, in the file `result`. In the place of a lookup it prints the file `candidates`.
 */
export async function completingTool(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'docs-admin-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = (name: string) => join(folder, name);
  await bundle(completionEntries, path('dist'));
  writeFileSync(path('dist/table.json'), await completionFile());
  writeFileSync(path('candidates'), '');
  const bin = `
const { readFileSync } = require('node:fs');
const text = (path) => readFileSync(path, 'utf8');
require(${JSON.stringify(resolve('bin/docs-admin.js'))}).run({
  text: () => text(${JSON.stringify(path('dist/table.json'))}),
  words: () => require(${JSON.stringify(path('dist/words.js'))}),
  tool: () => ({ start: () => process.stdout.write(text(${JSON.stringify(path('candidates'))})) }),
});
`;
  const tool = `#!/bin/sh
if [ "$1" = __complete ]; then exec '${process.execPath}' '${path('bin.cjs')}' "$@"; fi
printf '<%s>\\n' "$@" > '${path('result.new')}' && mv '${path('result.new')}' '${path('result')}'
`;
  writeFileSync(path('bin.cjs'), bin);
  writeFileSync(path('docs-admin'), tool, { mode: 0o755 });
  return folder;
}
