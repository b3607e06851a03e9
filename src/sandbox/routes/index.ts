import type { Route } from '../http/route.ts';

type Load = () => Promise<readonly Route[]>;

/** The same array each time. */
function once(load: Load): Load {
  let routes: Promise<readonly Route[]> | undefined;
  return () => {
    routes ??= load();
    return routes;
  };
}

const spaceContent = once(async () => {
  const [{ changeRequestRoutes }, { contentRoutes }] = await Promise.all([
    import('./change-requests.ts'),
    import('./content.ts'),
  ]);
  return [...changeRequestRoutes, ...contentRoutes];
});
const comments = once(async () => {
  const [{ commentRoutes }, { commentReplyRoutes }] = await Promise.all([
    import('./comments.ts'),
    import('./comment-replies.ts'),
  ]);
  return [...commentRoutes, ...commentReplyRoutes];
});
const sites = once(async () => {
  const parts = await Promise.all([
    import('./sites.ts').then(({ siteRoutes }) => siteRoutes),
    import('./sections.ts').then(({ sectionRoutes }) => sectionRoutes),
    import('./section-groups.ts').then(({ sectionGroupRoutes }) => sectionGroupRoutes),
    import('./site-spaces.ts').then(({ siteSpaceRoutes }) => siteSpaceRoutes),
  ]);
  return parts.flat();
});
const collections: Load = async () => (await import('./collections.ts')).collectionRoutes;
const customFields: Load = async () => (await import('./custom-fields.ts')).customFieldRoutes;
const members: Load = async () => (await import('./members.ts')).memberRoutes;

/**
 * Every operation that the service answers, by the words that its path begins with. A command in this process needs
 * those of one noun, and the contracts of all would take longer than everything else.
 */
const routesByPath: ReadonlyMap<string, Load> = new Map([
  ['collections', collections],
  ['integrations', async () => (await import('./integrations.ts')).integrationRoutes],
  ['orgs/collections', collections],
  ['orgs/custom-fields', customFields],
  ['orgs/members', members],
  ['orgs/openapi', async () => (await import('./openapi.ts')).openApiRoutes],
  ['orgs/ping', members],
  ['orgs/saml', async () => (await import('./saml.ts')).samlRoutes],
  ['orgs/sites', sites],
  ['orgs/sso', async () => (await import('./sso.ts')).ssoRoutes],
  ['orgs/teams', async () => (await import('./teams.ts')).teamRoutes],
  ['orgs/translations', async () => (await import('./translations.ts')).translationRoutes],
  ['spaces/change-requests', spaceContent],
  ['spaces/comments', comments],
  ['spaces/custom-fields', customFields],
  ['spaces/git', async () => (await import('./git.ts')).gitRoutes],
  ['spaces/permissions', async () => (await import('./spaces.ts')).spaceRoutes],
]);

/** The routes among which that of a path is, if there is any. */
export async function routesOf(path: string): Promise<readonly Route[]> {
  const [, , first = '', , second] = path.split('/');
  const load = routesByPath.get(first) ?? routesByPath.get(`${first}/${second}`);
  return load ? await load() : [];
}

export async function allRoutes(): Promise<Route[]> {
  const loads = new Set(routesByPath.values());
  return (await Promise.all([...loads].map((load) => load()))).flat();
}
