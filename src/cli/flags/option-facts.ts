import type { Option } from 'commander';
import type { Kind } from '../../api/contract/facts.ts';

// The facts about flags that commander does not keep.
const fieldOf = new WeakMap<object, string>();
const knownOf = new WeakMap<object, readonly string[]>();
const repeatable = new WeakSet<object>();
const whole = new WeakSet<object>();
const needed = new WeakSet<object>();
const worthAsking = new WeakSet<object>();
const writing = new WeakSet<object>();
const kindOf = new WeakMap<object, Kind>();
const variableOf = new WeakMap<object, string>();
const numeric = new WeakSet<object>();
const paired = new WeakSet<object>();
const filed = new WeakSet<object>();

/** Names the field of the request that a flag fills, if their names differ: `--space` fills `spaces`. */
export function forField<SomeOption extends object>(field: string, option: SomeOption): SomeOption {
  fieldOf.set(option, field);
  return option;
}

/** Marks a flag that fills no field, though a field of the request has the same name. */
export function fillsNone<SomeOption extends object>(option: SomeOption): SomeOption {
  return forField('', option);
}

/** Sets the known values of a flag for help and completion, if they are not those of its field. */
export function knows<SomeOption extends object>(values: readonly string[], option: SomeOption): SomeOption {
  knownOf.set(option, values);
  return option;
}

/** Marks a flag that may be given several times. */
export function repeats<SomeOption extends object>(option: SomeOption): SomeOption {
  repeatable.add(option);
  return option;
}

/** Marks a flag that may be given several times, and whose value may contain commas. */
export function repeatsWhole<SomeOption extends object>(option: SomeOption): SomeOption {
  whole.add(option);
  return repeats(option);
}

/** Marks a flag that a command requires, though the service has a default for it. */
export function needs<SomeOption extends object>(option: SomeOption): SomeOption {
  needed.add(option);
  return option;
}

/** Marks a flag that a new thing should have: on a terminal the tool asks for it, and the answer may be empty. */
export function asks<SomeOption extends object>(option: SomeOption): SomeOption {
  worthAsking.add(option);
  return option;
}

/**
 * Names the kind of thing that a flag takes, if the contract does not: the service also takes e-mail addresses there.
 */
export function namesKind<SomeOption extends object>(kind: Kind, option: SomeOption): SomeOption {
  kindOf.set(option, kind);
  return option;
}

/** Marks a flag whose value is a text of several lines. */
export function writes<SomeOption extends object>(option: SomeOption): SomeOption {
  writing.add(option);
  return option;
}

/** Names the environment variable that may hold the value of a flag. */
export function readsVariable<SomeOption extends object>(variable: string, option: SomeOption): SomeOption {
  variableOf.set(option, variable);
  return option;
}

/** Marks a flag whose value is a number. */
export function takesNumber<SomeOption extends object>(option: SomeOption): SomeOption {
  numeric.add(option);
  return option;
}

/** Marks a flag whose value is a name and a value, separated by the first `=`. */
export function pairs<SomeOption extends object>(option: SomeOption): SomeOption {
  paired.add(option);
  return option;
}

/** Marks a flag that names a file which the command writes. */
export function writesFile<SomeOption extends object>(option: SomeOption): SomeOption {
  filed.add(option);
  return option;
}

/** Returns the name of the field that a flag can fill; an empty text if it fills none. */
export function optionField(option: Option): string {
  return fieldOf.get(option) ?? option.attributeName();
}

/** Returns a flag's own known values; `undefined` if they are those of its field. */
export function ownValues(option: Option): readonly string[] | undefined {
  return knownOf.get(option);
}

export function isRepeatableOption(option: Option): boolean {
  return repeatable.has(option);
}

/** Returns whether one value of a flag may stand for several, separated by commas. */
export function isSeparable(option: Option): boolean {
  return repeatable.has(option) && !whole.has(option);
}

export function isNeeded(option: Option): boolean {
  return needed.has(option);
}

export function isWorthAsking(option: Option): boolean {
  return worthAsking.has(option);
}

export function namedKind(option: Option): Kind | undefined {
  return kindOf.get(option);
}

export function isWritten(option: Option): boolean {
  return writing.has(option);
}

export function optionVariable(option: Option): string | undefined {
  return variableOf.get(option);
}

export function isNumberOption(option: Option): boolean {
  return numeric.has(option);
}

export function isPair(option: Option): boolean {
  return paired.has(option);
}

/** Tells whether the value of a flag is the path of a file. */
export function takesFile({ flags }: Option): boolean {
  return flags.includes('<file>');
}

export function isFileToWrite(option: Option): boolean {
  return filed.has(option);
}
