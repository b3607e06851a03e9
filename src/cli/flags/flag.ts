import type { InferOptions, OptionValues, Option as TypedOption } from '@commander-js/extra-typings';
import { Option } from 'commander';
import type * as z from 'zod/mini';
import { type Kind, schemaFacts } from '../../api/contract/facts.ts';
import { UsageError } from '../../errors.ts';
import { quotedIfPlain } from '../../text/plain-word.ts';

/** The facts about a flag that commander does not keep. */
export interface FlagFacts {
  /** The field of the request that it fills, if their names differ: `--space` fills `spaces`. Empty if it fills none. */
  readonly field?: string;
  /** The known values for help and completion, if they are not those of its field. */
  readonly known?: readonly string[];
  /** The kind of thing that it takes, if the contract does not name it: the service also takes e-mail addresses there. */
  readonly kind?: Kind;
  /** The environment variable that may hold its value. */
  readonly variable?: string;
  /** Whether it may be given several times. */
  readonly isRepeatable?: boolean;
  /** Whether a comma in its value is a part of it, and does not separate two values. */
  readonly takesCommas?: boolean;
  /** Whether the command requires it, though the service has a default for it. */
  readonly isNeeded?: boolean;
  /** Whether a new thing should have it: on a terminal the tool asks for it, and the answer may be empty. */
  readonly isWorthAsking?: boolean;
  /** Whether its value is a text of several lines. */
  readonly isLongText?: boolean;
  readonly isNumber?: boolean;
  /** Whether its value is a name and a value, separated by the first `=`. */
  readonly isPair?: boolean;
  /** Whether it names a file that the command writes. */
  readonly writesFile?: boolean;
  /** Whether its value goes to the tool instead of the command's action. */
  readonly isShared?: boolean;
}

/** A flag of a command. `Usage`, `Value` and `Preset` give the type of its value in the command's action. */
export class Flag<
  Usage extends string = string,
  Value = unknown,
  Preset = unknown,
> extends (Option as typeof TypedOption)<Usage, Preset, undefined, Value> {
  facts: FlagFacts = {};

  /** Adds facts. Returns the flag. */
  with(facts: FlagFacts): this {
    this.facts = { ...this.facts, ...facts };
    return this;
  }

  /** The name of the field of the request that it can fill; an empty text if it fills none. */
  get field(): string {
    return this.facts.field ?? this.attributeName();
  }

  /** Whether its value is the path of a file or a folder. */
  get takesFile(): boolean {
    return /<(?:file|folder)>/.test(this.flags);
  }

  override argParser<T>(parse: (value: string, previous: T) => T): Flag<Usage, T, Preset> {
    return super.argParser(parse) as Flag<Usage, T, Preset>;
  }

  override preset<const T>(value: T): Flag<Usage, Value, T> {
    return super.preset(value) as Flag<Usage, Value, T>;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: any flag
export type AnyFlag = Flag<any, any, any>;
export type FlagValues<Flags extends readonly unknown[]> = WithFlags<Record<never, never>, Flags>;

export type WithFlags<Opts extends OptionValues, Flags extends readonly unknown[]> = Flags extends readonly [
  Flag<infer Usage, infer Value, infer Preset>,
  ...infer Rest,
]
  ? WithFlags<InferOptions<Opts, Usage, undefined, Value, false, Preset, undefined>, Rest>
  : Opts;

/** Makes a flag. Without a description, it has the one of its field: see `flagDescription`. */
export function flag<Usage extends string>(usage: Usage, description?: string) {
  return new Flag<Usage, undefined, undefined>(usage, description);
}

/** Makes a flag whose known values are not those of its field. Other values are sent too, with a warning. */
export function choice<Usage extends string>(usage: Usage, values: z.ZodMiniType, description?: string) {
  return flag(usage, description).with({ known: schemaFacts(values).known ?? [] });
}

/** Makes a flag that may be given several times, or once with commas. */
export function list<Usage extends string>(usage: Usage, description?: string) {
  const made = flag(usage, description).with({ isRepeatable: true });
  return made.argParser(splitList(made.long as string));
}

/** Makes a flag that takes a whole number from `min` to `max`. */
export function number<Usage extends string>(usage: Usage, min: number, max: number, description?: string) {
  const made = flag(usage, description).with({ isNumber: true });
  return made.argParser(wholeNumber(made.long as string, min, max));
}

/** Makes a flag that takes a fraction from 0 to 1. */
export function fraction<Usage extends string>(usage: Usage, description: string) {
  const made = flag(usage, description).with({ isNumber: true });
  return made.argParser((value: string): number => {
    if (/^(?:0?\.\d+|0|1(?:\.0+)?)$/.test(value)) return Number(value);
    throw new UsageError(`invalid ${made.long}${shownValue(value)}: must be a number from 0 to 1`);
  });
}

/** Makes a parser for a repeatable flag: one value each time, or several separated by commas. */
function splitList(flag: string) {
  return (value: string, previous: string[] = []): string[] => {
    const values = value.split(',').map((part) => part.trim());
    if (values.includes('')) throw new UsageError(`${flag} has an empty value`);
    return [...previous, ...values];
  };
}

/** Makes a parser for a flag that takes a whole number from `min` to `max`. */
export function wholeNumber(flag: string, min: number, max: number) {
  return (value: string): number => {
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    if (number >= min && number <= max) return number;
    throw new UsageError(`invalid ${flag}${shownValue(value)}: must be a whole number from ${min} to ${max}`);
  };
}

/** Returns what a message may repeat of a wrong number, after a space. */
export function shownValue(value: string): string {
  return /^[-+.%\d]{1,20}$/.test(value) ? ` ${value}` : quotedIfPlain(value);
}
