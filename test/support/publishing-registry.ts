import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface Packument {
  readonly 'dist-tags': Record<string, string>;
  readonly versions: Record<string, { readonly dist: { readonly integrity: string } }>;
}

/** A registry of packages in the process of the tests: it takes what `npm publish` sends, and shows it again. */
export interface Registry {
  readonly address: string;
  /** The tags of a package with their versions. */
  tags(name: string): Record<string, string>;
  /** The versions of a package, in the order of their publication. */
  versions(name: string): string[];
  /** The next publication is answered with this status, before or after it has been stored. */
  fail(status: number, when: 'before' | 'after'): void;
  close(): void;
}

/** Starts a registry that refuses a version that is there already, as the registry of npm does. */
export async function startRegistry(): Promise<Registry> {
  const packages = new Map<string, Packument>();
  let failure: { readonly status: number; readonly when: 'before' | 'after' } | undefined;

  /** Stores the one version of a publication. Returns the status of the answer. */
  function publish(name: string, sent: Packument): number {
    const known = packages.get(name) ?? { 'dist-tags': {}, versions: {} };
    if (Object.keys(sent.versions).some((version) => version in known.versions)) return 403;
    packages.set(name, {
      'dist-tags': {
        latest: Object.keys(sent.versions)[0] ?? '',
        ...known['dist-tags'],
        ...sent['dist-tags'],
      },
      versions: { ...known.versions, ...sent.versions },
    });
    return 201;
  }

  async function answer(request: IncomingMessage): Promise<[status: number, body: unknown]> {
    const name = decodeURIComponent((request.url ?? '').slice(1).replace(/\?.*/, ''));
    const found = packages.get(name);
    if (request.method !== 'PUT') return found ? [200, { name, ...found }] : [404, { error: 'Not found' }];
    const sent = JSON.parse(await text(request)) as Packument;
    const failed = failure;
    failure = undefined;
    if (failed?.when === 'before') return [failed.status, { error: 'try again later' }];
    const status = publish(name, sent);
    return failed ? [failed.status, { error: 'try again later' }] : [status, {}];
  }

  const server = createServer(async (request, response) => {
    const [status, body] = await answer(request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    tags: (name) => packages.get(name)?.['dist-tags'] ?? {},
    versions: (name) => Object.keys(packages.get(name)?.versions ?? {}),
    fail: (status, when) => {
      failure = { status, when };
    },
    close: () => server.close(),
  };
}
