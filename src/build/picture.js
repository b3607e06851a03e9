import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from '@lydell/node-pty';
import { cellsShown } from './screen.js';

/**
 * One command line of a session. If `typed` is given, each pair types its keys as soon as the screen shows its text.
 * The picture is taken when the screen shows `until`.
 *
 * @typedef {{ line: string, typed?: [shows: string, keys: string][], until?: string }} Step
 */

/**
 * The pictures of the terminal in the README and the guides. Nothing in them depends on the date.
 *
 * @type {readonly { file: string, label: string, files?: Record<string, string>, session: readonly Step[] }[]}
 */
export const pictures = [
  {
    file: 'docs/terminal.svg',
    label: 'A session of docs-admin on a terminal',
    session: [
      { line: 'docs-admin sites list --fields id,title,visibility,published,siteSpaces' },
      { line: 'docs-admin members list --role admin --fields id,user.displayName,user.email,teams' },
      { line: 'docs-admin openapi list --fields slug,processingState,lastProcessErrorCode' },
      { line: 'docs-admin sites update site_docs --title x --dry-run' },
    ],
  },
  {
    file: 'docs/plan.svg',
    label: 'The plan of an organization file: what is new, renamed, changed and taken away',
    files: {
      'organization.yaml': [
        'format: docs-admin-organization/1',
        'managed: { teams: full }',
        'teams:',
        '  Design 🎨: {}',
        '  Developers: { previously: [ Platform ] }',
        '  Docs: {}',
        '  Interns:',
        '    members: { min@acme.example: owner }',
        '  Support, EMEA:',
        '    members:',
        '      ana@acme.example: owner',
        '      bo@acme.example: member',
        '      ines@acme.example: member',
        '      sofia@acme.example: owner',
        '  東京オフィス: {}',
        'collections:',
        '  Product: { default-level: comment }',
        'sites:',
        '  Acme Docs: { visibility: unlisted }',
        '',
      ].join('\n'),
    },
    session: [{ line: 'docs-admin org plan --file organization.yaml' }],
  },
  {
    file: 'docs/roster.svg',
    label: 'The plan of a roster: who joins and who leaves which team',
    files: {
      'roster.csv': [
        'team,user,role,action',
        'Docs,kim@acme.example,owner,',
        'Docs,zoe@acme.example,,remove',
        '"Support, EMEA",ada@acme.example,,',
        'Nobody yet,ravi@acme.example,owner,',
        '',
      ].join('\n'),
    },
    session: [
      {
        line: 'docs-admin teams members sync --file roster.csv --allow-opening administrators',
        until: '[y/N]',
      },
    ],
  },
  {
    file: 'docs/picker.svg',
    label: 'A picker: what is typed narrows the list',
    session: [{ line: 'docs-admin members get', typed: [['user_uma', 'acme ne']], until: '(3 matches)' }],
  },
];

const columns = 92;
const rows = 24;
const cell = { width: 8.4, height: 18 };
const margin = 18;
/** The colours of a picture: of its ground, of text, and of the colours of the terminal that the tool uses, by number. */
const light = {
  ground: '#f6f8fa',
  text: '#1f2328',
  1: '#b3261e',
  2: '#116329',
  3: '#7a4d00',
  6: '#05606e',
  8: '#59636e',
};
const dark = {
  ground: '#22272e',
  text: '#cdd9e5',
  1: '#f47067',
  2: '#8ddb8c',
  3: '#eac55f',
  6: '#76e3ea',
  8: '#909dab',
};

/**
 * Draws a session on a real terminal as SVG, with the tool whose executable is `bin`, on the demo data.
 *
 * @param {string} bin
 * @param {typeof pictures[number]} picture
 * @returns {Promise<string>}
 */
export async function drawPicture(bin, { label, files = {}, session }) {
  const home = mkdtempSync(join(tmpdir(), 'docs-admin-'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(home, name), content);
  try {
    let raw = '';
    for (const step of session) raw += `\x1b[1m$ ${step.line}\x1b[22m\r\n${await shown(bin, step, home)}\r\n`;
    return draw(await cellsShown(raw, { columns, rows }), label);
  } finally {
    rmSync(home, { recursive: true });
  }
}

/**
 * Returns the output for the terminal until the command ends, or until it shows `until`.
 *
 * @param {string} bin
 * @param {Step} step
 * @param {string} home
 * @returns {Promise<string>}
 */
function shown(bin, { line, typed = [], until }, home) {
  const [, ...words] = line.split(' ');
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    LANG: 'C.UTF-8',
    DOCS_ADMIN_PROFILE: 'sandbox',
    PAGER: 'cat',
  };
  const terminal = spawn(process.execPath, [bin, ...words], {
    name: 'xterm-256color',
    cols: columns,
    rows,
    cwd: home,
    env,
  });
  const waiting = [...typed];
  let raw = '';
  return new Promise((resolve) => {
    terminal.onExit(() => resolve(raw));
    terminal.onData((text) => {
      raw += text;
      const [next] = waiting;
      if (next && raw.includes(next[0])) {
        waiting.shift();
        terminal.write(next[1]);
      } else if (!next && until !== undefined && raw.includes(until)) {
        terminal.kill('SIGKILL');
      }
    });
  });
}

/**
 * @param {import('./screen.js').Cell[][]} lines
 * @param {string} label
 */
function draw(lines, label) {
  const width = Math.ceil(columns * cell.width + 2 * margin);
  const height = lines.length * cell.height + 2 * margin;
  const text = lines.flatMap((cells, row) => runs(cells).map((run) => drawRun(run, row)));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${label}">
<style>
${rules(light)}
@media (prefers-color-scheme: dark) {
${rules(dark)}
}
</style>
<rect width="${width}" height="${height}" rx="8" class="ground"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" class="text" xml:space="preserve">
${text.join('\n')}
</g>
</svg>
`;
}

/** @param {typeof light} colors */
function rules({ ground, text, ...numbered }) {
  const ofNumbers = Object.entries(numbered).map(([number, color]) => `.c${number} { fill: ${color} }`);
  return [`.ground { fill: ${ground} }`, `.text { fill: ${text} }`, ...ofNumbers].join('\n');
}

/**
 * Joins neighbouring cells of the same look. A wide character ends a piece, because fonts give it different widths.
 *
 * @param {import('./screen.js').Cell[]} cells
 */
function runs(cells) {
  /** @type {import('./screen.js').Cell[]} */
  const found = [];
  for (const next of cells) {
    const last = found.at(-1);
    const continues =
      last !== undefined &&
      last.column + last.width === next.column &&
      last.text.length === last.width &&
      last.color === next.color &&
      last.bold === next.bold;
    if (continues)
      found[found.length - 1] = { ...last, text: last.text + next.text, width: last.width + next.width };
    else found.push(next);
  }
  return found;
}

/**
 * @param {import('./screen.js').Cell} run
 * @param {number} row
 */
function drawRun({ column, text, color, bold }, row) {
  const x = (margin + column * cell.width).toFixed(1);
  const y = margin + (row + 0.75) * cell.height;
  const look = color === undefined ? '' : ` class="c${color}"`;
  return `<text x="${x}" y="${y}"${look}${bold ? ' font-weight="bold"' : ''}>${escapeXml(text)}</text>`;
}

/** @param {string} text */
function escapeXml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
