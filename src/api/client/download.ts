import type { WireAnswer } from '../../ports.ts';
import { assertSuccess, isHtml } from './answer.ts';
import { DownloadRefused, type RequestLabel, UnusableAnswer } from './errors.ts';
import { type SendOptions, send } from './send.ts';

/**
 * Downloads the bytes at an address that an answer named. Sends no token, because the address may lead anywhere. Throws
 * {@link UnusableAnswer} if it is no http(s) address, or no whole file comes, {@link DownloadRefused} for another
 * status, and everything that {@link send} throws.
 */
export async function download(address: string, options: SendOptions): Promise<Uint8Array> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  // Such addresses often contain their own secret, in the query or the path: only the host is shown.
  const label: RequestLabel = { method: 'GET', url: `${url?.origin}/***` };
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new UnusableAnswer('the service named no http(s) address to download from', { request: label });
  }
  const request = { method: 'GET', url: url.href, headers: { accept: '*/*' } };
  const { answer, ...effort } = await send(request, { label, repeatable: true, changes: false }, options);
  if (answer.status >= 500) await assertSuccess(answer, label, effort);
  const hasFile = answer.status >= 200 && answer.status < 300;
  const problem = hasFile && problemOfFile(answer);
  if (problem) {
    throw new UnusableAnswer(`${url.origin} answered the download with ${problem}`, {
      request: label,
      hint: { code: 'get-new-address', data: {} },
    });
  }
  if (hasFile) return answer.body;
  throw new DownloadRefused(`${url.origin} answered the download with ${answer.status}`, {
    request: label,
    hint: answer.status < 400 ? { code: 'open-in-browser', data: {} } : { code: 'get-new-address', data: {} },
  });
}

/** Returns what came in place of a whole file. A web page is a login form, or comes from a proxy. */
function problemOfFile(answer: WireAnswer): string | undefined {
  if (answer.body.byteLength === 0) return 'nothing';
  if (answer.status === 206) return 'a part of the file (206)';
  return isHtml(answer) ? 'text/html (login page or proxy?)' : undefined;
}
