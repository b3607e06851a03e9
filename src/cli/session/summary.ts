import type { Verb } from '../verb.ts';

/** Returns whether a command shows a list of existing things, and not the results of work. */
export function listsThings(command: Verb): boolean {
  return command.readsOnly && (command.facts.operations.length > 0 || command.name() === 'list');
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
