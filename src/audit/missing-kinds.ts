import type { ResourceKind } from '../model/resources.ts';
import { encodingOf } from '../text/decode.ts';

/** Kinds of things that a snapshot of an organization leaves out, by their table in a fixture. */
const tables: Readonly<Record<string, readonly ResourceKind[]>> = {
  change_requests: ['change-request'],
  comments: ['comment'],
  integrations: ['integration', 'installation'],
};

/** The kinds of things that a snapshot of an organization never holds. */
export const neverInSnapshots: readonly ResourceKind[] = Object.values(tables).flat();

/** Returns the kinds whose tables a fixture does not have. They must not count as empty. */
export async function missingKinds(fixture: AsyncIterable<Uint8Array>): Promise<ResourceKind[]> {
  const missing = new Map(Object.entries(tables));
  let end = '';
  let decode: ((bytes: Uint8Array) => string) | undefined;
  for await (const bytes of fixture) {
    decode ??= decoderOf(bytes);
    const text = end + decode(bytes);
    for (const table of missing.keys()) {
      if (new RegExp(`(?<!\\\\)"${table}"\\s*:\\s*\\[`).test(text)) missing.delete(table);
    }
    if (missing.size === 0) break;
    end = text.slice(-longestName);
  }
  return [...missing.values()].flat();
}

function decoderOf(first: Uint8Array): (bytes: Uint8Array) => string {
  const decoder = new TextDecoder(encodingOf(first));
  return (bytes) => decoder.decode(bytes, { stream: true });
}

/** Enough characters for a name that two pieces of the file share. */
const longestName = 64;
