import type { Verb } from '../verb.ts';

const names: Readonly<Record<string, string>> = {
  openapi: 'specifications',
  saml: 'providers',
  sso: 'logins',
  'who-can': 'people',
  'what-can': 'places',
  report: 'rows',
  diff: 'differences',
  open: 'reviewers',
  plan: 'grants',
};

/**
 * Returns the summary of a list: `25 members`, `1 member`, or `3 of 25` if `--limit` has left out the others. How many these
 * are is not known of several lists.
 */
export function listSummary(command: Verb, shown: number, total?: number): string {
  const limit = command.getOptionValue('limit');
  const leavesOut = command.options.some(
    (option) => option.facts.leavesOut && command.getOptionValue(option.attributeName()),
  );
  const all = leavesOut ? undefined : total;
  if (limit !== undefined && all !== undefined && all > shown) return `${shown} of ${all}`;
  const plural = ['list', 'get'].includes(command.name()) ? (command.parent?.name() ?? '') : command.name();
  const noun = names[plural] ?? plural.replaceAll('-', ' ');
  const counted = `${shown} ${shown === 1 ? singular(noun) : noun}`;
  return all === undefined && shown === limit ? `${counted}, as many as --limit allows` : counted;
}

function singular(plural: string): string {
  if (plural === 'people') return 'person';
  return plural.endsWith('ies') ? `${plural.slice(0, -'ies'.length)}y` : plural.slice(0, -1);
}
