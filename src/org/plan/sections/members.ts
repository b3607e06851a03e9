import { removeMember, updateMember } from '../../../api/contract/operations/members.ts';
import { peopleAt } from '../../file/rules.ts';
import { type Difference, listText } from '../compare.ts';
import { declaredPeople } from './declared-people.ts';
import type { PlannedSection } from './section.ts';

/** The roles of people in the organization. Nobody is invited: the service has no operation for it. */
export const members: PlannedSection = {
  name: 'members',
  kinds: { member: ['member'] },
  reads: () => ({ member: {} }),
  declared: (file, names) => ({
    things: declaredPeople('member', [], peopleAt(file, ['members']), ['members'], names),
    lists: new Set([listText('member', [])]),
  }),
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
