import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from '@lydell/node-pty';
import { cellsShown } from './screen.js';

/** What somebody who opens the README sees of the tool. Nothing in it depends on the day. */
const session = [
  'docs-admin sites list --fields id,title,visibility,published,siteSpaces',
  'docs-admin members list --role admin --fields id,user.displayName,user.email,teams',
  'docs-admin openapi list --fields slug,processingState,lastProcessErrorCode',
  'docs-admin sites update site_docs --title x --dry-run',
];

const columns = 92;
const cell = { width: 8.4, height: 18 };
const margin = 18;
const colors = { 1: '#f47067', 2: '#8ddb8c', 3: '#eac55f' };

/**
 * The picture `docs/terminal.svg`: a session on a real terminal, with the tool whose executable is `bin`, against the
 * demo data.
 *
 * @param {string} bin
 * @returns {Promise<string>}
 */
export async function terminalPicture(bin) {
  const home = mkdtempSync(join(tmpdir(), 'docs-admin-'));
  try {
    let raw = '';
    for (const line of session) raw += `\x1b[1m$ ${line}\x1b[22m\r\n${await shown(bin, line, home)}\r\n`;
    return draw(await cellsShown(raw, { columns, rows: 24 }));
  } finally {
    rmSync(home, { recursive: true });
  }
}

/**
 * @param {string} bin
 * @param {string} line
 * @param {string} home
 * @returns {Promise<string>}
 */
function shown(bin, line, home) {
  const [, ...words] = line.split(' ');
  const env = { PATH: process.env.PATH, HOME: home, LANG: 'C.UTF-8', DOCS_ADMIN_PROFILE: 'sandbox' };
  const terminal = spawn(process.execPath, [bin, ...words], {
    name: 'xterm-256color',
    cols: columns,
    rows: 24,
    env,
  });
  let raw = '';
  terminal.onData((text) => (raw += text));
  return new Promise((resolve) => terminal.onExit(() => resolve(raw)));
}

/** @param {import('./screen.js').Cell[][]} lines */
function draw(lines) {
  const width = Math.ceil(columns * cell.width + 2 * margin);
  const height = lines.length * cell.height + 2 * margin;
  const text = lines.flatMap((cells, row) => runs(cells).map((run) => drawRun(run, row)));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="A session of docs-admin on a terminal">
<rect width="${width}" height="${height}" rx="8" fill="#22272e"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" fill="#cdd9e5" xml:space="preserve">
${text.join('\n')}
</g>
</svg>
`;
}

/**
 * Neighbours that look alike, as one piece; a wide character ends it, since fonts disagree about its width.
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
  const fill = color === undefined ? '' : ` fill="${colors[/** @type {keyof typeof colors} */ (color)]}"`;
  return `<text x="${x}" y="${y}"${fill}${bold ? ' font-weight="bold"' : ''}>${escapeXml(text)}</text>`;
}

/** @param {string} text */
function escapeXml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
