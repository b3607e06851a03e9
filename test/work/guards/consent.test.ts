import { describe, expect, test } from 'vitest';
import { InvalidInput } from '../../../src/api/client/errors.ts';
import { prepareRequest } from '../../../src/api/client/request.ts';
import { effectOf } from '../../../src/api/contract/effect.ts';
import type { Operation } from '../../../src/api/contract/operation.ts';
import { operations } from '../../../src/api/contract/operations/index.ts';
import { wholeProgram } from '../../../src/build/help.ts';
import { flagOf, positionalParams } from '../../../src/cli/naming.ts';
import type { Verb } from '../../../src/cli/verb.ts';
import { isRestorable } from '../../../src/model/effects/restoring.ts';
import { partOfOperation } from '../../../src/model/effects/things.ts';
import { anyInput, choicesOf } from '../../support/any-request.ts';
import { type Run, sandboxCli } from '../../support/cli.ts';
import { demoStore } from '../../support/demo-store.ts';
import { demoThings } from '../../support/sandbox-state.ts';

/** How many requests of each operation are tried; more with `DOCS_ADMIN_TEST_RUNS`. */
const numRuns = Number(process.env.DOCS_ADMIN_TEST_RUNS ?? 2);

/** A command line, with its standard input. */
interface Line {
  readonly words: readonly string[];
  readonly stdin?: string | undefined;
}

type Consent = 'asks' | 'sends' | 'refused otherwise';

/** Runs a line on fresh demo data, where no one can be asked, or on a terminal where the answer is no. */
async function consentOf({ words, stdin }: Line, terminal: boolean): Promise<Consent> {
  const docs = await sandboxCli({}, undefined, demoStore());
  // Standard input is no terminal where it has the body.
  const run = await docs(words, terminal ? { terminal, answers: [false] } : { stdin });
  return consentIn(run, terminal);
}

function consentIn({ code, writes, stderr, questions }: Run, terminal: boolean): Consent {
  const asks = terminal ? questions.length > 0 : stderr.includes('this needs a confirmation: ');
  if (!asks) return code === 0 ? 'sends' : 'refused otherwise';
  expect({ code, writes }, stderr).toEqual({ code: 2, writes: [] });
  return 'asks';
}

/** Returns a request as a call of its address; `undefined` for one that the contract refuses. */
function apiLine(op: Operation, input: Parameters<typeof prepareRequest>[1]): Line | undefined {
  const base = 'https://docs.example';
  try {
    const { url, body } = prepareRequest(op, input, base).request;
    // A body in flags leaves standard input to the person.
    const fields = Object.entries(body === undefined ? {} : (JSON.parse(body) as object));
    const flags = fields.flatMap(([name, value]) => ['-F', `${name}=${JSON.stringify(value)}`]);
    return { words: ['api', op.method, url.slice(base.length), ...flags] };
  } catch (error) {
    if (error instanceof InvalidInput) return undefined;
    throw error;
  }
}

const verbs = new Map<string, Verb>();
function collect(command: Verb): void {
  const [op] = command.facts.operations;
  if (command.isVerb && op && !verbs.has(op.id)) verbs.set(op.id, command);
  command.commands.forEach(collect);
}
collect(await wholeProgram());

/** Returns a request as the command of its operation. */
function commandLine(op: Operation, { params = {}, body }: Parameters<typeof prepareRequest>[1]): Line {
  const verb = verbs.get(op.id) as Verb;
  const positional = positionalParams(op, verb);
  const flags = Object.keys(params).filter((name) => !positional.includes(name));
  const args = positional.filter((name) => name !== 'org').map((name) => params[name] ?? '');
  return {
    words: [
      ...verb.path.split(' '),
      ...args,
      ...flags.flatMap((name) => [flagOf(name), params[name] ?? '']),
      ...(body === undefined ? [] : ['--input', '-']),
    ],
    stdin: body === undefined ? undefined : JSON.stringify(body),
  };
}

/** Operations of which every request asks. */
const always =
  /\.delete$|\.remove(-section)?$|unpublish$|\.merge$|\.pull$|\.import$|\.export$|\.publish$|\.transfer$/;
const changing = operations.filter((op) => effectOf(op) !== 'read');

describe('whatever asks on a terminal is refused without one, unless --yes is given', () => {
  test.for(changing.map((op) => [op.id, op] as const))('%s', async ([id, op]) => {
    const choices = choicesOf([...id].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7));
    let tried = 0;
    for (let attempts = 0; tried < numRuns && attempts < numRuns * 20; attempts++) {
      const input = anyInput(choices, demoThings(), op);
      const line = apiLine(op, input);
      if (!line) continue;
      const piped = await consentOf(line, false);
      if (piped === 'refused otherwise') continue;
      tried++;
      const is = always.test(id) ? 'asks' : piped;
      const terminal = await consentOf(line, true);
      const command = await consentOf(commandLine(op, input), false);
      expect({ piped, terminal }, line.words.join(' ')).toEqual({ piped: is, terminal: is });
      // Some commands check more than the service does.
      if (command !== 'refused otherwise') expect(command, commandLine(op, input).words.join(' ')).toBe(is);
    }
    expect(tried).toBeGreaterThan(0);
  });
});

test('the contract says of which requests nothing comes back, that end nothing and are about a thing that is there', () => {
  const final = changing.filter(({ id, path, method }) => {
    const { resource } = partOfOperation(id) ?? expect.unreachable(id);
    const isThere = resource.key === undefined || path.includes(`{${resource.key}}`);
    return isThere && method !== 'DELETE' && !isRestorable(id);
  });
  expect(changing.filter(({ isFinal }) => isFinal).map(({ id }) => id)).toEqual(final.map(({ id }) => id));
});

describe('what gives much or takes something away asks', () => {
  test.for([
    ['members update user_kim --role admin', 'api PATCH /v1/orgs/org_acme/members/user_kim -f role=admin'],
    ['members update user_grace --role read', 'api PATCH /v1/orgs/org_acme/members/user_grace -f role=read'],
    [
      'sites update site_partners --visibility public',
      'api PATCH /v1/orgs/org_acme/sites/site_partners -f visibility=public',
    ],
    [
      'sections update section_news --site site_docs --no-condition',
      'api PATCH /v1/orgs/org_acme/sites/site_docs/sections/section_news -F condition=null',
    ],
    [
      'collections update col_product --default-level guest',
      'api PATCH /v1/collections/col_product -F defaultLevel=null',
    ],
    [
      'collections permissions set col_product team_tokyo --role admin',
      'api PATCH /v1/collections/col_product/permissions/teams/team_tokyo -f role=admin',
    ],
    [
      'spaces permissions set space_handbook team_docs --role guest',
      'api PATCH /v1/spaces/space_handbook/permissions/teams/team_docs -F role=null',
    ],
    [
      'teams members set team_docs user_ada --role member',
      'api PUT /v1/orgs/org_acme/teams/team_docs/members/user_ada -f role=member',
    ],
  ])('%s', async (lines) => {
    for (const line of lines)
      for (const terminal of [false, true])
        expect(await consentOf({ words: line.split(' ') }, terminal), line).toBe('asks');
  });

  test.for([
    ['change-requests pull 5 --space space_handbook'],
    [
      'content import --space space_handbook --change-request 2 --url https://wiki.acme.example/t --source website',
    ],
  ])('rows of batch: %s', async ([line]) => {
    const rows = { 'rows.csv': 'team\nteam_design\n' };
    for (const terminal of [false, true]) {
      const docs = await sandboxCli(rows);
      const run = await docs(
        `batch --file rows.csv -- ${line}`,
        terminal ? { terminal, answers: [false] } : {},
      );
      expect(consentIn(run, terminal), run.stderr).toBe('asks');
    }
    const docs = await sandboxCli(rows);
    const agreed = await docs(`batch --file rows.csv -- ${line} --yes`, { terminal: true, answers: [false] });
    expect(agreed).toMatchObject({ code: 0, questions: [] });
  });
});
