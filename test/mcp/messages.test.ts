import { expect, test } from 'vitest';
import { largestMessage, messagesIn } from '../../src/mcp/messages.ts';

/** Returns the lines that pass, and the answers to others. */
async function passed(...chunks: readonly string[]) {
  const answers: object[] = [];
  const lines: string[] = [];
  async function* input() {
    for (const chunk of chunks) yield Buffer.from(chunk);
  }
  for await (const line of messagesIn(input(), (answer) => answers.push(answer)))
    lines.push(Buffer.from(line).toString());
  return { lines, answers };
}

test('lines pass as they are, however they are cut', async () => {
  expect(await passed('{"a":', '1}\n{"b":2}\r\n\n{"c"', ':3', '}\n{"d":4}')).toEqual({
    lines: ['{"a":1}\n', '{"b":2}\r\n', '\n', '{"c":3}\n'],
    answers: [],
  });
});

test('a line that is not JSON is answered between others', async () => {
  const { lines, answers } = await passed('{"a":1}\nno\n{"b":2}\n');
  expect(lines).toEqual(['{"a":1}\n', '{"b":2}\n']);
  expect(answers).toMatchObject([{ id: null, error: { code: -32700 } }]);
});

test.each([
  ['{"jsonrpc":"2.0","id":3,"method":"tools/call","params":[1]}', 3],
  ['{"jsonrpc":"2.0","id":"a","method":"ping","params":null}', 'a'],
  ['{"jsonrpc":"1.0","id":4,"method":"ping"}', 4],
  ['{"jsonrpc":"2.0","id":5,"method":6}', 5],
  ['{"jsonrpc":"2.0","id":{"a":1},"method":"ping"}', null],
  ['{"jsonrpc":"2.0","id":null,"method":"ping"}', null],
  ['[{"jsonrpc":"2.0","id":6,"method":"ping"}]', null],
  ['[]', null],
  ['7', null],
])('a request that is none of the protocol is answered: %s', async (line, id) => {
  expect(await passed(`${line}\n`)).toMatchObject({ lines: [], answers: [{ id, error: { code: -32600 } }] });
});

test.each(['__proto__', 'toString', 'constructor'])('a call of the tool %s is refused', async (name) => {
  const call = `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"${name}"}}\n`;
  expect(await passed(call)).toMatchObject({
    lines: [],
    answers: [{ id: 3, error: { code: -32602, message: 'Tool not found' } }],
  });
});

test.each([0, 1])('a message may have 10 MB, and not %j bytes more', async (more) => {
  const text = `{"a":"${'x'.repeat(largestMessage - 9 + more)}"}\n`;
  const run = passed(text.slice(0, 1000), text.slice(1000));
  if (more === 0) expect((await run).lines).toHaveLength(1);
  else await expect(run).rejects.toThrow('a message of the client is larger than 10 MB');
});

test('a message without an end is refused before all of it is there', async () => {
  let chunks = 0;
  async function* endless() {
    for (;;) {
      chunks++;
      yield Buffer.alloc(1024 * 1024, 'x');
    }
  }
  const run = messagesIn(endless(), () => {}).next();
  await expect(run).rejects.toThrow('larger than 10 MB');
  expect(chunks).toBe(11);
});
