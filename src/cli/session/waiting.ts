import type { Operation } from '../../api/contract/operation.ts';
import type { Transport } from '../../ports.ts';

/** What the items of a list are called: `members` for `members.list` as for `teams.members.list`. */
export function listedNoun({ id }: Operation): string {
  const words = id.split('.');
  if (words.length === 1) return 'items';
  const [last, before] = words.toReversed() as [string, string];
  return (last === 'list' ? before : last).replaceAll('-', ' ');
}

/** The transport, telling what is waited for; `undefined` where no request is on its way. */
export function tellingTransport(transport: Transport, tell: (what: string | undefined) => void): Transport {
  let underway = 0;
  return async (request, signal) => {
    if (underway++ === 0) tell(new URL(request.url).host);
    try {
      return await transport(request, signal);
    } finally {
      if (--underway === 0) tell(undefined);
    }
  };
}
