import { afterAll } from 'vitest';

/** Registers what cleans up: at the end of the test, or of several. */
export type AtEnd = (clean: () => void | Promise<void>) => void;

/** Returns what registers for the end of this block of tests, last in, first out. For use in its `beforeAll`. */
export function atEndOfBlock(): AtEnd {
  const all: Parameters<AtEnd>[0][] = [];
  afterAll(async () => {
    for (const clean of all) await clean();
  });
  return (clean) => void all.unshift(clean);
}
