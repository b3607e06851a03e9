// The floor of a set of requests: a bare client makes those in a file, 16 at once, the pages of one list one after the
// other, and reads each answer to its end. With `parse`, it parses the answers and does nothing with them.
import { readFileSync } from 'node:fs';
import { request } from 'undici';

const [address = '', file = '', mode] = process.argv.slice(2);
const paths = /** @type {string[]} */ (JSON.parse(readFileSync(file, 'utf8')));
/** @type {Map<string, string[]>} */
const pages = new Map();
for (const path of paths) {
  const list = path.replace(/[?&]page=[^&]*/, '');
  pages.set(list, [...(pages.get(list) ?? []), path]);
}
const lists = [...pages.values()];

async function work() {
  for (let list = lists.pop(); list; list = lists.pop()) {
    for (const path of list) {
      const { body } = await request(address + path);
      if (mode === 'parse') await body.json();
      else await body.arrayBuffer();
    }
  }
}

// The longest list begins first.
lists.sort((one, other) => one.length - other.length);
await Promise.all(Array.from({ length: 16 }, work));
