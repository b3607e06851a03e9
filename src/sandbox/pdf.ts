export interface PdfPage {
  readonly title: string;
  readonly text: string;
}

const widestLine = 90;
const linesAPage = 50;

/**
 * Makes a PDF with the text of each page in Helvetica. Characters beyond Latin-1 become question marks, because the
 * fonts of every reader cannot show them.
 */
export function pdfOf(pages: readonly PdfPage[]): Uint8Array {
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
