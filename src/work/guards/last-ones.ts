import type { IdOf } from '../../api/contract/ids.ts';
import { firstNames, type People, personName } from '../../domain/people.ts';
import { quoted } from '../../text/quoted.ts';
import type { Objection } from './mass.ts';

/**
 * Objects if the organization would lose its last administrator. A disabled administrator does not count, because they
 * cannot sign in. A person whom the same work makes an administrator does not count either, because that may fail.
 *
 * @param admins everyone who administers the organization now
 * @param losing the people who lose that role
 */
export function withoutAdministrator(
  org: string,
  admins: People,
  losing: ReadonlySet<IdOf<'user'>>,
): Objection | undefined {
  const active = [...admins].filter(([, { disabled }]) => !disabled);
  if (active.length === 0 || active.some(([id]) => !losing.has(id))) return undefined;
  const who = firstNames(active.map(([id, person]) => personName(id, person)));
  const last = active.length === 1 ? 'its last administrator' : `all ${active.length} of its administrators`;
  return {
    message: `${org} would lose ${last}: ${who}`,
    hint: { code: 'make-administrator', data: {} },
  };
}

/**
 * Objects if the organization would lose its last sign-on provider. A new one of the same work does not count: it may not
 * work.
 *
 * @param titles the titles of the providers that go
 * @param all the number of providers
 */
export function withoutProvider(org: string, titles: readonly string[], all: number): Objection | undefined {
  const [first] = titles;
  if (first === undefined || titles.length < all) return undefined;
  const which =
    all === 1 ? `its only sign-on provider, ${quoted(first)}` : `all ${all} of its sign-on providers`;
  return { message: `${org} would lose ${which}`, hint: { code: 'make-provider', data: {} } };
}
