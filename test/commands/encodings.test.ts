import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { wholeProgram } from '../../src/build/help.ts';
import { describeProgram } from '../../src/cli/help/reference.ts';
import { selfSigned } from '../support/certificate.ts';
import { type Run, sandboxCli } from '../support/cli.ts';

/** The bytes of a text as editors and shells of Windows write it. */
const encodings: readonly (readonly [string, (text: string) => Buffer])[] = [
  ['UTF-8 with a byte order mark and CRLF', (text) => Buffer.from(`\ufeff${crlf(text)}`)],
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

const exceptions = `format: docs-admin-audit-exceptions/1
exceptions:
- rule: DA102
  object: team:Platform
  evidence: any
  reason: Zwölf
  expires: never
`;

const document = '{"object":"document","data":{"schemaVersion":1},"nodes":[]}\n';
const publish =
  'integrations publish acme-notes --title Notes --description Notes --scope space:content:read --dry-run';
const script = { 'script.js': '// Zwölf\nlet a;\n' };

/** The command lines, each with the files that it reads. */
const reading: Record<string, Record<string, string>> = {
  'teams create --input team.json --dry-run': { 'team.json': '{\n  "title": "Zwölf"\n}\n' },
  'teams create --input team.yaml --dry-run': { 'team.yaml': 'title: Zwölf\n' },
  [`batch --file rows.csv --dry-run ${batch}`]: { 'rows.csv': rows },
  [`batch --file rows.jsonl --dry-run ${batch}`]: { 'rows.jsonl': jsonLines },
  'batch --file lines.txt --dry-run': {
    'lines.txt': "teams create --title 'Zwölf'\nteams create --title x1\n",
  },
  'teams members sync --file roster.csv --dry-run': { 'roster.csv': 'team,user\nteam_empty,user_ada\n' },
  'teams members sync --file roster.yaml --dry-run': {
    'roster.yaml': '- team: team_empty\n  user: user_ada\n',
  },
  'members onboard --file roster.csv --dry-run': { 'roster.csv': 'team,user\nteam_empty,user_ada\n' },
  'sites adaptive-schema set site_docs --schema schema.yaml --dry-run': {
    'schema.yaml': 'type: object\nproperties:\n  zwölf: {}\n',
  },
  'translations languages set trans_handbook de --instructions document.json --dry-run': {
    'document.json': document,
  },
  'translations languages set trans_handbook de --instructions text.md --dry-run': {
    'text.md': '# Zwölf\n\nText\n',
  },
  'openapi create zw --file spec.yaml --dry-run': { 'spec.yaml': 'openapi: 3.0.0\ninfo: { title: Zwölf }\n' },
  'comments create --space space_changelog --markdown-file note.md --dry-run': {
    'note.md': '# Zwölf\n\nText\n',
  },
  'saml create --label Zw --entity-id zw --sso-url https://zw.example --certificate zw.pem --dry-run': {
    'zw.pem': selfSigned('zw.example', { days: 2000 }).cert,
  },
  [`${publish} --script script.js`]: script,
  [`${publish} --script script.js --summary summary.md`]: { ...script, 'summary.md': '# Zwölf\n\nText\n' },
  'org audit --rules DA102 --exceptions exceptions.yaml --fail-on high -o json': {
    'exceptions.yaml': exceptions,
  },
  'org audit --rules DA102 --baseline known.yaml --fail-on high -o json': { 'known.yaml': exceptions },
  'org plan --file org.yaml -o json': { 'org.yaml': organization, 'people.csv': people },
};

/** What the tool itself writes, which editors and shells of Windows may write again: each with the line that makes it. */
const madeFirst: Record<string, readonly [line: string, file: string]> = {
  'apply-plan plan.json --dry-run': ['teams members sync --file roster.csv --out plan.json', 'plan.json'],
  'org audit --rules DA102 --snapshot org.json -o json': ['org snapshot --out org.json', 'org.json'],
  'org audit accept audit.json --reason x --expires never': ['org audit --rules DA102 -o json', 'audit.json'],
  'org audit diff audit.json audit.json -o json': ['org audit --rules DA102 -o json', 'audit.json'],
  'access diff report.json report.json -o json': ['access report -o json', 'report.json'],
  'access diff report.csv report.csv -o json': ['access report -o csv', 'report.csv'],
};

/** A text that is sent as it is keeps its ends of lines. */
function withoutReturns(run: Run): Run {
  return JSON.parse(JSON.stringify(run).replaceAll(/\\+r(?=\\+n)/g, ''));
}

describe.each(Object.entries(reading))('%s', (line, files) => {
  test('reads the same from every encoding', async () => {
    const plain = await (await sandboxCli(files))(line);
    expect(plain.code).toBe(0);
    expect(plain.stdout + plain.stderr).not.toBe('');
    for (const [name, encoded] of encodings) {
      const bytes = Object.entries(files).map(([file, text]): [string, Buffer] => [file, encoded(text)]);
      const run = await (await sandboxCli(Object.fromEntries(bytes)))(line);
      expect(withoutReturns(run), name).toEqual(withoutReturns(plain));
    }
  });

  // Markdown is known by the ending of its file.
  test.skipIf(line.includes('text.md'))('reads the same from standard input', async () => {
    const plain = await (await sandboxCli(files))(line);
    for (const [file, stdin] of Object.entries(files).filter(([name]) => line.includes(` ${name}`))) {
      const run = await (await sandboxCli(files))(line.replace(` ${file}`, ' -'), { stdin });
      const stderr = run.stderr.replaceAll('standard input', file).replaceAll(' -:', ` ${file}:`);
      expect({ ...run, stderr }, file).toEqual(plain);
    }
  });
});

describe.each(Object.entries(madeFirst))('%s', (line, [making, file]) => {
  test('reads the same from every encoding', async () => {
    const docs = await sandboxCli({ 'roster.csv': 'team,user\nteam_empty,user_ada\n' });
    const made = await docs(making);
    const path = join(docs.folder, file);
    const text = made.stdout || readFileSync(path, 'utf8');
    writeFileSync(path, text);
    const { code, stdout, stderr } = await docs(line);
    expect(code).toBe(0);
    for (const [name, encoded] of encodings) {
      writeFileSync(path, encoded(text));
      expect(await docs(line), name).toMatchObject({ code, stdout, stderr });
    }
    writeFileSync(path, text);
    const piped = await docs(line.replace(` ${file}`, ' -'), { stdin: text });
    expect(piped).toMatchObject({ code, stdout, stderr: stderr.replaceAll(` ${file}`, ' standard input') });
  });
});

test('every flag that reads a file or standard input stands in a line above', async () => {
  const elsewhere = {
    // Not text.
    '--icon': 'bytes',
    '--preview-image': 'bytes',
    // Read as all whole files are, by `system/decode.ts`: test/system/tls.test.ts.
    '--ca-file': 'certificates',
    // Markdown or JSON: test/commands/org-reviewed-plan.test.ts.
    '--reviewed': 'a plan',
    // Read as rosters are, by the same function; the lists around it come in any order: test/review.
    '--reviewers': 'a table',
  };
  const flags = describeProgram(await wholeProgram())
    .flatMap((command) => command.flags)
    .filter(({ value, writesFile }) => value === 'file' && !writesFile)
    .map(({ name }) => name);
  const lines = [...Object.keys(reading), ...Object.keys(madeFirst)].join('\n');
  const unread = [...new Set(flags)].filter((name) => !lines.includes(`${name} `) && !(name in elsewhere));
  expect(flags.length).toBeGreaterThan(50);
  expect(unread).toEqual([]);
});
