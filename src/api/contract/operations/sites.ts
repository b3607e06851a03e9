import * as z from 'zod/mini';
import { described } from '../facts.ts';
import { fields, listOperation, operation } from '../operation.ts';
import {
  answerId,
  Id,
  nonEmpty,
  open,
  openEnum,
  resource,
  SectionId,
  ShareKey,
  SiteSpaceId,
  SpaceId,
  Timestamp,
  text,
  Urls,
} from '../schemas.ts';

export const SiteType = openEnum(['basic']);
export const SiteVisibility = described(
  'who can read it',
  openEnum(['public', 'unlisted', 'share-link', 'visitor-auth']),
);
const SiteTitle = described('title shown to readers', text(2, 128));
const SiteBasename = text(1, 100);

export const Site = resource({ id: answerId<'site'>() }, () => ({
  object: z.string(),
  type: z.string(),
  title: z.string(),
  hostname: z.string(),
  basename: z.string(),
  proxy: resource({}, () => ({ origin: z.string(), target: z.string() })),
  visibility: z.string(),
  published: z.boolean(),
  siteSpaces: z.number(),
  createdAt: Timestamp,
  adaptiveContent: resource({}, () => ({ enabled: z.boolean() })),
  ads: resource({}, () => ({ status: z.string(), submittable: z.boolean() })),
  features: z.array(resource({}, () => ({ id: z.string(), plan: z.string(), frozen: z.boolean() }))),
  urls: Urls('location', 'app', 'published'),
}));
export type Site = z.output<typeof Site>;

export const SiteAdaptiveSchema = resource({ jsonSchema: z.looseObject({}) }, () => ({
  object: z.string(),
  updatedAt: Timestamp,
}));

/** `structure.structure` holds the site's sections. */
export const PublishedSite = resource({ site: Site }, () => ({
  object: z.string(),
  structure: resource({}, () => ({ type: z.string(), structure: z.array(z.looseObject({})) })),
  customizations: z.looseObject({}),
}));
export type PublishedSite = z.output<typeof PublishedSite>;

export const listSites = listOperation({
  id: 'sites.list',
  path: '/v1/orgs/{org}/sites',
  summary: 'List the sites of an organization',
  query: fields(() => ({
    space: described('only sites that publish this space', z.optional(SpaceId)),
    title: described('only sites whose title contains this', z.optional(nonEmpty())),
    published: described(
      'only published sites',
      z.optional(z.boolean()),
      'only sites that are not published',
    ),
    type: described('only sites of this type', z.optional(z.array(SiteType))),
  })),
  item: Site,
});

const publishing = {
  consequence: 'Everyone can read it then',
  consequenceIf: { visibility: 'public' },
} as const;

export const createSite = operation({
  id: 'sites.create',
  method: 'POST',
  path: '/v1/orgs/{org}/sites',
  summary: 'Create a site',
  body: fields(() => ({
    type: described('kind of site (default: basic)', z.optional(SiteType)),
    title: z.optional(SiteTitle),
    visibility: z.optional(SiteVisibility),
    spaces: described(
      'space to publish, in order; the first is the default',
      z.optional(open(z.array(SpaceId), Id)),
    ),
  })),
  result: Site,
  ...publishing,
  opens: true,
});

export const getSite = operation({
  id: 'sites.get',
  method: 'GET',
  path: '/v1/orgs/{org}/sites/{site}',
  summary: 'Show a site',
  result: Site,
});

/** The reference describes it as a host with a subdirectory, so that the scheme may be missing. */
const ProxyAddress = z
  .string()
  .check(
    z.regex(
      /^(https?:\/\/)?[^\s/:?#@]+(:\d+)?(\/[^\s?#]*)?$/,
      'must be an http(s) URL, or a host and a path',
    ),
  );

export const updateSite = operation({
  id: 'sites.update',
  method: 'PATCH',
  path: '/v1/orgs/{org}/sites/{site}',
  summary: 'Change a site',
  body: fields(() => ({
    title: z.optional(SiteTitle),
    visibility: z.optional(SiteVisibility),
    basename: described('last part of its address', z.optional(SiteBasename)),
    adaptiveContent: described(
      'show content that depends on the visitor',
      z.optional(z.strictObject({ enabled: z.boolean() })),
      'show the same content to everyone',
    ),
    defaultSiteSpace: described('site space that opens first', z.optional(SiteSpaceId)),
    defaultSiteSection: described('section that opens first', z.optional(SectionId)),
    proxy: described(
      'address under which another server shows the site',
      z.optional(z.nullable(open(ProxyAddress))),
      'no such address',
    ),
  })),
  result: Site,
  ...publishing,
  opens: ['visibility', 'adaptiveContent'],
});

export const deleteSite = operation({
  id: 'sites.delete',
  method: 'DELETE',
  path: '/v1/orgs/{org}/sites/{site}',
  summary: 'Delete a site',
  consequence: 'It goes offline. Undo does not bring back its customizations and share links',
});

export const getSiteAdaptiveSchema = operation({
  id: 'sites.adaptive-schema.get',
  method: 'GET',
  path: '/v1/orgs/{org}/sites/{site}/adaptive-schema',
  summary: 'Show what an adaptive-content visitor is expected to carry',
  result: SiteAdaptiveSchema,
});

export const setSiteAdaptiveSchema = operation({
  id: 'sites.adaptive-schema.set',
  method: 'PUT',
  path: '/v1/orgs/{org}/sites/{site}/adaptive-schema',
  summary: 'Replace the adaptive schema',
  body: fields(() => ({ jsonSchema: described('JSON Schema (draft-07)', z.looseObject({})) })),
  result: SiteAdaptiveSchema,
});

export const getPublishedSite = operation({
  id: 'sites.published',
  method: 'GET',
  path: '/v1/orgs/{org}/sites/{site}/published',
  summary: 'Show a site as its readers get it: structure and customizations',
  query: fields(() => ({ shareKey: described('key of a share-link site', z.optional(ShareKey)) })),
  result: PublishedSite,
});
