import type { WireAnswer } from '../../ports.ts';
import { ServiceProblem } from '../problem.ts';
import { computed } from '../resources/document.ts';
import { findPage, type PageRow, pageRows } from '../resources/page.ts';
import type { Store } from '../store/store.ts';
import { readSigned, signingKey, writeSigned } from './signed.ts';

/** The path of files that need no token: their addresses are signed, as in storage services. */
export const downloadsPath = '/downloads/';

const lifetime = 60 * 60 * 1000;

/** The part of a revision that a PDF shows. */
interface PdfOrder {
  readonly title: string;
  readonly revision: string;
  /** The first page; all pages if absent. */
  readonly page?: string | undefined;
  /** Whether the pages below `page` are left out. */
  readonly only: boolean;
}

/** Returns an address below `origin` for the PDF. It needs no token and is valid for an hour after `now`. */
export function pdfUrl(
  { store, origin, now }: { store: Store; origin: string; now: string },
  order: PdfOrder,
): string {
  const text = JSON.stringify({ ...order, until: Date.parse(now) + lifetime });
  return `${origin}${downloadsPath}${writeSigned(text, downloadsPath, signingKey(store))}`;
}

/** Answers a request to an address of {@link pdfUrl}. Throws 403 for one that is forged or too old. */
export function answerDownload(store: Store, pathname: string, now: number): WireAnswer {
  const text = readSigned(pathname.slice(downloadsPath.length), downloadsPath, signingKey(store));
  const order = text === undefined ? undefined : (JSON.parse(text) as PdfOrder & { until: number });
  if (!order || order.until < now) throw new ServiceProblem(403, 'the address is not valid, or no longer');
  const pages = store.transaction('read', () => pdfPages(store, order));
  return {
    status: 200,
    headers: { 'content-type': 'application/pdf', 'cache-control': 'no-store' },
    body: pdfOf([{ title: order.title, text: '' }, ...pages]),
  };
}

function pdfPages(store: Store, { revision, page, only }: PdfOrder): PdfPage[] {
  const rows = pageRows(store, revision);
  const top = page === undefined ? undefined : findPage(store, revision, 'id', page);
  const wanted = top ? [top, ...(only ? [] : below(rows, top.id))] : below(rows, null);
  return wanted.map(({ title, markdown }) => ({ title, text: computed(store, revision, markdown) }));
}

function below(rows: readonly PageRow[], parent: string | null): PageRow[] {
  return rows.filter((row) => row.parent === parent).flatMap((row) => [row, ...below(rows, row.id)]);
}

interface PdfPage {
  readonly title: string;
  readonly text: string;
}

const widestLine = 90;
const linesAPage = 50;

/**
 * Makes a PDF with the text of each page in Helvetica. Characters beyond Latin-1 become question marks, because the
 * fonts of every reader cannot show them.
 */
function pdfOf(pages: readonly PdfPage[]): Uint8Array {
  const sheets = pages.flatMap(({ title, text }) => split([title, '', ...text.split('\n')]));
  const kids = sheets.map((_, at) => `${firstSheet + 2 * at} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${sheets.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...sheets.flatMap((lines, at) => [sheet(firstSheet + 2 * at + 1), stream(lines)]),
  ];
  return Buffer.from(withIndex(objects), 'latin1');
}

/** Objects are numbered from 1; the catalogue, the page list and the font come first. */
const firstSheet = 4;

function sheet(content: number): string {
  return `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${content} 0 R >>`;
}

function stream(lines: readonly string[]): string {
  const shown = lines.map((line) => `(${pdfText(line)}) Tj T*`).join('\n');
  const text = `BT /F1 11 Tf 14 TL 50 790 Td\n${shown}\nET`;
  return `<< /Length ${text.length} >>\nstream\n${text}\nendstream`;
}

function split(lines: readonly string[]): string[][] {
  const short = lines.flatMap((line) => line.match(new RegExp(`.{1,${widestLine}}`, 'gu')) ?? ['']);
  const count = Math.ceil(short.length / linesAPage);
  return Array.from({ length: count }, (_, at) => short.slice(at * linesAPage, (at + 1) * linesAPage));
}

function pdfText(text: string): string {
  return text.replace(/[^\u0020-\u007e\u00a0-\u00ff]/gu, '?').replace(/[\\()]/g, '\\$&');
}

/** Joins the objects, with a table of their positions in bytes. */
function withIndex(objects: readonly string[]): string {
  let text = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const count = objects.length + 1;
  const index = `xref\n0 ${count}\n0000000000 65535 f \n${places.join('')}`;
  return `${text}${index}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
}
