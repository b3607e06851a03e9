// The least that a program does with undici for a long list: fetch, parse, print, follow the cursor.
import { request } from 'undici';

const first = process.argv[2] ?? '';
/** @type {string | undefined} */
let address = first;
while (address !== undefined) {
  const { body } = await request(address);
  const page = /** @type {{ items: object[], next?: { page: string } }} */ (await body.json());
  process.stdout.write(page.items.map((item) => `${JSON.stringify(item)}\n`).join(''));
  address = page.next && `${first}&page=${page.next.page}`;
}
