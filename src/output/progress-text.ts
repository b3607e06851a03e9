export interface Count {
  readonly done: number;
  readonly total?: number | undefined;
  /** How many of the finished items have failed. */
  readonly failed?: number | undefined;
}

const barWidth = 20;
/** The width in columns of the text around the bar. */
const barNeeds = 70;

/**
 * Returns one line of progress: `1,200 of 100,000 members, 400/s, 5 min left`, after a bar if there is a total and
 * `width` has room. A speed of 0 means that it is not known yet.
 */
export function progressText(
  label: string,
  { done, total, failed = 0 }: Count,
  perSecond: number,
  { width, unicode }: { width: number; unicode: boolean },
): string {
  const known = total !== undefined && total >= done;
  const parts = [
    known ? `${grouped(done)} of ${grouped(total)} ${label}` : `${grouped(done)} ${label}`,
    failed > 0 && `${grouped(failed)} failed`,
    perSecond >= 1 && `${grouped(Math.round(perSecond))}/s`,
    known && perSecond > 0 && done < total && `${duration((total - done) / perSecond)} left`,
  ];
  const text = parts.filter(Boolean).join(', ');
  const hasBar = known && total > 0 && width >= barNeeds;
  return hasBar ? `${bar(done / total, unicode)} ${text}` : text;
}

function bar(fraction: number, unicode: boolean): string {
  const filled = Math.floor(fraction * barWidth);
  const [full, empty] = unicode ? ['█', '░'] : ['#', '-'];
  return full.repeat(filled) + empty.repeat(barWidth - filled);
}

function grouped(count: number): string {
  return count.toLocaleString('en-US');
}

/** Formats a duration, rounded up: `45 s`, `4 min` or `2 h`. */
export function duration(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  return seconds < 3600 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3600)} h`;
}
