import { levels } from '../../src/domain/access/levels.ts';
import type { AccessPlace } from '../../src/domain/access/places.ts';
import type { Person } from '../../src/domain/access/rules.ts';

/** The rules once more, word for word and slowly. */
export function spelledOut(
  rules: string,
  { role, disabled, teams }: Person,
  place: AccessPlace,
  collections: readonly AccessPlace[],
): string | null {
  if (disabled) return null;
  if (role === 'admin') return 'admin';
  const chain: AccessPlace[] = [place];
  for (let at = place; at.parent != null; chain.push(at)) {
    at = collections.find(({ id }) => id === at.parent) as AccessPlace;
  }
  const strongestOf = (all: readonly (string | null)[]) =>
    levels.findLast((level) => all.includes(level)) ?? null;
  const ofTeams = (one: AccessPlace) =>
    strongestOf(one.teams.filter(({ team }) => teams.includes(team.id)).map(({ level }) => level));
  if (rules === 'precedence') {
    for (const one of chain) {
      const granted = ofTeams(one);
      if (granted !== null) return granted;
      if (role !== null && one.defaultLevel !== 'inherit') return one.defaultLevel;
    }
    return role;
  }
  const nearest = chain.map(({ defaultLevel }) => defaultLevel).find((level) => level !== 'inherit');
  return strongestOf([role === null ? null : nearest === undefined ? role : nearest, ...chain.map(ofTeams)]);
}
