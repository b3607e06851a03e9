import * as ops from '../api/contract/operations/sites.ts';
import { byRole, resource } from './resource.ts';

export const site = resource({
  kind: 'site',
  noun: 'sites',
  one: 'site',
  several: 'sites',
  key: 'site',
  parents: ['org'],
  id: 'id',
  title: 'title',
  naturalKey: ['title'],
  search: 'title',
  addresses: ['/sites/{id}'],
  operations: byRole(ops, 'sites', 'list', 'get', 'create', 'update', 'delete'),
  others: { published: ops.getPublishedSite },
  fields: {
    spaces: { in: 'site-space', at: 'space.id' },
    proxy: { from: 'proxy.origin' },
    defaultSiteSpace: { in: 'site-space', where: 'default' },
    defaultSiteSection: { in: 'section', where: 'default' },
  },
  needs: ['space', 'section', 'site-space'],
  endings: { delete: { act: 'delete' } },
});

export const adaptiveSchema = resource({
  kind: 'adaptive-schema',
  noun: 'sites adaptive-schema',
  one: 'adaptive schema',
  several: 'adaptive schemas',
  parents: ['org', 'site'],
  naturalKey: [],
  operations: { get: ops.getSiteAdaptiveSchema, set: ops.setSiteAdaptiveSchema },
});
