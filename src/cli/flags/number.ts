import type { Option as TypedOption } from '@commander-js/extra-typings';
import { Option } from 'commander';
import { UsageError } from '../../errors.ts';
import { echoed } from '../../text/echo.ts';
import { takesNumber } from './option-facts.ts';

/** Makes a parser for a flag that takes a whole number from `min` to `max`. */
export function wholeNumber(flag: string, min: number, max: number) {
  return (value: string): number => {
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    if (number >= min && number <= max) return number;
    throw new UsageError(`invalid ${flag}${shown(value)}: must be a whole number from ${min} to ${max}`);
  };
}

/** Makes a flag that takes a whole number from `min` to `max`. */
export function number<Usage extends string>(usage: Usage, min: number, max: number, description?: string) {
  const option = new Option(usage, description);
  option.argParser(wholeNumber(option.long as string, min, max));
  return takesNumber(option) as unknown as TypedOption<Usage, undefined, undefined, number, false>;
}

/** Makes a flag that takes a fraction from 0 to 1. */
export function fraction<Usage extends string>(usage: Usage, description: string) {
  const option = new Option(usage, description);
  option.argParser((value: string): number => {
    if (/^(?:0?\.\d+|0|1(?:\.0+)?)$/.test(value)) return Number(value);
    throw new UsageError(`invalid ${option.long}${shown(value)}: must be a number from 0 to 1`);
  });
  return takesNumber(option) as unknown as TypedOption<Usage, undefined, undefined, number, false>;
}

/** Returns what a message may repeat of a wrong number, after a space. */
export function shown(value: string): string {
  return /^[-+.%\d]{1,20}$/.test(value) ? ` ${value}` : echoed(value);
}
