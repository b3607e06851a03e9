/** Returns a function that lets at most `most` readings run at once. */
export function taking(most: number): <Value>(read: () => Promise<Value>) => Promise<Value> {
  let free = most;
  const waiting: (() => void)[] = [];
  return async (read) => {
    if (free > 0) free--;
    else await new Promise<void>((go) => void waiting.push(go));
    try {
      return await read();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
