import type { Operation } from '../api/operation.ts';
import type { WireEvent } from '../api/send.ts';

/** What the items of a list are called: `members` for `members.list` as for `teams.members.list`. */
export function listedNoun({ id }: Operation): string {
  const words = id.split('.');
  if (words.length === 1) return 'items';
  const [last, before] = words.toReversed() as [string, string];
  return (last === 'list' ? before : last).replaceAll('-', ' ');
}

/** A listener of what happens on the wire that says what is waited for; `undefined` where no request is on its way. */
export function waitTold(
  inSandbox: boolean,
  tell: (what: string | undefined) => void,
): (event: WireEvent) => void {
  let underway = 0;
  return ({ kind, request }) => {
    if (kind === 'wait') return;
    underway += kind === 'request' ? 1 : -1;
    if (underway === 0) tell(undefined);
    else if (kind === 'request' && underway === 1)
      tell(inSandbox ? 'the sandbox' : new URL(request.url).host);
  };
}
