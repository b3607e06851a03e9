import { describe, expect, test } from 'vitest';
import { readRows } from '../../src/formats/read.ts';
import { RowsFault } from '../../src/formats/row.ts';

async function rows(content: string | Uint8Array, name = 'roster.csv', chunk = 7) {
  const bytes = Buffer.from(content);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
  }
  const found = [];
  for await (const { line, cells } of readRows(pieces(), name)) found.push({ line, ...cells });
  return found;
}

async function fault(content: string | Uint8Array, name?: string): Promise<string> {
  const error = await rows(content, name).catch((thrown: unknown) => thrown);
  if (!(error instanceof RowsFault)) throw new Error(`no fault: ${JSON.stringify(error)}`);
  return [error.line, error.column, error.message].filter((part) => part !== undefined).join(':');
}

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

describe('CSV', () => {
  test.each([
    ['comma', 'team,user\nDocs,ada\n'],
    ['semicolon', 'team;user\nDocs;ada\n'],
    ['tab', 'team\tuser\nDocs\tada\n'],
    ['CRLF', 'team,user\r\nDocs,ada\r\n'],
    ['CR', 'team,user\rDocs,ada\r'],
    ['no newline at the end', 'team,user\nDocs,ada'],
    ['blanks around cells', 'team , user\n Docs ,  ada \n'],
    ['quotes', '"team","user"\n"Docs","ada"\n'],
    ['a byte order mark', '\ufeffteam,user\nDocs,ada\n'],
  ])('with %s', async (_, text) => {
    expect(await rows(text)).toEqual([{ line: 2, team: 'Docs', user: 'ada' }]);
  });

  test.each([
    ['little', (text: string) => utf16(text)],
    ['big', (text: string) => utf16(text).swap16()],
  ])('in UTF-16, %s endian', async (_, encode) => {
    expect(await rows(encode('team,user\nDocs 手,ada\n'))).toEqual([
      { line: 2, team: 'Docs 手', user: 'ada' },
    ]);
  });

  test('characters of several bytes may be cut anywhere', async () => {
    const text = 'team,user\n手冊🎨,ädä\n';
    for (const content of [text, `\ufeff${text}`, utf16(text), utf16(text).swap16()]) {
      for (let chunk = 1; chunk < 8; chunk++)
        expect(await rows(content, 'x.csv', chunk)).toEqual([{ line: 2, team: '手冊🎨', user: 'ädä' }]);
    }
  });

  test('newlines in quotes belong to the cell, and lines are counted on', async () => {
    expect(await rows('team,user\n"Docs\nand more","a ""b"""\n\nOps,x\n')).toEqual([
      { line: 2, team: 'Docs\nand more', user: 'a "b"' },
      { line: 5, team: 'Ops', user: 'x' },
    ]);
  });

  test('a separator in quotes of the header does not count', async () => {
    expect(await rows('"a,b,c";user\n1;2\n')).toEqual([{ line: 2, 'a,b,c': '1', user: '2' }]);
  });

  test.each([
    ['sep=;\nteam;a,b,c\nDocs;ada\n', { team: 'Docs', 'a,b,c': 'ada' }],
    ['SEP=,\r\nteam,user;a;b;c\r\nDocs,ada\r\n', { team: 'Docs', 'user;a;b;c': 'ada' }],
    ['\ufeffsep=\t\nteam\tuser\nDocs\tada\n', { team: 'Docs', user: 'ada' }],
  ])('a first line as Excel writes it says the separator: %j', async (text, row) => {
    expect(await rows(text)).toEqual([{ line: 3, ...row }]);
  });

  test('what a spreadsheet leaves empty is nothing: rows, and columns behind the last one', async () => {
    expect(await rows(';;\nteam;user;;\nDocs;ada;;\n;;;\n\nOps;kim;;\n;;;\n')).toEqual([
      { line: 3, team: 'Docs', user: 'ada' },
      { line: 6, team: 'Ops', user: 'kim' },
    ]);
    expect(await fault('team,user,\nDocs,ada,\nDocs,ada,x\n')).toBe('3:a cell is in a nameless column');
    expect(await fault('team,user,\nDocs,ada\n')).toBe('2:2 cells, but the header has 3');
  });

  test('a column may have any name', async () => {
    const [row] = await rows('__proto__,constructor\n1,2\n');
    expect(Object.entries(row ?? {})).toContainEqual(['__proto__', '1']);
    expect(({} as Record<string, unknown>).constructor).toBe(Object);
  });

  test.each([
    ['', []],
    ['team,user\n', []],
  ])('%j has no rows', async (text, expected) => {
    expect(await rows(text)).toEqual(expected);
  });

  test.each([
    ['too many cells', 'team,user\nDocs,ada,x\n', '2:3 cells, but the header has 2'],
    ['too few cells', 'team,user\nDocs,ada\nDocs\n', '3:1 cell, but the header has 2'],
    ['a column twice', 'team,user,team\n', '1:3:the header has the column "team" twice'],
    ['a column without a name', 'team,,user\n', '1:2:the header has a column without a name'],
    ['an open quote', 'team,user\n"Docs,ada\n', '2:team: a quote is opened and never closed'],
    [
      'an open quote above many lines',
      '\nteam,user\nDocs,ada\n\nDocs,"kim\nDocs,a\n\nDocs,b\n',
      '5:user: a quote is opened and never closed',
    ],
    [
      'a quote that ends in the next row',
      'team,user\nDocs,"kim\n"Docs",a\n',
      '3:user: a quote is closed in the middle of a cell; its row begins in line 2',
    ],
    ['an open quote in the header', 'team,"user\nDocs,ada\n', '1:a quote is opened and never closed'],
    ['a quote in a cell', 'team,user\nDo"cs,ada\n', '2:team: a quote begins in the middle of a cell'],
    ['text behind a quote', 'team,user\n"Docs"x,ada\n', '2:team: a quote is closed in the middle of a cell'],
    ['a NUL character', 'team,user\nDocs,a\0da\n', '2:user: contains a NUL character'],
    ['two faults', 'team,user\nDocs\nDo"cs,ada\n', '2:1 cell, but the header has 2'],
  ])('with %s is refused', async (_, text, expected) => {
    expect(await fault(text)).toBe(expected);
  });

  test('in another encoding is refused, with the line', async () => {
    const latin1 = Buffer.from('team,user\nDocs,ada\nBüro,x\n', 'latin1');
    expect(await fault(latin1)).toBe('3:not UTF-8');
  });

  test('a line of more than 1 MiB is refused without being kept', async () => {
    const line = Buffer.alloc(1 << 20, 97);
    async function* endless() {
      yield Buffer.from('team,user\n');
      while (true) yield line;
    }
    const reading = readRows(endless(), 'x.csv').next();
    await expect(reading).rejects.toThrow('longer than 1 MiB');
  });
});

describe('JSON Lines', () => {
  test('has a row a line; numbers and switches are text, null is missing', async () => {
    const text = '{"team":"Docs","n":1,"on":true,"role":null}\n\n{"team":"Ops"}';
    expect(await rows(text, 'x.jsonl')).toEqual([
      { line: 1, team: 'Docs', n: '1', on: 'true' },
      { line: 3, team: 'Ops' },
    ]);
  });

  test('a number is the text that stands there', async () => {
    const numbers = ['1e3', '1.50', '-0', '12345678901234567890', '1E400'];
    const text = numbers.map((number) => `{"user" : ${number}, "n":"${number}"}`);
    const expected = numbers.map((user) => ({ user, n: user }));
    expect(await rows(text.join('\n'), 'x.jsonl')).toMatchObject(expected);
    expect(await rows(`[${text.join(',')}]`, 'x.json')).toMatchObject(expected);
  });

  test.each([
    ['{"a":007}\n', '1:not valid JSON'],
    ['{"a":1}\n{"a":', '2:not valid JSON'],
    ['{"a":1}\n[1]\n', '2:must be an object'],
    ['{"a":{"b":1}}\n', '1:"a" must be text, a number, true or false'],
    ['{"a":1}\n{"a":1,"b":2, "a":1}\n', '2:has the key "a" twice'],
    [String.raw`{"a":"a","\u0061":""}`, String.raw`1:has the key "\u0061" twice`],
    ['{"a":{"b":1,"b":2}}\n', '1:has the key "b" twice'],
  ])('%j is refused', async (text, expected) => {
    expect(await fault(text, 'x.ndjson')).toBe(expected);
  });
});

describe('JSON and YAML', () => {
  test('a key may be a value as well, and be in several objects', async () => {
    const text = '[{"a":"a","b":"a"},{"a":"b"}]';
    expect(await rows(text, 'x.json')).toMatchObject([{ a: 'a', b: 'a' }, { a: 'b' }]);
  });

  test('what is not quoted in YAML is the text that stands there', async () => {
    const words = ['007', '1e3', '0x1F', '12345678901234567890', '1.50', 'True', '.inf', '2026-06-01'];
    const text = words.map((word) => `- user: ${word}\n`).join('');
    expect(await rows(text, 'x.yaml')).toMatchObject(words.map((user) => ({ user })));
    expect(await rows('- {a: null, b: ~, c: "007", d: }\n', 'x.yaml')).toEqual([{ line: 1, c: '007' }]);
  });

  test.each([
    ['x.json', '[{"team":"Docs"},\n{"team":"Ops"}]'],
    ['x.yaml', '- team: Docs\n- team: Ops\n'],
    ['x.yml', '[{team: Docs},\n {team: Ops}]'],
  ])('%s', async (name, text) => {
    expect(await rows(text, name)).toEqual([
      { line: 1, team: 'Docs' },
      { line: 2, team: 'Ops' },
    ]);
  });

  test.each([
    ['{"team":"Docs"}', 'must hold an array of objects'],
    ['[1]', '1:must be an object'],
    ['- team: Docs\n- team: [\n', ':not valid JSON or YAML'],
    ['[{"a":1},\n\n {"a":{}}]', '3:"a" must be text'],
    ['[{"a":1},\n {"b":1,\n  "c":"{,\\"a", "b" : 2}]', '3:has the key "b" twice'],
    ['- a: 1\n- b: 1\n  b: 2\n', '3:3:not valid JSON or YAML (duplicate key)'],
  ])('%j is refused', async (text, expected) => {
    expect(await fault(text, 'x.yaml')).toContain(expected);
  });
});

describe('without an ending, the content tells the format', () => {
  test.each([
    ['{"team":"Docs"}\n', 1],
    ['[{"team":"Docs"}]', 1],
    ['- team: Docs\n', 1],
    ['team,user\nDocs,\n', 2],
  ])('%j', async (text, line) => {
    expect(await rows(text, 'standard input', 100)).toEqual([
      expect.objectContaining({ line, team: 'Docs' }),
    ]);
  });
});
