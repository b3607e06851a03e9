import type { Method } from '../api/contract/operation.ts';
import { anyListOperation, anyOperation } from '../api/contract/operations/any.ts';
import { flag } from '../cli/flags/flag.ts';
import { guardFlags } from '../cli/flags/removal-flags.ts';
import type { LineParts } from '../cli/session/line-parts.ts';
import { defineVerb, type Verb } from '../cli/verb.ts';
import { formObject, InvalidField, jsonField, textField } from '../domain/form.ts';
import { UsageError } from '../errors.ts';
import { answerView } from '../views/requests.ts';

const methods: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] satisfies Method[];
/** Headers of the connection itself, which the tool sets. */
const ownHeaders =
  /^(authorization|host|content-length|transfer-encoding|connection|cookie|expect|upgrade|keep-alive|te|trailer|http2-settings|proxy-.*)$/;
/** Headers that make some servers use another method than the request's: a change would look like a read. */
const methodHeaders = /^x-(http-)?method(-override)?$/;

export const api = (command: Verb) => {
  defineVerb(
    command,
    {
      summary: 'Send any request, with the token: for what has no command yet',
      effect: 'any',
      printsAnything: true,
    },
    [
      'docs-admin api GET /v1/orgs/org_acme/sites',
      'docs-admin api GET /v1/orgs/org_acme/members -f role=admin --paginate',
      'docs-admin api PATCH /v1/orgs/org_acme/sites/site_docs -f title=Handbook -F "adaptiveContent[enabled]=true"',
      'docs-admin api PUT /v1/orgs/org_acme/teams/team_docs/members -f "add[]=user_grace" -f "add[]=user_kim"',
    ],
  )
    .argument('<method>', `one of ${methods.join(', ')}`)
    .argument('<path>', 'path and query, from /v1 on')
    .addOption(collected('-f, --field <key=text>', 'field with a text value; a[b]= nests, a[]= appends'))
    .addOption(
      collected('-F, --json-field <key=json>', 'field with a JSON value: a number, true, null, a list'),
    )
    .option('--input <file>', 'the body as JSON or YAML, from a file or - for standard input')
    .addOption(collected('-H, --header <name:value>', 'further header'))
    .option('--paginate', 'follow the cursors, and print the items of all pages as one array')
    .addOptions(...guardFlags)
    .run(
      async (
        { api, files, out },
        word,
        path,
        { field = [], jsonField: json = [], input, header = [], paginate },
      ) => {
        const method = checkedMethod(word);
        const given = [
          ...inFlag('--field', () => field.map(textField)),
          ...inFlag('--json-field', () => json.map(jsonField)),
        ];
        const fields = inFlag('--field', () => formObject(given));
        const inQuery = method === 'GET';
        const body = inQuery ? undefined : await requestBody({ files }, input, fields);
        if (inQuery && input !== undefined)
          throw new UsageError('--input does not go with GET', { hint: 'give -f for its query' });
        const operation = anyOperation(method, checkedPath(path), body !== undefined);
        const headers = requestHeaders(header);
        const query: Record<string, unknown> = { ...queryOf(path), ...(inQuery ? plainFields(fields) : {}) };
        if (!paginate) return show({ out }, await api.call(operation, { query, body, headers }));
        if (!inQuery) throw new UsageError('--paginate goes with GET only');
        const { page, limit, ...filters } = query;
        if (page === '') throw new UsageError('invalid --field "page": must not be empty');
        const cursor = page === undefined ? undefined : String(page);
        const range = { cursor, pageSize: limit === undefined ? undefined : Number(limit) };
        const list = anyListOperation(operation.path);
        await out.list(api.pages(list, { query: filters, headers }, range), answerView);
      },
    );
  return [];
};

function collected<Usage extends string>(usage: Usage, description: string) {
  const collect = (value: string, previous: string[] = []) => [...previous, value];
  return flag(usage, description).argParser(collect).with({ isRepeatable: true, takesCommas: true });
}

function checkedMethod(word: string): Method {
  const method = word.toUpperCase();
  if (methods.includes(method)) return method as Method;
  throw new UsageError(`unknown <method>: use one of ${methods.join(', ')}`);
}

/**
 * Returns the path without its query. Refuses everything except a plain path, because the token must not leave its
 * origin.
 */
function checkedPath(path: string): string {
  if (path.includes('#')) {
    throw new UsageError('invalid <path>: it holds a fragment, from # on, which is never sent', {
      hint: 'leave it out; a # in a value is written %23',
    });
  }
  const [pathname = ''] = path.split('?');
  const parts = pathname
    .split('/')
    .slice(1)
    .map((part) => part.replace(/%2e/gi, '.'));
  const plain = /^\/(?!\/)[^\u0000-\u0020\u007f-\u009f\\#{}]*$/.test(pathname);
  if (plain && !parts.includes('..') && !parts.includes('.')) return pathname;
  throw new UsageError(
    'invalid <path>: it must be a plain path of the service, such as /v1/orgs/org_acme/sites',
    {
      hint: 'another address is given with --base-url',
    },
  );
}

function queryOf(path: string): Record<string, unknown> {
  const params = new URLSearchParams(path.split('?').slice(1).join('?'));
  return Object.fromEntries([...new Set(params.keys())].map((name) => [name, params.getAll(name)]));
}

/** Checks that the fields of a query are texts, or lists of texts. */
function plainFields(fields: Record<string, unknown>): Record<string, unknown> {
  for (const [name, value] of Object.entries(fields)) {
    const values = Array.isArray(value) ? value : [value];
    if (!values.some((one) => typeof one === 'object' && one !== null)) continue;
    throw new UsageError(
      `invalid --field "${name}": the query of a GET holds no objects and lists of lists`,
      {
        hint: 'write the query into the path, as the service expects it',
      },
    );
  }
  return fields;
}

/** Returns what a function makes of the fields of a flag. Its `InvalidField` becomes `UsageError`, with the flag. */
function inFlag<Made>(flag: string, make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    if (error instanceof InvalidField) throw new UsageError(`invalid ${flag}: ${error.message}`);
    throw error;
  }
}

async function requestBody(
  { files }: Pick<LineParts, 'files'>,
  input: string | undefined,
  fields: Record<string, unknown>,
): Promise<unknown> {
  if (input === undefined) return Object.keys(fields).length > 0 ? fields : undefined;
  return { ...(await files.document(input)), ...fields };
}

function requestHeaders(words: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    words.map((word) => {
      const [, name = '', value = ''] = word.match(/^([\w-]+):\s*([\u0020-\u007e]*)$/) ?? [];
      if (name === '') throw new UsageError('invalid --header: write it as name:value');
      const lower = name.toLowerCase();
      if (ownHeaders.test(lower))
        throw new UsageError(`--header cannot set ${name}, which the tool sets itself`);
      if (methodHeaders.test(lower))
        throw new UsageError(`--header cannot set ${name}: it would change the method`, {
          hint: 'name the method itself, such as `docs-admin api PATCH ...`',
        });
      return [lower, value];
    }),
  );
}

async function show({ out }: Pick<LineParts, 'out'>, answer: unknown): Promise<void> {
  if (answer === undefined) return;
  await out.item(answer, answerView);
}
