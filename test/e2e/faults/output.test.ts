import { expect, test } from 'vitest';
import { answer, inTurn, json, type Script } from '../../support/scripted-server.ts';
import { type Fault, faults, onStage } from '../../support/stage.ts';

const list = 'GET /v1/orgs/org_acme/sites?limit=1000';
const get = 'GET /v1/orgs/org_acme/sites/s';

/** Texts that could harm a terminal or a reader, with their forms for people, and in TSV if that differs. */
const hostile: Readonly<Record<string, readonly [text: string, shown: string, cell?: string]>> = {
  'clears the screen': ['a\u001b[2Jb', 'a^[[2Jb'],
  'sets the clipboard': ['\u001b]52;c;ZXZpbA==\u0007', '^[]52;c;ZXZpbA==^G'],
  'is a link': [
    '\u001b]8;;https://evil.example\u001b\\x',
    '^[]8;;https://evil.example^[\\x',
    '^[]8;;https://evil.example^[\\\\x',
  ],
  'sets the title': ['\u001b]0;owned\u0007', '^[]0;owned^G'],
  'is a device string': ['\u001bPq\u001b\\', '^[Pq^[\\', '^[Pq^[\\\\'],
  'begins the line again': ['safe\rowned', 'safe^Mowned'],
  'rings and deletes': ['\u0007\b\u007f', '^G^H^?'],
  'is eight-bit': ['\u009b31m\u0085', '<U+009B>31m<U+0085>'],
  'turns around': ['\u202eabc\u2066\u200f', '<U+202E>abc<U+2066><U+200F>', '\u202eabc\u2066\u200f'],
  'is not to be seen': ['a\u200b\u2060\ufeffb', 'a<U+200B><U+2060><U+FEFF>b', 'a\u200b\u2060\ufeffb'],
  'separates lines': ['a\u2028b', 'a<U+2028>b', 'a\u2028b'],
  'is made of tags': ['\u{e0041}\u{e0042}', '<U+E0041><U+E0042>', '\u{e0041}\u{e0042}'],
  'forges a row': ['a\nforged\trow', 'a␊forged␉row', 'a\\nforged\\trow'],
};

faults(
  Object.fromEntries(
    Object.entries(hostile).flatMap(([name, [title, shown, cell = shown]]): [string, Fault][] => {
      const service = inTurn(json({ items: [{ id: 's', title }] }));
      const line = (format: string) => `sites list -o ${format} --fields id,title --no-headers`;
      return [
        [
          `text that ${name}, in tsv`,
          { service, line: line('tsv'), code: 0, stdout: `s\t${cell}\n`, isData: true, requests: [list] },
        ],
        [
          `text that ${name}, in a table`,
          {
            service,
            line: line('table'),
            code: 0,
            stdout: new RegExp(`^s +${shown.replace(/[\\^$*+?.()|[\]{}]/g, '\\$&')}\n$`),
            requests: [list],
          },
        ],
      ];
    }),
  ),
  { here: true },
);

test.concurrent('hostile text stays data in JSON and YAML', () =>
  onStage(async (stage) => {
    const titles = Object.values(hostile).map(([text]) => text);
    await stage.service(inTurn(json({ items: titles.map((title, n) => ({ id: `s${n}`, title })) })));
    for (const format of ['json', 'jsonl', 'yaml']) {
      const { stdout } = await stage.run(`sites list -o ${format}`, {
        code: 0,
        stdout: /./,
        requests: [list],
      });
      if (format === 'json')
        expect(JSON.parse(stdout).map(({ title }: { title: string }) => title)).toEqual(titles);
    }
  }));

/** Cells that a spreadsheet would run, or that would break a row. */
const cells: Readonly<Record<string, readonly [value: unknown, cell: string]>> = {
  'a formula': ['=HYPERLINK("https://evil.example")', `"'=HYPERLINK(""https://evil.example"")"`],
  'a formula with a plus': ['+1+1', "'+1+1"],
  'a formula with a minus': ['-1+1', "'-1+1"],
  'a formula with an at sign': ['@SUM(A1)', "'@SUM(A1)"],
  'a formula behind a tab': ['\t=1', `"'\t'=1"`],
  'a formula behind blanks': ['  =1', "'  =1"],
  'a formula of full width': ['＝1', "'＝1"],
  'a number': [-5, '-5'],
  'quotes and commas': ['a "b", c', '"a ""b"", c"'],
  lines: ['a\r\nb', '"a^M\nb"'],
  'a NUL': ['a\u0000b', 'a\ufffdb'],
};

faults(
  Object.fromEntries(
    Object.entries(cells).map(([name, [title, cell]]): [string, Fault] => [
      `CSV with ${name}`,
      {
        service: inTurn(json({ items: [{ id: 's', about: title }] })),
        line: 'api GET /v1/orgs/org_acme/sites --paginate -o csv --fields id,about --no-headers',
        code: 0,
        stdout: `s,${cell}\n`,
        requests: [list],
      },
    ]),
  ),
  { here: true },
);

faults({
  'half a surrogate pair': {
    service: inTurn(answer('{"id":"s","title":"a\\ud83d"}', ['Content-Type: application/json'])),
    line: 'sites get s -o csv --fields id,title --no-headers',
    code: 0,
    stdout: 's,a\ufffd\n',
    requests: [get],
  },
  'CSV as it is': {
    service: inTurn(json({ id: 's', title: '=1' })),
    line: 'sites get s -o csv --csv-raw --fields title --no-headers',
    code: 0,
    stdout: '=1\n',
    requests: [get],
  },
  'a question about a hostile name': {
    line: ['sites', 'delete', 's\u202eb'],
    code: 2,
    stderr: 'error: this needs a confirmation: delete site s<U+202E>b',
  },
});

test.concurrent.for([
  ['a pipe', {}],
  ['CI', { CI: 'true', TERM: 'xterm-256color', COLORTERM: 'truecolor' }],
  ['a dumb terminal', { TERM: 'dumb' }],
  ['NO_COLOR', { NO_COLOR: '1' }],
  ['NO_COLOR and FORCE_COLOR', { NO_COLOR: '1', FORCE_COLOR: '1' }],
  ['an ASCII locale', { LANG: 'C', LC_ALL: 'C' }],
] as const)('no colour and the same bytes for %s', ([, env]) =>
  onStage(async (stage) => {
    await stage.service(inTurn(json({ items: [{ id: 's', title: '手册 “x”' }] })));
    await stage.run(
      'sites list -o table --fields id,title',
      { code: 0, stdout: /^ID {2}TITLE *\ns {3}手册 “x”\n$/, requests: [list] },
      { env },
    );
  }),
);

/** Pages without end of a list; the last one comes after `count` pages. */
function manyPages(count: number, size: number): Script {
  const items = Array.from({ length: size }, (_, n) => ({ id: `s${n}`, title: 'x'.repeat(50) }));
  return (socket, _, n) =>
    socket.write(json({ items, ...(n < count - 1 && { next: { page: `p${n + 1}` } }) }));
}

test.concurrent('a reader that has seen enough', () =>
  onStage(async (stage) => {
    const service = await stage.service(manyPages(300, 1000));
    const { stdout } = await stage.shell('docs-admin sites list -o jsonl | head -1', {
      code: 0,
      stdout: /^\{"id":"s0".*\n$/,
      requests: expect.any(Array),
    });
    expect(stdout.split('\n')).toHaveLength(2);
    expect(service.requests.length).toBeLessThan(50);
  }));

test.concurrent('a change whose output no one reads is still made, and told by its code', () =>
  onStage(async (stage) => {
    await stage.service(inTurn(json({ id: 's' })));
    await stage.shell('docs-admin sites update s --title New --json | true', {
      code: 0,
      requests: ['PATCH /v1/orgs/org_acme/sites/s'],
    });
  }));

test.concurrent('a full disk', () =>
  onStage(async (stage) => {
    await stage.service(inTurn(json({ id: 's' })));
    await stage.shell('docs-admin sites get s --json > /dev/full', {
      code: 1,
      stderr: '{"error":{"kind":"output","exitCode":1,"message":"cannot write output: ENOSPC","details":[]}}',
      requests: [get],
    });
    await stage.shell('docs-admin sites --help > /dev/full', {
      code: 1,
      stderr: 'error: cannot write output: ENOSPC',
    });
  }));

test.concurrent('a full disk under the file of the result', () =>
  onStage(async (stage) => {
    const stderr = 'error: cannot write /dev/full: no space left on device (ENOSPC)';
    const env = { DOCS_ADMIN_PROFILE: 'sandbox', DOCS_ADMIN_SANDBOX_DATA: 'own.db' };
    for (const line of [
      'org export --out /dev/full',
      'org snapshot --out /dev/full',
      'sandbox export --out /dev/full --yes',
    ])
      await stage.run(line, { code: 1, stderr }, { env });
  }));

test.concurrent('a full disk under the output, or the file of failed rows, of a batch that fails', () =>
  onStage(async (stage) => {
    const refusal = json({ error: { message: 'no' } }, '422 Unprocessable Content');
    await stage.service((socket, request) =>
      socket.write(request.startsWith('GET') ? json({ id: 's', title: 'Guide' }) : refusal),
    );
    await stage.write({ 'lines.txt': 'sites update s --title Handbook\n' });
    const requests = [get, 'PATCH /v1/orgs/org_acme/sites/s'];
    const failed = 'error: 0 of 1 rows done, 1 failed\n  cannot write ';
    await stage.run('batch --file lines.txt --yes --failed /dev/full', {
      code: 9,
      stdout: /\tfailed\t/,
      stderr: `${failed}/dev/full: no space left on device (ENOSPC)\nhint: `,
      requests,
    });
    await stage.shell('docs-admin batch --file lines.txt --yes > /dev/full', {
      code: 9,
      stderr: `${failed}output: ENOSPC\nhint: `,
      requests,
    });
  }));

test.concurrent('streams that are closed', () =>
  onStage(async (stage) => {
    await stage.service(inTurn(json({ id: 's' }), json({ error: { message: 'no' } }, '400 Bad Request')));
    await stage.shell('docs-admin sites get s --json >&-', { code: 0, requests: [get] });
    await stage.shell('docs-admin sites get s --json 2>&-', { code: 1, requests: [get] });
    await stage.shell('docs-admin sites get s --json <&- 2>/dev/null', { code: 1, requests: [get] });
  }));

test.concurrent('an error of many lines arrives whole on a slow pipe', () =>
  onStage(async (stage) => {
    const details = Array.from({ length: 50 }, (_, n) => ({ path: `f${n}`, message: 'x'.repeat(290) }));
    await stage.service(inTurn(json({ error: { message: 'no', details } }, '422 Unprocessable Content')));
    const { stdout } = await stage.shell('docs-admin sites get s 2>&1 >/dev/null | (sleep 0.5; cat)', {
      code: 1,
      stdout: /^error: .*\n( {2}f\d+: x+\n){50}$/,
      requests: [get],
    });
    expect(stdout.length).toBeGreaterThan(14_000);
  }));

test.concurrent('a million bytes to a slow reader, with bounded memory', () =>
  onStage(async (stage) => {
    await stage.service(manyPages(100, 1000));
    const line =
      '(docs-admin sites list -o jsonl & pid=$!; sleep 2; grep VmHWM /proc/$pid/status >&2; wait $pid) | (sleep 3; wc -l)';
    const { stderr } = await stage.shell(line, {
      code: 0,
      stdout: /^100000\n$/,
      stderr: /VmHWM/,
      requests: expect.any(Array),
    });
    expect(Number(/VmHWM:\s+(\d+) kB/.exec(stderr)?.[1])).toBeLessThan(200 * 1024);
  }));
