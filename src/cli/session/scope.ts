import type { Scope } from '../../runs/session.ts';
import type { Context } from '../settings/context.ts';

/** What surrounds the work of a line, as its context says it. `supply` adds to the line, as if it was given there. */
export function createScope(context: Context, supply: Scope['supply']): Scope {
  function need(key: 'org' | 'site' | 'space' | 'change-request'): string {
    // Without an address the line cannot succeed: saying that first spares a newcomer one error after the other.
    context.baseUrl();
    return context.need(key);
  }

  return {
    org: () => need('org'),
    site: () => need('site'),
    space: () => need('space'),
    changeRequest: () => need('change-request'),
    known: () => ({
      site: context.find('site')?.value,
      space: context.find('space')?.value,
      changeRequest: context.find('change-request')?.value,
    }),
    supply,
  };
}
