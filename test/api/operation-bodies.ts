import type * as z from 'zod/mini';
import { check } from '../../src/api/contract/check.ts';
import type { Operation } from '../../src/api/contract/operation.ts';
import { operations } from '../../src/api/contract/operations/index.ts';

export function byId(id: string): Operation {
  const op = operations.find((one) => one.id === id);
  if (!op) throw new Error(`no operation ${id}`);
  return op;
}

/** The least body that an operation accepts. */
export const least: Record<string, object> = {
  'sections.create': { spaceId: 's' },
  'section-groups.create': { title: 'T' },
  'custom-fields.create': { name: 'n', type: 'text' },
  'integrations.publish': { title: 'Ti', description: '', scopes: [], script: 'x', organization: 'o' },
  'saml.create': { label: 'L' },
  'openapi.create': { slug: 's', source: { text: '' } },
  'git.import': { url: 'https://git.example/a.git', ref: 'refs/heads/main' },
  'git.export': { url: 'https://git.example/a.git', ref: 'refs/heads/main', commitMessage: '' },
};

/** The problems of the operation's least body with `fields`, as `field message`. */
export function problemsOf(id: string, fields: object): string[] {
  const { problems } = check(byId(id).body as z.ZodMiniType, { ...least[id], ...fields });
  return problems.map(({ path, message }) => `${path.join('.')} ${message}`);
}
