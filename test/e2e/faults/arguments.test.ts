import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { canaries } from '../../support/canaries.ts';
import { inTurn, json } from '../../support/scripted-server.ts';
import { type Fault, faults, onStage } from '../../support/stage.ts';

const { token: secret } = canaries;
const sites = '/v1/orgs/org_acme/sites';
const site = inTurn(json({ id: 's' }));

/** Nothing of a table of bad input may be sent: the service of each row must not be asked. */
function refused(rows: Readonly<Record<string, Omit<Fault, 'code'>>>): void {
  const table = Object.entries(rows).map(([name, fault]) => [name, { ...fault, code: 2 }]);
  faults(Object.fromEntries(table), { here: true });
}

const ids: Readonly<Record<string, string>> = {
  '': 'must not be empty',
  '.': 'must not be "." or ".."',
  '..': 'must not be "." or ".."',
  '%2e%2e': 'contains "%"',
  'a/b': 'contains "/"',
  '../../other': 'contains "/"',
  'a\\b': 'contains "\\"',
  'a?x': 'contains "?"',
  'a#f': 'contains "#"',
  'a\u0007b': 'contains a control character',
  'a\u009bb': 'contains a control character',
  'a\nb': 'contains a control character',
  ['x'.repeat(257)]: 'has more than 256 characters',
};

refused(
  Object.fromEntries(
    Object.entries(ids).flatMap(([id, problem], n) => [
      [
        `an id that ${problem} (${n})`,
        { line: ['sites', 'get', id], stderr: ['error: invalid <siteId>', problem] },
      ],
      [
        `an organization that ${problem} (${n})`,
        { line: ['sites', 'list', `--org=${id}`], stderr: [/^error: (invalid --org|no organization given)/] },
      ],
    ]),
  ),
);

faults({
  'an id with unusual characters is encoded once': {
    service: site,
    line: ['sites', 'get', 'ü x;+@:&=$', '-o', 'id'],
    code: 0,
    stdout: 's\n',
    requests: [`GET ${sites}/%C3%BC%20x%3B%2B%40%3A%26%3D%24`],
  },
  'an id after --': {
    service: site,
    line: 'sites get -o id -- -x',
    code: 0,
    stdout: 's\n',
    requests: [`GET ${sites}/-x`],
  },
  'a field that is text stays text, one that is JSON becomes it': {
    service: (socket, request) => socket.write(json({ echo: request.split('\r\n\r\n')[1] })),
    line: `api POST /v1/x -f a=007 -f b=true -F n=7 -F f=null --fields echo -o json`,
    code: 0,
    stdout: /\{\\"a\\":\\"007\\",\\"b\\":\\"true\\",\\"n\\":7,\\"f\\":null\}/,
    requests: ['POST /v1/x'],
  },
  'a byte order mark': {
    service: site,
    files: { 'body.json': '\ufeff{"title":"Handbook"}' },
    line: 'sites create --input body.json -o id',
    code: 0,
    stdout: 's\n',
    requests: [`POST ${sites}`],
  },
});

refused({
  'neighbours without an id': {
    line: 'sections move section_a --site site_docs --before ""',
    stderr: /^error: .*--before.*empty/,
  },
  'a member without an id': {
    line: 'teams create --title Docs --member ""',
    stderr: /^error: .*--member.*empty/,
  },
  'a space without an id': {
    line: 'site-spaces create --site site_docs --space ""',
    stderr: /^error: .*--space.*empty/,
  },
  'a parent without an id': {
    line: 'collections create --title Docs --parent ""',
    stderr: /^error: .*--parent.*empty/,
  },
  'a field named as a trap': {
    line: 'api POST /v1/x -F __proto__.x=1',
    stderr: 'error: invalid --json-field: invalid field name',
  },
  'a field named as another trap': {
    line: 'api POST /v1/x -F constructor.prototype.x=1',
    stderr: 'error: invalid --json-field: invalid field name',
  },
  'an unknown flag with a value': {
    line: ['sites', 'list', `--tokn=${secret}`],
    stderr: 'error: unknown flag --tokn',
  },
  'an unknown command': { line: ['sites', secret], stderr: 'error: unknown command' },
  'an unknown noun': { line: [secret], stderr: 'error: unknown command' },
  'an argument too many': {
    line: ['teams', 'members', 'remove', 't', 'u', secret],
    stderr: 'error: too many arguments',
  },
  'a token on the line': {
    line: ['sites', 'list', '--token', secret],
    stderr: ['error: there is no --token flag', /hint: .*DOCS_ADMIN_TOKEN.*auth login/],
  },
  'a token on the line, with an equals sign': {
    line: ['sites', 'list', `--token=${secret}`],
    stderr: 'error: there is no --token flag',
  },
  'a secret in the place of a number': {
    line: ['sites', 'list', '--limit', secret],
    stderr: 'error: invalid --limit',
  },
  'a secret in the place of a format': {
    line: ['sites', 'list', '-o', secret],
    stderr: 'error: unknown output format',
  },
  'a flag given twice': {
    line: 'sites create --title one --title two',
    stderr: 'error: --title is given twice',
  },
  'a flag without its value': { line: 'sites create --title', stderr: 'error: --title needs a value' },
  'no terminal to confirm on': {
    line: 'sites delete s',
    stderr: [/^error: this needs a confirmation: /, 'hint: give --yes'],
  },
  'input from a standard input that is closed': {
    line: 'sites create --input -',
    stderr: 'error: standard input',
  },
  'input that is no object': {
    line: 'sites create --input -',
    input: JSON.stringify([secret]),
    stderr: 'error: standard input must hold an object',
  },
  'input with a mistake inside a secret': {
    line: 'sites create --input -',
    input: `{"title": "${secret}`,
    stderr: /^error: standard input:1:\d+: not valid JSON or YAML/,
  },
  'YAML that wants to run code': {
    line: 'sites create --input -',
    input: 'title: !!js/function "() => 1"\n',
    stderr: /^error: standard input:1:\d+: not valid JSON or YAML/,
  },
  'YAML with a key twice': {
    line: 'sites create --input -',
    input: `title: ${secret}\ntitle: b\n`,
    stderr: /^error: standard input:2:1: not valid JSON or YAML \(duplicate key\)/,
  },
  'a number that would be rounded': {
    line: 'sites create --input -',
    input: 'title: 9007199254740993\n',
    stderr: /^error: standard input:1:8: .*a number that would be rounded/,
  },
  'a missing file': {
    line: 'sites create --input none.json',
    stderr: /^error: cannot read none\.json: .*ENOENT/,
  },
  'a folder': { line: 'sites create --input tmp', stderr: 'error: cannot read tmp: it is a folder' },
  'a device without end': {
    line: 'sites create --input /dev/zero',
    stderr: 'error: cannot read /dev/zero: not a regular file',
  },
  'a field from a device without end': { line: 'api POST /v1/x -F x=@/dev/zero', stderr: 'error: ' },
  'a file that is too large': {
    files: { 'big.json': Buffer.alloc(10 * 1024 * 1024 + 1, 32) },
    line: 'sites create --input big.json',
    stderr: 'error: cannot read big.json: larger than 10 MiB',
  },
  'lines of commands that are no UTF-8': {
    files: { 'lines.txt': Buffer.from('sites get a\nsites get \xff\n', 'latin1') },
    line: 'batch --file lines.txt',
    stderr: 'error: lines.txt:2: not UTF-8; nothing was sent\nhint: save it with the encoding UTF-8\n',
  },
  'lines of commands that are too long': {
    files: { 'lines.txt': `sites get a\n${'x'.repeat(1024 * 1024 + 1)}` },
    line: 'batch --file lines.txt',
    stderr: 'error: lines.txt:2: longer than 1 MiB; nothing was sent\n',
  },
  'ids on standard input that are no text': {
    input: 'x'.repeat(1024 * 1024 + 1),
    line: 'sites get -',
    stderr: 'error: standard input:1: longer than 1 MiB; nothing was sent\n',
  },
  'a file that is no UTF-8': {
    files: { 'latin.yaml': Buffer.from('title: x\nother: M\xfcller\n', 'latin1') },
    line: 'sites create --input latin.yaml',
    stderr: 'error: latin.yaml line 2: not UTF-8',
  },
});

refused(
  Object.fromEntries(
    ['-1', '0', '1e9', '1000000001', 'abc', 'NaN', '1.5', ' 1', ''].map((limit) => [
      `--limit=${limit}`,
      {
        line: ['sites', 'list', `--limit=${limit}`],
        stderr: /^error: invalid --limit( \S+)?: must be a whole number from 1 to 1000000000\n/,
      },
    ]),
  ),
);

refused(
  Object.fromEntries(
    [
      ['slug', 'openapi create {text} --url https://pets.example', `${'a-'.repeat(50_000)}!`],
      ['email', 'saml create --label {text}', `${'a@'.repeat(50_000)}!`],
      ['address', 'openapi create pets --url {text}', `https://${'a.'.repeat(50_000)}!`],
      ['name', 'custom-fields create {text} --type string', `${'a_'.repeat(50_000)}!`],
    ].map(([name, line, text]) => [
      `a ${name} of 100 kB`,
      {
        line: (line as string).split(' ').map((word) => word.replace('{text}', text as string)),
        stderr: 'error: ',
      },
    ]),
  ),
);

test.concurrent('a file that may not be read', () =>
  onStage(async (stage) => {
    await stage.service(site);
    mkdirSync(join(stage.home, 'there'));
    symlinkSync('loop', join(stage.home, 'loop'));
    const cannot = (message: RegExp) => ({ code: 2, stderr: message });
    await stage.run('sites create --input there/none', cannot(/^error: cannot read there\/none: .*ENOENT/));
    await stage.run('sites create --input loop', cannot(/^error: cannot read loop: .*ELOOP/));
  }));

test.concurrent('a wrong word is answered with the right one', () =>
  onStage(async (stage) => {
    await stage.service(site);
    await stage.run('sites lst', {
      code: 2,
      stderr: ['error: unknown command "lst"', 'hint: did you mean `docs-admin sites list`?'],
    });
    await stage.run('sites list --limt 3', { code: 2, stderr: 'did you mean --limit?' });
  }));
