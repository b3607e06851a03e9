import { join } from 'node:path';
import { type Disk, systemDisk } from '../disk/disk.ts';
import { makePrivateFolder } from '../disk/folders.ts';
import { readBounded } from '../disk/read-bounded.ts';
import type { Cache, PrintedPlans } from '../ports.ts';

/** How many texts a folder keeps, and for how long. */
interface Bounds {
  /** In milliseconds. */
  readonly maxAge: number;
  /** The most characters of one text. */
  readonly maxLength: number;
  readonly maxFiles: number;
}

const day = 86_400_000;

/** Plans are kept as long as journals of finished runs. */
const planBounds: Bounds = { maxAge: 90 * day, maxLength: 20_000_000, maxFiles: 500 };

/** Keeps nothing. */
export const noCache: Cache = { read: () => undefined, write: async () => {} };

/** Returns a cache of texts in a folder. Texts of more than a million characters are not kept, nor more than 100 texts. */
export function createCache(folder: string, maxAge: number, now: () => number, disk?: Disk): Cache {
  const texts = keptTexts(folder, { maxAge, maxLength: 1_000_000, maxFiles: 100 }, now, disk);
  // The file's name must not show what is in it.
  const nameOf = (key: string) => {
    // Loaded here, because few commands use the cache.
    const { createHash } = process.getBuiltinModule('node:crypto');
    return createHash('sha256').update(key).digest('hex');
  };
  return {
    read: (key) => texts.read(nameOf(key)),
    write: (key, text) => texts.write(nameOf(key), text),
  };
}

/** Returns the printed plans in a folder, for 90 days. */
export function createPrintedPlans(folder: string, now: () => number, disk?: Disk): PrintedPlans {
  const texts = keptTexts(folder, planBounds, now, disk);
  return {
    keep: (digest, text) => texts.write(digest, text),
    prune: (age) => texts.prune(age),
    find(start) {
      const name = texts.names().find((one) => one.startsWith(start));
      return name === undefined ? undefined : texts.read(name);
    },
  };
}

/**
 * Keeps texts as files in `folder` that only the user can read. When a text is written, those that are too old are deleted,
 * and the oldest ones if there are too many. Never throws: what cannot be kept is not there later.
 */
function keptTexts(
  folder: string,
  { maxAge, maxLength, maxFiles }: Bounds,
  now: () => number,
  disk: Disk = systemDisk,
) {
  const { fs } = disk;
  const timeOf = (name: string) => fs.statSync(join(folder, name)).mtimeMs;
  const isFresh = (name: string, age = maxAge) => Math.abs(now() - timeOf(name)) < age;
  // Beside folders of others: see compile-cache.ts.
  const names = () =>
    fs.readdirSync(folder, { withFileTypes: true }).flatMap((one) => (one.isFile() ? [one.name] : []));
  return {
    names: () => orNothing(names) ?? [],
    read: (name: string) =>
      orNothing(() => {
        if (!isFresh(name)) return undefined;
        // UTF-8 takes at most three bytes for a character of a text.
        return readBounded(join(folder, name), 3 * maxLength, undefined, fs).toString('utf8');
      }),
    async prune(age: number) {
      const { removeFile } = await replacing();
      orNothing(() => {
        for (const name of names()) if (!isFresh(name, age)) removeFile(join(folder, name), disk);
      });
    },
    async write(name: string, text: string) {
      const { removeFile, replaceFile } = await replacing();
      orNothing(() => {
        makePrivateFolder(folder, disk);
        const others = names().filter((one) => one !== name);
        const fresh = others.filter((one) => isFresh(one)).sort((one, other) => timeOf(other) - timeOf(one));
        const kept = new Set(fresh.slice(0, maxFiles - 1));
        for (const one of others) if (!kept.has(one)) removeFile(join(folder, one), disk);
        if (text.length <= maxLength) replaceFile(join(folder, name), text, { isDurable: false }, disk);
      });
    },
  };
}

/** Loaded here, because few commands keep a text. */
const replacing = () => import('../disk/replace-file.ts');

function orNothing<Value>(action: () => Value): Value | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
