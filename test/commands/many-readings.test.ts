import { describe, expect, test } from 'vitest';
import type { Transport } from '../../src/ports.ts';
import { type CliInFolder, type Run, sandboxCli } from '../support/cli.ts';
import { storeWithSpaces } from '../support/demo-store.ts';

const count = 120;
const asked = /\? .*For undo, to read which roles end with it takes 132 requests, about \d+ s \(/;
const askedAlone = /^to read which roles end with it takes 132 requests, about \d+ s$/;
const deletion = 'teams delete team_docs';

/** A command line that keeps history, on an organization with many spaces; the team has a role in the last one. */
async function manySpaces(through?: (sandbox: Transport) => Transport) {
  const made = await sandboxCli(
    { 'org.yaml': 'format: docs-admin-organization/1\nmanaged: { teams: full }\nteams: {}\n' },
    through,
    storeWithSpaces(count),
  );
  return (line: string, options: Parameters<CliInFolder>[1] = {}): Promise<Run> =>
    made(line, { ...options, env: { DOCS_ADMIN_HISTORY: 'on', ...options.env } });
}

/** The number of spaces whose roles were read. */
const spacesRead = ({ requests }: Run) =>
  requests.filter(({ path }) => /spaces\/\w+\/permissions\/teams/.test(path)).length;

const rolesBack = ({ writes }: Run) =>
  writes.filter(({ path }) => path.includes(`space_n${count - 1}/`)).length;

describe('what ends with a change, where it takes more than 100 requests', () => {
  test('is read if a person says yes, and comes back', async () => {
    const docs = await manySpaces();
    const run = await docs(deletion, { terminal: true, answers: ['yes'] });
    expect(run).toMatchObject({ code: 0, writes: [{ method: 'DELETE' }] });
    expect(run.questions).toEqual([expect.stringMatching(asked)]);
    expect(run.choices).toEqual([
      'yes, read them first: undo can bring them back then',
      'without them: undo cannot bring them back',
      'no, change nothing',
    ]);
    expect(spacesRead(run)).toBe(count + 12);
    const undo = await docs('undo --yes --allow-opening administrators');
    expect([undo.code, rolesBack(undo)]).toEqual([0, 1]);
  });

  test('is left out if they say so: undo names what it does not know', async () => {
    const docs = await manySpaces();
    const run = await docs(deletion, { terminal: true, answers: ['without'] });
    expect(run.stderr).toContain(
      'which roles of teams on spaces end is not known: to read them takes 132 requests',
    );
    expect(run).toMatchObject({ code: 0, writes: [{ method: 'DELETE' }] });
    expect(spacesRead(run)).toBe(0);
    const undo = await docs('undo --yes --allow-opening administrators');
    expect([undo.code, rolesBack(undo)]).toEqual([0, 0]);
    expect(undo.stderr).toContain(
      'cannot be restored: roles of teams on spaces: its value before is not known: it takes 132 requests',
    );
  });

  test('is not asked for by a dry run, and nothing is sent if they say no', async () => {
    const docs = await manySpaces();
    const no = await docs(deletion, { terminal: true, answers: ['no'] });
    expect(no).toMatchObject({
      code: 2,
      writes: [],
      stderr: expect.stringContaining('cancelled; nothing was sent\n'),
    });
    expect(spacesRead(no)).toBe(0);
    expect(await docs(`${deletion} --dry-run`)).toMatchObject({ questions: [], writes: [] });
    expect(await docs('runs list -o id')).toMatchObject({ stdout: '' });
  });

  test.for([{ terminal: true }, {}])('is read with --yes, and no one is asked %o', async (options) => {
    const docs = await manySpaces();
    const run = await docs(`${deletion} --yes`, options);
    expect(run).toMatchObject({ code: 0, questions: [] });
    expect(spacesRead(run)).toBe(count + 12);
  });

  test('needs --yes in a pipe, before anything is read', async () => {
    const docs = await manySpaces();
    expect(await docs(deletion)).toMatchObject({ code: 2, requests: [] });
  });

  test('is left out with --no-undo, which says what is lost', async () => {
    const docs = await manySpaces();
    const run = await docs(`${deletion} --yes --no-undo`);
    expect(run).toMatchObject({ code: 0, writes: [{ method: 'DELETE' }] });
    expect(spacesRead(run)).toBe(0);
    expect(run.stderr).toContain('undo cannot bring back: team team_docs, its members and roles\n');
    expect((await docs('undo --yes')).stderr).toContain('cannot be restored: team');
  });

  test('is asked for once by work of several', async () => {
    const docs = await manySpaces();
    const several = 'teams delete team_docs team_design';
    const run = await docs(several, { terminal: true, answers: ['yes'] });
    expect(run).toMatchObject({ code: 0, writes: [{}, {}] });
    expect(run.questions).toEqual([expect.stringMatching(asked)]);
    expect(spacesRead(run)).toBe(count + 12);
    const undo = await docs('undo --yes --allow-opening administrators');
    expect([undo.code, rolesBack(undo)]).toEqual([0, 1]);
  });

  test('is asked for before the first request of an organization file', async () => {
    const docs = await manySpaces();
    const line = 'org apply --file org.yaml --delete --max-removals 1000 --allow-ownerless';
    const run = await docs(line, { terminal: true, answers: [true, 'without'] });
    expect(run.code).toBe(0);
    expect(run.questions[1]).toMatch(askedAlone);
  });

  test('an interrupt while it is read ends the command: nothing was sent, and that is said', async () => {
    const stop = new AbortController();
    let reads = 0;
    const docs = await manySpaces((sandbox) => async (request, signal) => {
      if (request.url.includes('/permissions/teams') && ++reads === 50) {
        const { Interrupted } = await import('../../src/errors.ts');
        stop.abort(new Interrupted('SIGINT'));
      }
      return sandbox(request, signal);
    });
    const run = await docs(`${deletion} --yes`, { interrupt: stop.signal });
    expect(run).toMatchObject({ code: 130, writes: [] });
    expect(run.stderr).toContain('nothing was sent\n');
    expect(await docs('runs list -o id')).toMatchObject({ stdout: '' });
  });
});
