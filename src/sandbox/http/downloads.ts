import type { WireAnswer } from '../../ports.ts';
import { type PdfPage, pdfOf } from '../pdf.ts';
import { ServiceProblem } from '../problem.ts';
import { computed } from '../resources/document.ts';
import { findPage, type PageRow, pageRows } from '../resources/page.ts';
import type { Store } from '../store/store.ts';
import { readSigned, signingKey, writeSigned } from './signed.ts';

/** The path of files that need no token: their addresses are signed, as in storage services. */
export const downloadsPath = '/downloads/';

const lifetime = 60 * 60 * 1000;

/** The part of a revision that a PDF shows. */
export interface PdfOrder {
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
