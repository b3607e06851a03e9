import { flag } from '../../cli/command.ts';

export const verifyFlag = () =>
  flag('--verify', 'ask the service about each person, also where there are more than 2,000 members');

export const redactFlag = () =>
  flag('--redact', 'show people under pseudonyms: no names, e-mail addresses and ids');
