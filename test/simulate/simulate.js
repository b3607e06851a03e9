// `npm run simulate -- --seed S --runs N`: plays histories, and prints what they have met and found.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { pageParts } from '../../src/build/page-parts.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
process.chdir(root);

const build = await rolldown({
  input: 'test/simulate/main.ts',
  external: ['libsql'],
  platform: 'node',
  plugins: [pageParts],
  checks: { pluginTimings: false },
});
// One file: whatever a command loads is there before the first history.
const file = 'node_modules/.cache/docs-admin/simulate.mjs';
await build.write({ file, format: 'esm', codeSplitting: false });
await build.close();
const { status } = spawnSync(process.execPath, [file, ...process.argv.slice(2)], { stdio: 'inherit' });
process.exitCode = status ?? 1;
