import { describe, expect, test } from 'vitest';
import { operations } from '../../src/api/contract/operations/index.ts';
import { type CommandFacts, factsOfCommands, severalRows } from '../../src/build/changes-page.ts';
import { wholeProgram } from '../../src/build/help.ts';
import { describeProgram } from '../../src/cli/help/reference.ts';
import { type Run, sandboxCli } from '../support/cli.ts';
import { demoStore } from '../support/demo-store.ts';
import { exampleFiles } from '../support/example-files.ts';
import { sandboxState, without } from '../support/sandbox-state.ts';
import { undoCases } from '../support/undo-cases.ts';

const program = await wholeProgram();
const rows = await factsOfCommands(program);
const examples = new Map(describeProgram(program).map(({ command, examples }) => [command, examples]));

const files = { ...exampleFiles, 'schema.json': '{"jsonSchema":{"type":"object"}}' };
const env = { DOCS_ADMIN_HISTORY: 'on', GUIDE_KEY: 'value-of-the-variable' };

/** Lines that ask for a reason which no example and no case of undo has; each after lines that make it so. */
const further: Readonly<Record<string, readonly string[]>> = {
  'sites create': ['sites create --title New --space space_hr --visibility public'],
  'site-spaces update': [
    'site-spaces update sitesp_rest --site site_docs --condition visitor.claims.beta && site-spaces update sitesp_rest --site site_docs --no-condition',
  ],
  'members update': ['members update user_kim --role admin'],
  'teams members update': ['teams members update team_docs --add user_kim'],
  'teams members set': ['teams members set team_docs user_linus --role member'],
  'spaces permissions set': ['spaces permissions set space_hr team_support --role admin'],
  'collections permissions set': ['collections permissions set col_api team_support --role admin'],
  'saml create': ['saml create --label New --entity-id urn:new --default-role admin'],
};

/** Returns all lines of a command that this test knows, without `--yes`. */
function linesOf({ command, op }: CommandFacts): string[] {
  const cases = (undoCases[op.id] ?? []).flatMap(({ rows }) => (rows.length === 1 ? rows : []));
  const known = [...(examples.get(`docs-admin ${command}`) ?? []), ...cases, ...(further[command] ?? [])];
  return known
    .map((line) => line.replace('docs-admin ', '').replace(/ --yes(?= |$)/, ''))
    .filter((line) => line.startsWith(`${command} `) || line === command);
}

test('the table has every operation that changes something', () => {
  const changing = operations.filter(({ method }) => method !== 'GET').map(({ id }) => id);
  expect(new Set(rows.map(({ op }) => op.id))).toEqual(new Set(changing));
});

test('a command of several changes has the facts of commands in the table', () => {
  const known = new Set(rows.map(({ op }) => op));
  const several = severalRows(program).filter(({ operations }) => operations.length > 0);
  expect(several.length).toBeGreaterThan(3);
  expect(several.filter(({ operations }) => !operations.every((op) => known.has(op)))).toEqual([]);
});

/** Why a refused line asks; `undefined` where it was carried out. */
function whyAsked({ code, stderr, writes }: Run): 'takes' | 'public' | 'administrators' | undefined {
  if (code === 0) return undefined;
  expect({ code, writes, stderr }).toMatchObject({ code: 2, writes: [] });
  expect(stderr).toContain('this needs a confirmation: ');
  if (stderr.includes('open to the public: ')) return 'public';
  return stderr.includes('give the rights of administrators: ') ? 'administrators' : 'takes';
}

describe('a command asks in a pipe as the table says', () => {
  test.each(rows.map((row) => [row.command, row] as const))('%s', async (_, row) => {
    const why: ReturnType<typeof whyAsked>[] = [];
    for (const lines of linesOf(row)) {
      const docs = await sandboxCli(files);
      const [line = '', ...earlier] = lines.split(' && ').toReversed();
      for (const one of earlier) expect(await docs(`${one} --yes`, { env })).toMatchObject({ code: 0 });
      why.push(whyAsked(await docs(line, { env })));
    }
    const seen = new Set(why);
    if (row.asks.includes('always')) expect(seen).not.toContain(undefined);
    else {
      expect(seen.has('takes')).toBe(row.asks.includes('takes'));
      expect(seen.has('public') || seen.has('administrators')).toBe(row.asks.includes('opens'));
      if (row.asks.includes('opens')) expect(seen).toContain(row.opens);
    }
    expect(why.length).toBeGreaterThan(0);
  });
});

/** The reasons in the lines about what cannot come back. */
function reasonsIn(stderr: string): string[] {
  return [...stderr.matchAll(/^ {2}cannot be restored: (.*)$/gm)].map(([, text = '']) => text);
}

/** Tells whether a text about something lost is one of a row. */
function isInRow({ lost }: CommandFacts, said: string): boolean {
  return lost.some((text) => {
    const [, fields, reason = ''] = /^(?:the first .*|(`.*`)): (?:if .*, )?(.*)$/.exec(text) ?? [
      undefined,
      undefined,
      text,
    ];
    const isField = !fields || fields.split(', ').some((one) => said.includes(`: ${one.slice(1, -1)}: `));
    return isField && reason.split('...').every((part) => said.includes(part));
  });
}

describe('a command that always asks says what undo does not bring back', () => {
  const table = rows.filter(({ asks, lost }) => asks.includes('always') && lost.length > 0);
  test.each(table.map((row) => [row.command, row] as const))('%s', async (_, row) => {
    for (const line of linesOf(row))
      expect((await (await sandboxCli(files))(line, { env })).stderr).toMatch(
        /Undo |cannot be undone|No request can add/,
      );
  });
});

describe('undo takes a command back, but for what the table says', () => {
  const table = rows.flatMap((row) =>
    (undoCases[row.op.id] ?? [])
      .filter(({ rows: [line = '', ...others] }) => others.length === 0 && line.startsWith(`${row.command} `))
      .map((one) => [one.rows[0] ?? '', row, one] as const),
  );
  test.each(table)('%s', async (line, row, { lost, same, apart }) => {
    const store = demoStore();
    const docs = await sandboxCli(files, undefined, store);
    const before = sandboxState(store);
    const allowed = row.op.takes?.includes('several') ? ' --allow-opening administrators' : '';
    const run = await docs(`${line.replace(/ --yes$/, '')} --yes${allowed}`, { env });
    expect(run, run.stderr).toMatchObject({ code: 0 });
    const undo = await docs('undo --yes --allow-delete sites --allow-opening public,administrators', { env });
    expect(undo, undo.stderr).toMatchObject({ code: 0 });
    const said = reasonsIn(undo.stderr);
    expect(said.filter((text) => !isInRow(row, text))).toEqual([]);
    expect(said.length > 0).toBe(lost !== undefined);
    if (row.undo.length === 0) expect(undo.writes).toEqual([]);
    else if (!lost && !same) expect(undo.writes).not.toEqual([]);
    if (!lost || same) expect(sandboxState(store, before)).toEqual(before);
    if (apart) expect(without(sandboxState(store, before), apart)).toEqual(without(before, apart));
  });
});
