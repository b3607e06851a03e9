import { describe, expect, test } from 'vitest';
import { Interrupted } from '../../src/errors.ts';
import { sandboxCli, scriptedCli } from '../support/cli.ts';
import type { SystemOptions } from '../support/test-system.ts';

interface Answer {
  readonly status?: number;
  readonly json?: unknown;
}

/** Runs a line against a service that gives these answers, one after the other; the user ends it at the last. */
async function watch(line: string, answers: readonly Answer[], options: SystemOptions = {}) {
  const left = [...answers];
  const user = new AbortController();
  const docs = await scriptedCli(() => {
    const answer = left.shift() as Answer;
    if (left.length === 0) user.abort(new Interrupted('SIGINT'));
    return answer;
  });
  return docs(line, { ...options, interrupt: user.signal });
}

const page = (...items: readonly object[]) => ({ json: { items, next: {}, count: items.length } });
const team = (id: string, title: string, members = 1) => ({ id, title, members });

describe('into a pipe, a list', () => {
  const first = page(team('t1', 'Docs'), team('t2', 'Ops'));
  const second = page(team('t1', 'Docs', 2), team('t3', 'New'));

  test('is what is there, then a line for each change', async () => {
    const run = await watch('teams list --watch 60 --fields title,members', [first, first, second]);
    expect(run).toMatchObject({ code: 130, stderr: '' });
    expect(run.stdout).toBe(
      [
        'change\ttime\titem.title\titem.members',
        'present\t2026-06-01T12:00:00.000Z\tDocs\t1',
        'present\t2026-06-01T12:00:00.000Z\tOps\t1',
        'changed\t2026-06-01T12:02:00.000Z\tDocs\t2',
        'added\t2026-06-01T12:02:00.000Z\tNew\t1',
        'removed\t2026-06-01T12:02:00.000Z\tOps\t1',
        '',
      ].join('\n'),
    );
  });

  test('is read as a whole again each time, with the lists that lead to it', async () => {
    const admin = page({ id: 'user_ada', role: 'admin' });
    const spaces = (...ids: readonly string[]) => page(...ids.map((id) => ({ space: { id, title: id } })));
    const comment = page({ id: 'c1', body: { markdown: 'Hello' } });
    const answers = [admin, spaces('s1'), comment, admin, spaces()];
    const run = await watch('comments list --all-spaces --watch --fields id -o csv', answers);
    expect(run.requests.map(({ path }) => path.replace(/.*\/(members|spaces|comments)\b.*/, '$1'))).toEqual([
      'members',
      'spaces',
      'comments',
      'members',
      'spaces',
    ]);
    expect(run).toMatchObject({ code: 130, stderr: '' });
  });

  test('is JSON Lines where JSON was asked for: an array would never end', async () => {
    const run = await watch('teams list --watch --json', [page(team('t1', 'Docs')), page()]);
    const item = { id: 't1', title: 'Docs', members: 1 };
    expect(
      run.stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { change: 'present', time: '2026-06-01T12:00:00.000Z', item },
      { change: 'removed', time: '2026-06-01T12:00:02.000Z', item },
    ]);
    expect(run).toMatchObject({ code: 130, stderr: '' });
  });

  test.each([
    ['--fields title', 'title'],
    ['--query [].{id:id,title:title}', 'title'],
  ])('changes only where someone looks: %s', async (flags) => {
    const run = await watch(`teams list --watch ${flags} -o jsonl`, [first, second]);
    const changes = run.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).change);
    expect(changes).toEqual(['present', 'present', 'added', 'removed']);
  });

  test('is a list of ids for xargs', async () => {
    const run = await watch('teams list --watch -o id', [first, second]);
    expect(run.stdout).toBe('t1\nt2\nt1\nt3\nt2\n');
  });

  test('may be of what a query makes, without identifiers', async () => {
    const run = await watch('teams list --watch --query length(@) -o jsonl', [first, page()]);
    expect(
      run.stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).item),
    ).toEqual([2, 0]);
  });

  test.each([
    ['length(@) -o csv', ['item', '2', '0']],
    ['[].title -o id', ['Docs', 'Ops', 'Docs', 'Ops']],
    ['[].{name:title,n:members} -o csv', ['item.name,item.n', 'Docs,1', 'Ops,1', 'Docs,1', 'Ops,1']],
  ])('has the columns of what a query makes: %s', async (flags, items) => {
    const run = await watch(`teams list --watch --query ${flags}`, [first, page()]);
    const lines = run.stdout.trimEnd().split('\n');
    expect(lines.map((line) => line.replace(/^(change,time|\w+,2026[^,]*),/, ''))).toEqual(items);
  });

  test.each([
    ['--fields titel', 'there is no field "titel"; did you mean title?'],
    ['--query [].{b:id} --fields a', 'there is no field "a"'],
  ])('with an unknown field is a usage error: %s', async (flags, message) => {
    const run = await watch(`teams list --watch ${flags}`, [first, second]);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toBe(`error: ${message}\nhint: \`--fields\` without a value lists the fields\n`);
  });

  test('shows a field that nothing has yet', async () => {
    const run = await watch('sites list --watch --fields id,hostname -o csv --no-headers', [
      page({ id: 's1' }),
      page({ id: 's1', hostname: 'a.example' }),
    ]);
    expect(run.stdout).toMatch(/^present,[^,]*,s1,\nchanged,[^,]*,s1,a.example\n$/);
  });

  test('notes what every reading would say once', async () => {
    const run = await watch('teams list --watch --sort title --limit 1 -o id', [first, first, second]);
    expect(run.stderr).toBe('--sort title reads the whole list before it takes the first 1\n');
  });
});

test('one object is shown again where it has changed', async () => {
  const states = ['pending', 'pending', 'complete'].map((processingState) => ({
    json: { id: 'o1', slug: 'pets', processingState },
  }));
  const run = await watch('openapi get pets --watch --fields processingState --no-headers', states);
  expect(run.stdout).toBe(
    'present\t2026-06-01T12:00:00.000Z\tpending\nchanged\t2026-06-01T12:00:04.000Z\tcomplete\n',
  );
});

describe('on a terminal', () => {
  const options = { terminal: true, columns: 40, env: { NO_COLOR: '1' } };
  const line = 'teams list --watch --fields id,title,members';
  const time = expect.stringMatching(/^\d\d:\d\d:\d\d$/);

  /** What was drawn each time, as lines; `up` is by how many lines it began above the cursor. */
  function drawings(stdout: string) {
    const parts = stdout
      .replace(/\r\u001b\[K$/, '')
      .split('\r')
      .slice(1);
    return parts.map((part) => {
      const [, up = '0', text = ''] = part.match(/^(?:\u001b\[(\d+)A)?\u001b\[J(.*)$/s) ?? [];
      const lines = text.trimEnd().split('\n');
      const [, last] = lines.pop()?.match(/^every 2 s, last at (.*); Ctrl-C ends it$/) ?? [];
      return { up: Number(up), lines, last };
    });
  }

  test('it is drawn in the same place, with a mark at what is new', async () => {
    const first = page(team('t1', 'Docs'), team('t2', 'Ops'));
    const changed = page(team('t1', 'Docs', 2), team('t2', 'Ops'));
    const run = await watch(line, [first, changed, changed, changed, changed], options);
    // The last line takes two of 40 columns.
    const lines = ['  ID  TITLE  MEMBERS', '  t1  Docs   1', '  t2  Ops    1'];
    const marked = [lines[0], '* t1  Docs   2', lines[2]];
    expect(drawings(run.stdout)).toEqual([
      { up: 0, lines, last: time },
      { up: 5, lines: marked, last: time },
      { up: 5, lines: marked, last: time },
      { up: 5, lines: marked, last: time },
      { up: 5, lines: [lines[0], '  t1  Docs   2', lines[2]], last: time },
    ]);
    expect(run).toMatchObject({ code: 130, stderr: '' });
  });

  test('JSON is drawn as it is printed', async () => {
    const run = await watch('teams list --watch --fields id --json', [page({ id: 't1' })], options);
    const lines = ['  [', '    {', '      "id": "t1"', '    }', '  ]'];
    expect(drawings(run.stdout)).toEqual([{ up: 0, lines, last: time }]);
  });

  test('what has gone is named for a while', async () => {
    const both = page(team('t1', 'Docs'), team('t2', 'Ops'));
    const one = page(team('t1', 'Docs'));
    const run = await watch(line, [both, one, one, one, one], options);
    const drawn = drawings(run.stdout).map(({ lines }) => lines.filter((text) => text.startsWith('- ')));
    const gone = ['- t2  Ops    1'];
    expect(drawn).toEqual([[], gone, gone, gone, []]);
  });

  test('what has gone stands in the columns of what is there', async () => {
    const both = page(team('t1', 'Docs'), team('team2', 'Ops'));
    const run = await watch(line, [both, page(team('t1', 'Docs'))], options);
    const [, now] = drawings(run.stdout);
    const row = now?.lines.find((text) => text.includes('Docs')) ?? '';
    const gone = now?.lines.find((text) => text.startsWith('- ')) ?? '';
    expect(gone).toMatch(/team2 +Ops +1$/);
    expect(gone.lastIndexOf('1')).toBe(row.lastIndexOf('1'));
  });

  test('the line on which the terminal shows ^C is erased', async () => {
    const run = await watch(line, [page(team('t1', 'Docs'))], options);
    expect(run.stdout).toMatch(/Ctrl-C ends it\n\r\u001b\[K$/);
  });

  test('an age that grows is no change', async () => {
    const member = { id: 'u1', user: { id: 'u1' }, lastSeenAt: '2026-06-01T11:59:01Z' };
    const run = await watch(
      'members list --watch --fields id,lastSeenAt',
      [page(member), page(member)],
      options,
    );
    const [, again] = drawings(run.stdout);
    expect(again?.lines[1]).toMatch(/^ {2}u1 .*\(1 minute ago\)$/);
  });

  test('nothing is said to be nothing', async () => {
    const run = await watch(line, [page()], options);
    expect(drawings(run.stdout)[0]?.lines).toEqual(['  no items']);
  });

  test('a passing error stands below what was read last', async () => {
    const run = await watch(line, [page(team('t1', 'Docs')), { status: 404, json: {} }, page()], options);
    const [first, failed, empty] = drawings(run.stdout);
    expect(failed?.lines.slice(0, 2)).toEqual(first?.lines);
    expect(failed?.lines[2]).toMatch(/^error: not found/);
    expect(empty?.lines).toEqual(['* no items', '- t1  Docs  1']);
  });

  test('those who listen get changes', async () => {
    const run = await watch(`${line} --plain`, [page(team('t1', 'Docs')), page()], options);
    expect(run.stdout).toBe(
      [
        'change: present\ntime: 2026-06-01T12:00:00.000Z\nid: t1\ntitle: Docs\nmembers: 1\n',
        'change: removed\ntime: 2026-06-01T12:00:02.000Z\nid: t1\ntitle: Docs\nmembers: 1\n',
      ].join('\n'),
    );
  });
});

describe('errors', () => {
  const items = page(team('t1', 'Docs'));

  test('the first is the end', async () => {
    const run = await watch('teams list --watch', [{ status: 404, json: {} }, items]);
    expect(run).toMatchObject({ code: 5, stdout: '', requests: [expect.anything()] });
  });

  test.each([403, 404, 422])('%i in between is told, and it goes on', async (status) => {
    const run = await watch('teams list --watch -o id', [
      items,
      { status, json: {} },
      page(team('t2', 'Ops')),
    ]);
    expect(run).toMatchObject({ code: 130, stdout: 't1\nt2\nt1\n' });
    expect(run.stderr).toMatch(/^error: .*\n(hint: .*\n)?$/);
  });

  test('a token that is refused is the end', async () => {
    const run = await watch('teams list --watch -o id', [items, { status: 401, json: {} }, items]);
    expect(run).toMatchObject({ code: 4, stdout: 't1\n' });
  });
});

test.each([
  ['--watch 0', 'error: invalid --watch 0: must be a whole number from 1 to 86400\n'],
  [
    '--watch team_docs',
    'error: invalid --watch "team_docs": its value is a number of seconds\nhint: give --watch last, or with its seconds: --watch=2\n',
  ],
  ['--watch --pager', expect.stringContaining('--watch and --pager exclude each other')],
])('%s is a usage error', async (flags, stderr) => {
  const docs = await sandboxCli();
  expect(await docs(`teams list ${flags}`)).toMatchObject({ code: 2, stderr, requests: [] });
});

test.each(['teams create --title x --watch', 'members ping --watch', 'config list --watch'])(
  'there is nothing to watch in %s',
  async (line) => {
    const docs = await sandboxCli();
    expect(await docs(line)).toMatchObject({ code: 2, requests: [] });
  },
);
