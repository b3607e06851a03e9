/** How far some counted work is. */
export interface Count {
  readonly done: number;
  /** How much there is in all, where that is known. */
  readonly total?: number | undefined;
  /** How much of what is done has failed. */
  readonly failed?: number | undefined;
}

const barWidth = 20;
/** What surrounds the bar takes about this much of the terminal. */
const barNeeds = 70;

/**
 * One line about work: `1,200 of 100,000 members, 400/s, 5 min left`, after a bar where there is a total and `width`
 * leaves room for one. A speed of 0 is not known yet.
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

/** `45 s`, `4 min` or `2 h`, rounded up: an early end disappoints nobody. */
export function duration(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  return seconds < 3600 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3600)} h`;
}
