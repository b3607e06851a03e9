import { expect } from 'vitest';
import type { Transport } from '../../src/ports.ts';
import { type Run, sandboxCli } from './cli.ts';

/** The parts of a plan as JSON that tests look at. */
export interface Planned {
  readonly complete: boolean;
  readonly changes: readonly { action: string; kind: string; name: string; id?: string; fields: unknown[] }[];
  readonly withheld: readonly { action: string; kind: string; name: string }[];
  readonly objections: readonly unknown[];
  readonly unknown: readonly unknown[];
}

/** The first line of every organization file. */
export const head = 'format: docs-admin-organization/1\n';

/** Makes a command line on the demo organization, with a file of these sections as `org.yaml`. */
export async function orgCli(
  sections: string,
  {
    files = {},
    through,
  }: { files?: Record<string, string>; through?: (sandbox: Transport) => Transport } = {},
) {
  const docs = await sandboxCli({ ...files, 'org.yaml': `${head}${sections}` }, through);
  const plan = async (flags = ''): Promise<Planned> => {
    const run = await docs(`org plan --file org.yaml --json ${flags}`);
    expect(run.writes).toEqual([]);
    expect(run.stderr).toBe('');
    return JSON.parse(run.stdout) as Planned;
  };
  return {
    docs,
    plan,
    /** The plan in short lines: `update collection Product: description "old" -> "new"`. */
    changes: async (flags = '') => (await plan(flags)).changes.map(changeLine),
    /** Carries the file out, and expects that nothing is left to change. Returns the requests that write. */
    async apply(flags = ''): Promise<string[]> {
      const run = await docs(
        `org apply --file org.yaml --yes --allow-opening public,administrators ${flags}`,
      );
      expect(run).toMatchObject({ code: 0 });
      expect((await plan(flags)).changes).toEqual([]);
      return run.writes.map(requestLine);
    },
    /** The problems of the file that the plan tells. */
    async problems(): Promise<string> {
      const run = await docs('org plan --file org.yaml --json');
      expect(run).toMatchObject({ code: 2, stdout: '', writes: [] });
      const { message, details } = JSON.parse(run.stderr).error;
      return [message, ...details].join('\n');
    },
    /** The addresses that the plan reads. */
    reads: async () =>
      (await docs('org plan --file org.yaml --json')).requests.map(({ path }) => path.split('?')[0]),
  };
}

export function changeLine({ action, kind, name, fields }: Planned['changes'][number]): string {
  const texts = (fields as { field: string; before: unknown; after: unknown }[]).map(
    ({ field, before, after }) => `${field} ${JSON.stringify(before)} -> ${JSON.stringify(after)}`,
  );
  return [`${action} ${kind} ${name}`, ...(texts.length > 0 ? [texts.join(', ')] : [])].join(': ');
}

export function requestLine({ method, path, body }: Run['writes'][number]): string {
  const short = path.replace('/v1/', '').replace('orgs/org_acme/', '');
  return `${method} ${short}${body === undefined ? '' : ` ${JSON.stringify(body)}`}`;
}

/** Answers 403 for some addresses. */
export function forbidden(path: RegExp): (sandbox: Transport) => Transport {
  return (sandbox) => (request, signal) =>
    path.test(new URL(request.url).pathname)
      ? Promise.resolve({ status: 403, headers: {}, body: new TextEncoder().encode('{}') })
      : sandbox(request, signal);
}
