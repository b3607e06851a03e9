import { removeMember, updateMember } from '../../../api/contract/operations/members.ts';
import type { ItemOf } from '../../../model/snapshot.ts';
import { peopleAt } from '../../file/rules.ts';
import { memberRole } from '../../sections/members.ts';
import { type Difference, listText } from '../compare.ts';
import type { PlannedSection } from './section.ts';

/** The roles of people in the organization. Nobody is invited: the service has no operation for it. */
export const members: PlannedSection = {
  name: 'members',
  kinds: { member: ['member'] },
  reads: () => ({ member: {} }),
  present: () => [],
  declared: () => ({ things: [], lists: new Set([listText('member', [])]) }),
  people(file, { organization, parts }) {
    const present: ReadonlyMap<string, ItemOf<'member'>> = parts.member.lists.get(organization) ?? new Map();
    const path = ['members'] as const;
    return [
      {
        kind: 'member',
        above: [],
        present,
        roleOf(user) {
          const member = present.get(user);
          return member && memberRole(member);
        },
        declared: peopleAt(file, path),
        path,
      },
    ];
  },
  requests(differences, { add }) {
    const promotions: number[] = [];
    // New administrators come before the old ones go, so that one is always there.
    for (const difference of differences.toSorted((one, other) => rank(one) - rank(other))) {
      const params = { user: difference.id as string };
      const { role } = difference.declared?.fields ?? {};
      const requires = difference.present?.fields.role === 'admin' ? promotions : [];
      if (difference.action === 'delete')
        add({ operation: removeMember, params, for: [difference], requires });
      else {
        const body = { role: role === 'guest' ? null : role };
        const request = add({ operation: updateMember, params, body, for: [difference], requires });
        if (role === 'admin') promotions.push(request);
      }
    }
  },
};

function rank({ declared }: Difference): number {
  return declared?.fields.role === 'admin' ? 0 : 1;
}
