import type { Operation } from '../../api/contract/operation.ts';
import type { Transport } from '../../ports.ts';

/** Returns the noun for the items of a list: `members` for `members.list` and for `teams.members.list`. */
export function listedNoun({ id }: Operation): string {
  const words = id.split('.');
  if (words.length === 1) return 'items';
  const [last, before] = words.toReversed() as [string, string];
  return (last === 'list' ? before : last).replaceAll('-', ' ');
}

/** Returns the transport with calls of `tell` that name what is waited for; `undefined` if no request runs. */
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
