import fc from 'fast-check';
import { expect, test } from 'vitest';
import { collectResults, endingMarkdown, resultsMarkdown } from '../../../src/cli/summary/job-summary.ts';
import { anyCharacter } from '../../support/any-character.ts';

const collected = (rows: readonly object[], maxChars = 100_000) =>
  collectResults(rows, { redactText: (text) => text.replaceAll('hush', '[secret]'), maxChars });

const membership = (
  user: string,
  status: string,
  error: string | null = null,
  name: string | null = null,
) => ({
  ...{ team: 'team_docs', user, change: 'add', status, error, name },
});

/** Returns what stands outside of code spans, line by line. */
function outsideOfCode(markdown: string): string {
  const lines = markdown.split('\n');
  return lines.map((line) => line.replace(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g, '')).join('\n');
}

/** Texts with everything that means something in Markdown and HTML. */
const hostile = fc.oneof(
  fc.string({
    unit: fc.constantFrom('`', '|', '<', '>', '@', '\n', '\r', '[', ']', '(', ')', '*', '\\', ' ', 'a', '&'),
  }),
  fc.string({ unit: anyCharacter }),
);

test('counts each status, and lists rows that failed, then those that changed', () => {
  const results = collected([
    membership('user_a', 'done', null, 'Ada'),
    membership('user_b', 'unchanged'),
    membership('user_c', 'failed', 'the service answered 422: no'),
    membership('user_d', 'not-attempted'),
    membership('user_e', 'unknown', 'no answer'),
  ]);
  expect(resultsMarkdown(results, 10_000)).toBe(`**1 failed, 1 unknown, 1 not attempted, 1 done, 1 unchanged**

### Failed (1)

- \`add\` \`user_c\` in team \`team_docs\`: \`the service answered 422: no\`

### Outcome unknown (1)

- \`add\` \`user_e\` in team \`team_docs\`: \`no answer\`

### Not attempted (1)

- \`add\` \`user_d\` in team \`team_docs\`

### Done (1)

- \`add\` \`user_a\` \`Ada\` in team \`team_docs\`
`);
});

test('a team that is made has no user; a person who leaves has no team', () => {
  const results = collected([
    { team: 'New', user: null, change: 'create', status: 'done', error: null, name: null },
    { team: null, user: 'user_a', change: 'offboard', status: 'done', error: null, name: null },
  ]);
  expect(resultsMarkdown(results, 10_000)).toContain('- `create` in team `New`\n- `offboard` `user_a`\n');
});

test('rows of changes and of batch have their own words', () => {
  const results = collected([
    {
      action: 'update',
      kind: 'site',
      id: 'site_1',
      name: 'Docs',
      fields: ['title'],
      status: 'done',
      error: null,
    },
    { row: 7, command: 'members update user_a', status: 'done', exitCode: 0, id: 'user_a', error: null },
  ]);
  const text = resultsMarkdown(results, 10_000);
  expect(text).toContain('- `update` `site` `Docs`\n- row 7 `members update user_a` `user_a`\n');
});

test('without rows, and without any that matter', () => {
  expect(resultsMarkdown(collected([]), 1000)).toBe('**Nothing to do**\n');
  expect(resultsMarkdown(collected([membership('user_a', 'unchanged')]), 1000)).toBe('**1 unchanged**\n');
});

test('what is too long is cut, and says how many rows of how many; failures stand first', () => {
  const rows = Array.from({ length: 1000 }, (_, at) =>
    membership(`user_${at}`, at === 999 ? 'failed' : 'done'),
  );
  for (const maxChars of [2000, 1_000_000]) {
    const text = resultsMarkdown(collected(rows, maxChars), maxChars);
    const shown = text.match(/^- /gm)?.length ?? 0;
    const [, left = '0', all = '1000'] = /_(\d+) of (\d+) rows left out/.exec(text) ?? [];
    expect([shown + Number(left), Number(all)]).toEqual([1000, 1000]);
    expect(text.length).toBeLessThan(maxChars + 100);
    expect(text).toContain('`user_999`');
    expect(text).toContain('### Done (999)');
    expect(shown === 1000).toBe(maxChars > 2000);
  }
});

test('secrets are hidden', () => {
  const text = resultsMarkdown(collected([membership('user_hush', 'failed', 'token hush', 'hush')]), 10_000);
  expect(text).toContain('`user_[secret]`');
  expect(text).not.toContain('hush');
});

test('no text is markup, a mention or a line of its own', () => {
  fc.assert(
    fc.property(hostile, hostile, hostile, (name, error, command) => {
      const rows = [
        membership(name, 'failed', error, command),
        { row: 1, command, status: 'failed', exitCode: 1, id: name, error },
        { action: name, kind: error, name: command, status: 'failed', error },
      ];
      const report = {
        kind: 'failed',
        exitCode: 9,
        message: name,
        details: [error, ''],
        hint: command,
      } as const;
      const text = resultsMarkdown(collected(rows), 100_000) + endingMarkdown(report, 100_000);
      expect(outsideOfCode(text)).not.toMatch(/[<>@|[\]\\&]/);
      expect(text.split('\n')).toHaveLength(15);
    }),
  );
});

test('an ending has the message, its details and the next step, and counts what is cut', () => {
  const details = Array.from({ length: 50 }, (_, at) => `detail ${at}`);
  const report = { kind: 'usage', exitCode: 2, message: 'no', details, hint: 'give `--yes`' } as const;
  expect(endingMarkdown(undefined, 1000)).toBe('');
  expect(endingMarkdown({ ...report, details: [] }, 1000)).toBe(
    '\n**Exit code 2:** `no`\n\n**Next:** `` give `--yes` ``\n',
  );
  const text = endingMarkdown(report, 300);
  expect(text).toMatch(/\n- `detail 0`\n- `detail 1`\n/);
  expect(text).toMatch(/\n_\d+ of 50 lines are left out\._\n\n\*\*Next:/);
});
