import type { Verb } from '../verb.ts';

/** Returns whether a command shows a list of existing things, and not the results of work. */
export function listsThings(command: Verb): boolean {
  return command.readsOnly && (command.facts.operations.length > 0 || command.name() === 'list');
}

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
  if (limit !== undefined && total !== undefined && total > shown) return `${shown} of ${total}`;
  const plural = ['list', 'get'].includes(command.name()) ? (command.parent?.name() ?? '') : command.name();
  const noun = names[plural] ?? plural.replaceAll('-', ' ');
  const counted = `${shown} ${shown === 1 ? singular(noun) : noun}`;
  return total === undefined && shown === limit ? `${counted}, as many as --limit allows` : counted;
}

function singular(plural: string): string {
  if (plural === 'people') return 'person';
  return plural.endsWith('ies') ? `${plural.slice(0, -'ies'.length)}y` : plural.slice(0, -1);
}

/** Counts the items of the list that a command shows, if the service says. */
export interface ListCount {
  /** Called with the number of items of a whole list. */
  onTotal(total: number): void;
  /** Called when such a list ends. */
  onEnd(): void;
  /** Returns the number; `undefined` if it is not known, or several lists are shown. */
  total(): number | undefined;
}

export function createListCount(): ListCount {
  let known: number | undefined;
  let ended = 0;
  return {
    onTotal: (total) => {
      known = total;
    },
    onEnd: () => void ended++,
    total: () => (ended > 1 ? undefined : known),
  };
}
