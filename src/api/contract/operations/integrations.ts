import * as z from 'zod/mini';
import { described } from '../facts.ts';
import { fields, listOperation, operation } from '../operation.ts';
import {
  answerId,
  Flags,
  Id,
  nonEmpty,
  openEnum,
  resource,
  secret,
  Timestamp,
  text,
  Uri,
  Urls,
  Variant,
} from '../schemas.ts';

const name = z
  .string()
  .check(z.maxLength(100), z.regex(/^[a-zA-Z0-9\-_.]+$/, 'must be letters, digits, "-", "_" and "."'));

export const IntegrationCategory = openEnum(
  ['analytics'],
  ['collaboration', 'content', 'gitsync', 'marketing', 'visitor-auth', 'other'],
);
export const IntegrationVisibility = openEnum(['public'], ['private', 'unlisted']);
export const IntegrationTarget = openEnum(['all'], ['organization', 'site', 'space']);
export const IntegrationScope = openEnum(
  ['space:views:read'],
  [
    'space:content:read',
    'space:content:write',
    'space:metadata:read',
    'space:metadata:write',
    'space:git:sync',
    'space:script:inject',
    'space:script:cookies',
    'space:visitor:auth',
    'site:metadata:read',
    'site:views:read',
    'site:script:inject',
    'site:script:cookies',
    'site:visitor:auth',
    'site:adaptive:read',
    'site:adaptive:write',
  ],
);

export const Organization = resource({ id: z.string() }, () => ({
  object: z.string(),
  title: z.string(),
  createdAt: Timestamp,
  emailDomains: z.array(z.string()),
  hostname: z.string(),
  type: z.string(),
  useCase: z.string(),
  communityType: z.string(),
  defaultRole: z.string(),
  defaultContent: resource({}, () => ({ type: z.string(), site: z.string() })),
  sso: z.boolean(),
  ai: z.boolean(),
  inviteLinks: z.boolean(),
  plan: z.string(),
  billing: z.looseObject({}),
  urls: Urls('location', 'app', 'logo'),
  trial: z.looseObject({}),
  customHostname: z.string(),
  blocked: z.looseObject({}),
  internal_isOnNewTrial: z.boolean(),
  internal_billingMigration: z.looseObject({}),
  permissions: Flags('admin', 'createContent'),
}));

const Block = resource({}, () => ({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  icon: Variant,
  urlUnfurl: z.array(z.string()),
  markdown: resource({}, () => ({ codeblock: Variant, body: Variant })),
}));

const ContentSource = resource({}, () => ({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  icon: Variant,
  configuration: resource({}, () => ({ componentId: z.string() })),
}));

const Configuration = resource({}, () => ({
  properties: z.record(
    z.string(),
    resource({}, () => ({
      title: z.string(),
      description: z.string(),
      type: z.string(),
      default: z.unknown(),
      completion_url: z.string(),
      enum: z.array(z.string()),
    })),
  ),
  required: z.array(z.string()),
}));

const Configurations = resource({}, () => ({
  account: Configuration,
  space: Configuration,
  site: Configuration,
}));

/** Operations address it by its `name`. */
export const Integration = resource({ name: answerId<'integration'>() }, () => ({
  object: z.string(),
  version: z.number(),
  title: z.string(),
  description: z.string(),
  summary: z.string(),
  previewImages: z.array(z.string()),
  target: z.string(),
  verified: z.boolean(),
  visibility: z.string(),
  scopes: z.array(z.string()),
  categories: z.array(z.string()),
  blocks: z.array(Block),
  contentSources: z.array(ContentSource),
  configurations: Configurations,
  externalLinks: z.array(resource({}, () => ({ url: z.string(), label: z.string() }))),
  owner: Organization,
  urls: Urls('location', 'icon', 'app', 'assets', 'publicEndpoint'),
  permissions: Flags('admin', 'install'),
  contentSecurityPolicy: Variant,
}));
export type Integration = z.output<typeof Integration>;

export const Installation = resource({ id: z.string() }, () => ({
  status: z.string(),
  space_selection: z.string(),
  site_selection: z.string(),
  spaces: z.number(),
  configuration: z.looseObject({}),
}));
export type Installation = z.output<typeof Installation>;

const Image = z.base64('must be base64');

export const listIntegrations = listOperation({
  id: 'integrations.list',
  path: '/v1/integrations',
  summary: 'List the integrations',
  query: fields(() => ({
    search: described('only integrations whose name contains this', z.optional(nonEmpty())),
    category: described('only integrations of this category', z.optional(IntegrationCategory)),
    blockDomain: described('only integrations with blocks for links to this domain', z.optional(name)),
    blocks: described(
      'only integrations with blocks',
      z.optional(z.boolean()),
      'only integrations without blocks',
    ),
    contentSources: described(
      'only integrations with content sources',
      z.optional(z.boolean()),
      'only integrations without content sources',
    ),
    owner: described('only integrations of this organization', z.optional(Id)),
  })),
  item: Integration,
});

export const getIntegration = operation({
  id: 'integrations.get',
  method: 'GET',
  path: '/v1/integrations/{integration}',
  params: { integration: name },
  summary: 'Show an integration',
  result: Integration,
});

export const publishIntegration = operation({
  id: 'integrations.publish',
  method: 'POST',
  path: '/v1/integrations/{integration}',
  params: { integration: name },
  summary: 'Publish an integration, or a new version of it',
  body: fields(() => ({
    icon: described('image of its icon', z.optional(Image)),
    title: described('title', text(2, 30)),
    description: described('what it does', z.string().check(z.maxLength(100))),
    summary: described('long description as Markdown', z.optional(z.string().check(z.maxLength(2048)))),
    previewImages: described('image of how it looks', z.optional(z.array(Image).check(z.maxLength(3)))),
    visibility: described('who can find it', z.optional(IntegrationVisibility)),
    target: described('where it can be installed (default: all)', z.optional(IntegrationTarget)),
    scopes: described('what it may do', z.array(IntegrationScope)),
    categories: described('what it is about', z.optional(z.array(IntegrationCategory))),
    blocks: described('blocks that it adds to pages', z.optional(z.array(Block))),
    contentSources: described('content sources that it offers', z.optional(z.array(ContentSource))),
    externalLinks: described(
      'link to show beside it',
      z.optional(z.array(z.strictObject({ url: Uri, label: z.string() })).check(z.maxLength(5))),
    ),
    configurations: described('settings that an installation asks for', z.optional(Configurations)),
    script: described('its code', nonEmpty()),
    organization: described('organization that publishes it', nonEmpty()),
    secrets: described('secret for its code', z.optional(secret(z.record(z.string(), z.string())))),
    contentSecurityPolicy: described('content security policy of what its code answers', z.optional(Variant)),
  })),
  result: Integration,
  effect: 'update',
  isFinal: true,
});

export const unpublishIntegration = operation({
  id: 'integrations.unpublish',
  method: 'DELETE',
  path: '/v1/integrations/{integration}',
  params: { integration: name },
  summary: 'Unpublish an integration',
  consequence: 'It stops working everywhere it is installed. This cannot be undone',
});

export const listIntegrationInstallations = listOperation({
  id: 'integrations.installations',
  path: '/v1/integrations/{integration}/installations',
  params: { integration: name },
  summary: 'List where an integration is installed',
  query: fields(() => ({
    externalId: described('only installations with this external id', z.optional(Id)),
  })),
  item: Installation,
});
