import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundler.js';

const cache = fileURLToPath(new URL('../../node_modules/.cache/docs-admin/', import.meta.url));

/**
 * Loads `generated.ts`, bundled so that Node can run it.
 *
 * @returns {Promise<typeof import('./generated.ts')>}
 */
export async function loadGenerated() {
  const dir = `${cache}generated`;
  await bundle({ generated: 'src/build/generated.ts' }, dir);
  return createRequire(import.meta.url)(`${dir}/generated.js`);
}
