import type { WireAnswer } from '../../ports.ts';
import { type PdfPage, pdfOf } from '../pdf.ts';
import { computed } from '../resources/document.ts';
import { findPage, type PageRow, pageRows } from '../resources/page.ts';
import type { Store } from '../store/store.ts';
import { ServiceProblem } from './problem.ts';
import { readSigned, signingKey, writeSigned } from './signed.ts';

/** Where files are that need no token: their addresses are signed, as those of storage services. */
export const downloadsPath = '/downloads/';

const lifetime = 60 * 60 * 1000;

/** What a PDF shows of a revision. */
export interface PdfOrder {
  readonly title: string;
  readonly revision: string;
  /** The page to begin with; all pages where absent. */
  readonly page?: string | undefined;
  /** Without the pages below `page`. */
  readonly only: boolean;
}

/** An address below `origin` that gives the PDF to whoever knows it, for an hour from `now` on. */
export function pdfUrl(
  { store, origin, now }: { store: Store; origin: string; now: string },
  order: PdfOrder,
): string {
  const text = JSON.stringify({ ...order, until: Date.parse(now) + lifetime });
  return `${origin}${downloadsPath}${writeSigned(text, downloadsPath, signingKey(store))}`;
}

/** Answers an address that {@link pdfUrl} made. Throws 403 for one that is forged or too old. */
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
