import { describe, expect, test } from 'vitest';
import { sandboxCli } from '../support/cli.ts';

/** The bytes of a text as editors and shells of Windows write it. */
const encodings: readonly (readonly [string, (text: string) => Buffer])[] = [
  ['UTF-8 with CRLF', (text) => Buffer.from(crlf(text))],
  ['UTF-8 with a byte order mark', (text) => Buffer.from(`\ufeff${text}`)],
  ['UTF-8 with both', (text) => Buffer.from(`\ufeff${crlf(text)}`)],
  ['UTF-16, little-endian', (text) => Buffer.from(`\ufeff${crlf(text)}`, 'utf16le')],
  ['UTF-16, big-endian', (text) => Buffer.from(`\ufeff${crlf(text)}`, 'utf16le').swap16()],
];

function crlf(text: string): string {
  return text.replaceAll('\n', '\r\n');
}

const organization = `format: docs-admin-organization/1
teams:
  Zwölf:
    members:
      file: people.csv
`;
const people = 'user,role\nuser_ada,member\n';
const rows = 'title\nZwölf\nDreizehn\n';
const jsonLines = '{"title":"Zwölf"}\n{"title":"Dreizehn"}\n';
const batch = '-- teams create --title {title}';

const exceptions = `- rule: DA102
  object: team:Platform
  reason: Zwölf
  expires: never
`;

/** The command lines, each with the files that it reads. */
const reading: Record<string, Record<string, string>> = {
  'teams create --input team.json --dry-run': { 'team.json': '{\n  "title": "Zwölf"\n}\n' },
  'teams create --input team.yaml --dry-run': { 'team.yaml': 'title: Zwölf\n' },
  [`batch --csv rows.csv --dry-run ${batch}`]: { 'rows.csv': rows },
  [`batch --jsonl rows.jsonl --dry-run ${batch}`]: { 'rows.jsonl': jsonLines },
  'batch --file lines.txt --dry-run': {
    'lines.txt': "teams create --title 'Zwölf'\nteams create --title x1\n",
  },
  'teams members sync --file roster.csv --dry-run': { 'roster.csv': 'team,user\nteam_empty,user_ada\n' },
  'teams members sync --file roster.yaml --dry-run': {
    'roster.yaml': '- team: team_empty\n  user: user_ada\n',
  },
  'members onboard --file roster.csv --dry-run': { 'roster.csv': 'team,user\nteam_empty,user_ada\n' },
  'org audit --rules DA102 --exceptions exceptions.yaml --fail-on high -o json': {
    'exceptions.yaml': exceptions,
  },
  'org plan --file org.yaml -o json': { 'org.yaml': organization, 'people.csv': people },
};

describe.each(Object.entries(reading))('%s', (line, files) => {
  test.each(encodings)('reads the same from %s', async (_, encoded) => {
    const plain = await (await sandboxCli(files))(line);
    const bytes = Object.entries(files).map(([name, text]): [string, Buffer] => [name, encoded(text)]);
    const run = await (await sandboxCli(Object.fromEntries(bytes)))(line);
    expect(plain.code).toBe(0);
    expect(plain.stdout + plain.stderr).not.toBe('');
    expect(run).toEqual(plain);
  });
});
