import { flag } from '../../cli/flags/flag.ts';

export const verifyFlag = () =>
  flag('--verify', 'ask the service about each person, also where there are more than 2,000 members');

export const redactFlag = () =>
  flag('--redact', 'show people under pseudonyms: no names, e-mail addresses and ids');

export const acrossFlag = () =>
  flag('--across', 'compare two organizations: people match by e-mail address, other things by title');

/** What questions about one person in one place read. */
export const readsOfPerson =
  'the member with teams and spaces, the teams, collections and spaces, and the roles of teams on the place and the collections around it';

/** What answers about everyone read. */
export const readsOfAll =
  'the members, teams, collections and spaces, the members of each team, the roles of teams on each collection and space and, for each of up to 2,000 members, the list of their spaces';
