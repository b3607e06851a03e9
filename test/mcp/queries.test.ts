import { describe, expect, test } from 'vitest';
import { assistant } from '../support/inner-assistant.ts';
import type { ToolAnswer } from '../support/tool-answer.ts';

function expectEnded({ isError, structured, data }: ToolAnswer): void {
  expect({ isError, exitCode: structured.exitCode }).toEqual({ isError: true, exitCode: 1 });
  expect((data as { message: string }).message).toMatch(
    /^(the query takes longer than 1000 ms: write a simpler one|the result of --query is too large)$/,
  );
}

describe('a query that never ends', () => {
  test.each([
    ['doubles its result', Array(60).fill('[@,@]').join('|')],
    ['doubles its result within names', Array(60).fill('{a:@,b:@}').join('|')],
    ['doubles a text', Array(60).fill("join('',[to_string(@),to_string(@)])").join('|')],
    ['escapes a text again and again', Array(60).fill('to_string([@])').join('|')],
    ['doubles the items', `[].${Array(60).fill('[@,@]').join('[].')}`],
    ['doubles what it calculates', `${Array(60).fill('[@,@]').join('|')}|[@,to_number('1')]`],
    ['doubles what has inherited names', `{constructor:@}|${Array(60).fill('[@,@]').join('|')}`],
  ])('is ended if it %s, and the server answers the next call', async (_, query) => {
    const { call, read } = await assistant();
    expectEnded(await call('read', { command: ['teams', 'list'], query }));
    expect(await read('teams get team_docs --query title')).toMatchObject({ isError: false, data: 'Docs' });
  });

  test('is ended where the command has it as a flag', async () => {
    const { read } = await assistant();
    expectEnded(await read(['teams', 'list', `--query=${Array(60).fill('[@,@]').join('|')}`]));
  });

  test.each(['f(', '[?', '{a:', '!', '@|'])(
    'is ended if no one can read it: %s, many times',
    async (part) => {
      const { call } = await assistant();
      const query = part.repeat(4000 / part.length);
      const { isError, data } = await call('read', { command: ['teams', 'list'], query });
      expect(isError).toBe(true);
      expect((data as { message: string }).message).toMatch(
        /^(the query takes longer|invalid --query: it(s parts are nested| ends too early))/,
      );
    },
  );

  test('leaves the others alone', async () => {
    const { call } = await assistant();
    const query = 'sort_by([?members > `0`], &title)[].{id: id, twice: [title, title]}';
    const { isError, text } = await call('read', { command: ['teams', 'list'], query });
    expect(isError, text).toBe(false);
  });
});
