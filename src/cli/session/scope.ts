import type { Scope } from '../../work/run/session.ts';
import type { Context } from '../settings/context.ts';
import type { RunningLine } from './running-line.ts';

const allSpaces = '--all-spaces';

/** Makes the scope of a line from its context. `supply` adds to the line, as if the user had given it there. */
export function createScope(
  context: Context,
  line: Pick<RunningLine, 'running'>,
  supply: Scope['supply'],
): Scope {
  function need(key: 'org' | 'site' | 'space' | 'change-request', instead?: string): string {
    // Without an address the line cannot succeed. Reporting that first spares a new user several errors.
    context.baseUrl();
    return context.need(key, instead);
  }

  return {
    org: () => need('org'),
    site: () => need('site'),
    space: () =>
      need('space', line.running?.options.some(({ long }) => long === allSpaces) ? allSpaces : undefined),
    changeRequest: () => need('change-request'),
    known: () => ({
      site: context.find('site')?.value,
      space: context.find('space')?.value,
      changeRequest: context.find('change-request')?.value,
    }),
    supply,
  };
}
