// Requests of an organization file are ordered by what they open and close.
import { describe, expect, test } from 'vitest';
import type { Transport } from '../../src/ports.ts';
import { sandboxCli } from '../support/cli.ts';

interface Pair {
  /** Opens one thing and closes another: more people can reach something if only the first is done. */
  readonly file: string;
  /** What the state in between shows, and whether it is more open than the states before and after. */
  readonly reads: readonly [path: string, isOpen: (answer: string) => boolean][];
  readonly closes: RegExp;
  readonly opens: RegExp;
}

const site = '/v1/orgs/org_acme/sites/site_docs';

function docsSite(news: string, visibility = 'visitor-auth'): string {
  return `format: docs-admin-organization/1
sites:
  Acme Docs:
    visibility: ${visibility}
    sections:
      - { title: Guides, path: guides, group: Learn, default: true }
      - { title: API reference, path: api, group: Build }
      - { title: News, path: news, ${news} }
`;
}

const otherNews = docsSite(
  'condition: visitor.isLoggedIn, spaces: [ { space: Drafts, path: drafts, default: true } ]',
  'public',
);

/** Returns the condition of a thing in a list; `undefined` if it is not there. */
function conditionIn(list: string, id: string): string | null | undefined {
  const items: { readonly id: string; readonly condition?: string }[] = JSON.parse(list).items;
  const thing = items.find((one) => one.id === id);
  return thing && (thing.condition ?? null);
}

/** Returns the role of a team in a list. */
function roleIn(list: string, team: string): string | null | undefined {
  const items: { readonly permission: string | null; readonly team: { readonly id: string } }[] =
    JSON.parse(list).items;
  return items.find((one) => one.team.id === team)?.permission;
}

const isPublic = (answer: string) => JSON.parse(answer).visibility === 'public';

const pairs: Readonly<Record<string, Pair>> = {
  'a site is closed while a space joins it': {
    file: docsSite(
      'spaces: [ { space: Changelog, path: changelog, default: true }, { space: Drafts, path: drafts } ]',
    ),
    reads: [
      [site, isPublic],
      [`${site}/site-spaces`, (answer) => answer.includes('space_drafts')],
    ],
    closes: /^PATCH \S+\/sites\/site_docs$/,
    opens: /^POST \S+\/site-spaces$/,
  },
  'a site is closed while a section loses its condition': {
    file: docsSite('condition: ""'),
    reads: [
      [site, isPublic],
      [`${site}/sections`, (answer) => !answer.includes('visitor.claims.plan')],
    ],
    closes: /^PATCH \S+\/sites\/site_docs$/,
    opens: /^PATCH \S+\/sections\/section_news$/,
  },
  'a section gets another condition while a space joins it, and its default leaves': {
    file: otherNews,
    reads: [
      [`${site}/sections`, (answer) => conditionIn(answer, 'section_news')?.includes('plan') ?? true],
      [`${site}/site-spaces`, (answer) => answer.includes('space_drafts')],
    ],
    closes: /^PATCH \S+\/sections\/section_news$/,
    opens: /^POST \S+\/site-spaces$/,
  },
  'a section gets another condition while its default leaves, and a space joins it': {
    file: otherNews,
    reads: [
      [`${site}/sections`, (answer) => conditionIn(answer, 'section_news') === 'visitor.isLoggedIn'],
      [`${site}/site-spaces`, (answer) => conditionIn(answer, 'sitesp_changelog') === null],
    ],
    closes: /^PATCH \S+\/site-spaces\/sitesp_changelog$/,
    opens: /^PATCH \S+\/sections\/section_news$/,
  },
  'the role of a team rises while a person leaves it': {
    file: `format: docs-admin-organization/1
teams:
  Design 🎨: { members: { noa@acme.example: owner, omar@acme.example: member, zoe@acme.example: member } }
collections:
  Empty: { teams: { Design 🎨: admin } }
`,
    reads: [
      ['/v1/orgs/org_acme/teams/team_design/members', (answer) => answer.includes('user_uma')],
      ['/v1/collections/col_empty/permissions/teams', (answer) => answer.includes('team_design')],
    ],
    closes: /^PUT \S+\/teams\/team_design\/members$/,
    opens: /^P\w+ \S+\/col_empty\/permissions\/teams\/team_design$/,
  },
  'the role of a person rises while the person joins a team, which may have less': {
    file: `format: docs-admin-organization/1
members: { pat@partner.example: edit }
teams: { Nobody yet: { members: { pat@partner.example: member } } }
`,
    reads: [
      ['/v1/orgs/org_acme/members/user_pat', (answer) => JSON.parse(answer).role === 'edit'],
      ['/v1/orgs/org_acme/teams/team_empty/members', (answer) => !answer.includes('user_pat')],
    ],
    closes: /^P\w+ \S+\/teams\/team_empty\/members/,
    opens: /^PATCH \S+\/members\/user_pat$/,
  },
  'a default level falls while a guest becomes a member': {
    file: `format: docs-admin-organization/1
members: { pat@partner.example: comment }
collections:
  Product: { default-level: read }
`,
    reads: [
      ['/v1/orgs/org_acme/members/user_pat', (answer) => JSON.parse(answer).role === 'comment'],
      ['/v1/collections/col_product', (answer) => JSON.parse(answer).defaultLevel === 'edit'],
    ],
    closes: /^PATCH \/v1\/collections\/col_product$/,
    opens: /^PATCH \S+\/members\/user_pat$/,
  },
  'a collection moves while a team loses its role in the new place': {
    file: `format: docs-admin-organization/1
collections:
  Product:
    teams: { Docs: edit, "Support, EMEA": comment }
    collections: { Empty: { previously: [ Empty ] } }
`,
    reads: [
      ['/v1/collections/col_empty', (answer) => JSON.parse(answer).parent === 'col_product'],
      ['/v1/collections/col_product/permissions/teams', (answer) => roleIn(answer, 'team_docs') === 'admin'],
    ],
    closes: /^P\w+ \S+\/col_product\/permissions\/teams\/team_docs$/,
    opens: /^POST \S+\/col_empty\/move$/,
  },
  'a collection moves while a team gets a role in the place before': {
    file: `format: docs-admin-organization/1
collections:
  API & SDKs: { previously: [ Product/API & SDKs ] }
  Product: { teams: { Docs: admin, "Support, EMEA": admin } }
`,
    reads: [
      ['/v1/collections/col_api', (answer) => JSON.parse(answer).parent === 'col_product'],
      [
        '/v1/collections/col_product/permissions/teams',
        (answer) => roleIn(answer, 'team_support') === 'admin',
      ],
    ],
    closes: /^POST \S+\/col_api\/move$/,
    opens: /^P\w+ \S+\/col_product\/permissions\/teams\/team_support$/,
  },
};

/**
 * Carries the file out, one request after the other. Returns the changes that were sent, and whether the state after each
 * of them, which stays if the process is killed, is more open than it was and than the file says.
 */
async function carriedOut({ file, reads }: Pair, refused?: RegExp) {
  const sent: string[] = [];
  const open: boolean[] = [];
  const through =
    (sandbox: Transport): Transport =>
    async (request, signal) => {
      if (request.method === 'GET') return sandbox(request, signal);
      const { origin, pathname } = new URL(request.url);
      const name = `${request.method} ${pathname}`;
      sent.push(name);
      if (refused?.test(name)) return { status: 403, headers: {}, body: new Uint8Array() };
      const answer = await sandbox(request, signal);
      const { body: _, ...rest } = request;
      const states = reads.map(async ([path, isOpen]) => {
        const read = await sandbox({ ...rest, method: 'GET', url: `${origin}${path}` }, signal);
        return isOpen(new TextDecoder().decode(read.body as Uint8Array));
      });
      open.push(!(await Promise.all(states)).includes(false));
      return answer;
    };
  const docs = await sandboxCli({ 'org.yaml': file }, through);
  const run = await docs(
    'org apply --file org.yaml --delete --allow-opening public,administrators --yes --concurrency 1',
  );
  return { run, sent, open };
}

describe.each(Object.entries(pairs))('%s', (_, pair) => {
  test('is carried out, and ends closed', async () => {
    const { run, sent, open } = await carriedOut(pair);
    expect([run.code, run.stderr]).toEqual([0, run.stderr]);
    expect(sent.some((one) => pair.closes.test(one)) && sent.some((one) => pair.opens.test(one))).toBe(true);
    expect(open.at(-1)).toBe(false);
  });

  test('is open at no moment', async () => {
    const { open } = await carriedOut(pair);
    expect(open).not.toContain(true);
  });

  test('opens nothing where closing is refused', async () => {
    const { run, sent } = await carriedOut(pair, pair.closes);
    expect(run.code).toBe(9);
    expect(sent.filter((one) => pair.opens.test(one))).toEqual([]);
  });
});
