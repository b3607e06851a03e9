import { visible } from '../text/printable.ts';
import { readableCell } from './columns.ts';
import type { Column } from './view.ts';

/**
 * Formats a value for people on a terminal. `now` is for ages, in milliseconds since the epoch. With `briefTimes`, a
 * time is its age only.
 */
export function textForPeople(value: unknown, column: Column, now: number, briefTimes = false): string {
  if (value === null || value === undefined) return column.whenEmpty ?? '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (column.as === 'time' && isTimestamp(value)) return timeText(value, now, briefTimes);
  return visible(readableCell(value));
}

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** Returns whether a value is a date and time in the format of the service. */
export function isTimestamp(value: unknown): value is string {
  return typeof value === 'string' && timestamp.test(value);
}

function timeText(text: string, now: number, brief: boolean): string {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) return visible(text);
  const distance = age(now - time.getTime());
  if (brief) return distance;
  const date = `${twoDigits(time.getFullYear())}-${twoDigits(time.getMonth() + 1)}-${twoDigits(time.getDate())}`;
  return `${date} ${twoDigits(time.getHours())}:${twoDigits(time.getMinutes())} (${distance})`;
}

function twoDigits(part: number): string {
  return String(part).padStart(2, '0');
}

const minute = 60_000;
const units: readonly (readonly [name: string, length: number])[] = [
  ['year', 365 * 24 * 60 * minute],
  ['month', 30 * 24 * 60 * minute],
  ['day', 24 * 60 * minute],
  ['hour', 60 * minute],
  ['minute', minute],
];

function age(milliseconds: number): string {
  const distance = Math.abs(milliseconds);
  const unit = units.find(([, length]) => distance >= length);
  if (!unit) return 'just now';
  const [name, length] = unit;
  const count = Math.floor(distance / length);
  const words = `${count} ${name}${count === 1 ? '' : 's'}`;
  return milliseconds < 0 ? `in ${words}` : `${words} ago`;
}
