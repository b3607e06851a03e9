import * as z from 'zod/mini';
import { listOperation, operation } from '../operation.ts';
import { Flags, openEnum, resource, secret, Timestamp, text, Uri, Urls, Variant } from '../schemas.ts';

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

export const Organization = resource(
  { id: z.string() },
  {
    object: z.string(),
    title: z.string(),
    createdAt: Timestamp,
    emailDomains: z.array(z.string()),
    hostname: z.string(),
    type: z.string(),
    useCase: z.string(),
    communityType: z.string(),
    defaultRole: z.string(),
    defaultContent: resource({}, { type: z.string(), site: z.string() }),
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
  },
);

const Block = resource(
  {},
  {
    id: z.string(),
    title: z.string(),
    description: z.string(),
    icon: Variant,
    urlUnfurl: z.array(z.string()),
    markdown: resource({}, { codeblock: Variant, body: Variant }),
  },
);

const ContentSource = resource(
  {},
  {
    id: z.string(),
    title: z.string(),
    description: z.string(),
    icon: Variant,
    configuration: resource({}, { componentId: z.string() }),
  },
);

const Configuration = resource(
  {},
  {
    properties: z.record(
      z.string(),
      resource(
        {},
        {
          title: z.string(),
          description: z.string(),
          type: z.string(),
          default: z.unknown(),
          completion_url: z.string(),
          enum: z.array(z.string()),
        },
      ),
    ),
    required: z.array(z.string()),
  },
);

const Configurations = resource({}, { account: Configuration, space: Configuration, site: Configuration });

/** Operations address it by its `name`. */
export const Integration = resource(
  { name: z.string() },
  {
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
    externalLinks: z.array(resource({}, { url: z.string(), label: z.string() })),
    owner: Organization,
    urls: Urls('location', 'icon', 'app', 'assets', 'publicEndpoint'),
    permissions: Flags('admin', 'install'),
    contentSecurityPolicy: Variant,
  },
);
export type Integration = z.output<typeof Integration>;

export const Installation = resource(
  { id: z.string() },
  {
    status: z.string(),
    space_selection: z.string(),
    site_selection: z.string(),
    spaces: z.number(),
    configuration: z.looseObject({}),
  },
);
export type Installation = z.output<typeof Installation>;

/** An image's bytes. */
const Image = z.base64('must be base64');

export const listIntegrations = listOperation({
  id: 'integrations.list',
  path: '/v1/integrations',
  summary: 'List the integrations',
  query: z.strictObject({
    search: z.optional(z.string()),
    category: z.optional(IntegrationCategory),
    blockDomain: z.optional(name),
    blocks: z.optional(z.boolean()),
    contentSources: z.optional(z.boolean()),
    owner: z.optional(z.string()),
  }),
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
  body: z.strictObject({
    icon: z.optional(Image),
    title: text(2, 30),
    description: z.string().check(z.maxLength(100)),
    summary: z.optional(z.string().check(z.maxLength(2048))),
    previewImages: z.optional(z.array(Image).check(z.maxLength(3))),
    visibility: z.optional(IntegrationVisibility),
    target: z.optional(IntegrationTarget),
    scopes: z.array(IntegrationScope),
    categories: z.optional(z.array(IntegrationCategory)),
    blocks: z.optional(z.array(Block)),
    contentSources: z.optional(z.array(ContentSource)),
    externalLinks: z.optional(z.array(z.strictObject({ url: Uri, label: z.string() })).check(z.maxLength(5))),
    configurations: z.optional(Configurations),
    script: z.string(),
    organization: z.string(),
    secrets: z.optional(secret(z.record(z.string(), z.string()))),
    contentSecurityPolicy: z.optional(Variant),
  }),
  result: Integration,
});

export const unpublishIntegration = operation({
  id: 'integrations.unpublish',
  method: 'DELETE',
  path: '/v1/integrations/{integration}',
  params: { integration: name },
  summary: 'Unpublish an integration',
});

export const listIntegrationInstallations = listOperation({
  id: 'integrations.installations',
  path: '/v1/integrations/{integration}/installations',
  params: { integration: name },
  summary: 'List where an integration is installed',
  query: z.strictObject({ externalId: z.optional(z.string()) }),
  item: Installation,
});
