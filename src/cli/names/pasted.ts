import type { Kind } from '../../api/facts.ts';

/**
 * How the address of one thing ends, in the API and in the web application; `{id}` stands for what it is known by. The
 * reference shows the addresses of the API; those of the web application are what the sandbox answers.
 */
const endings: Readonly<Record<Kind, readonly string[]>> = {
  site: ['/sites/{id}'],
  section: ['/sections/{id}'],
  group: ['/section-groups/{id}'],
  siteSpace: ['/site-spaces/{id}'],
  space: ['/v1/spaces/{id}', '/s/{id}'],
  collection: ['/collections/{id}', '/c/{id}'],
  changeRequest: ['/change-requests/{id}'],
  comment: ['/comments/{id}'],
  user: ['/members/{id}', '/users/{id}'],
  team: ['/teams/{id}'],
  field: ['/custom-fields/{id}'],
  provider: ['/saml/{id}'],
  integration: ['/integrations/{id}'],
  spec: ['/openapi/{id}'],
  translation: ['/translations/{id}'],
};

/** The id of a thing of this kind in its address; `undefined` where it is the address of something else. */
export function idInAddress(kind: Kind, address: string): string | undefined {
  return find(kind, address, '/?$');
}

/** The id of what a thing is in, in the address of the thing. */
export function surroundingInAddress(kind: Kind, address: string): string | undefined {
  return find(kind, address, '/.');
}

function find(kind: Kind, address: string, after: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { pathname } = new URL(address);
  const [id] = endings[kind].flatMap((ending) => {
    const [before = ''] = ending.split('{id}');
    return new RegExp(`${before}([^/]+)${after}`).exec(pathname)?.[1] ?? [];
  });
  try {
    return id === undefined ? undefined : decodeURIComponent(id);
  } catch {
    return undefined;
  }
}
