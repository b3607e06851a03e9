import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { freshHome, surroundings } from './installed.ts';
import { runHere } from './run-here.ts';

/**
 * Returns the `PATH` of a shell whose `docs-admin` runs its lines in this process, see {@link runHere}: for scripts that start the
 * tool very often. They get no standard input.
 */
export async function pathOfToolHere(): Promise<string> {
  const folder = freshHome();
  const server = createServer((socket) => {
    let sent = '';
    socket.setEncoding('utf8').on('data', async (text) => {
      sent += text;
      if (!sent.endsWith('\0\0')) return;
      const [answer = '', cwd = '', count = '', ...rest] = sent.slice(0, -2).split('\0');
      const env = Object.fromEntries(rest.splice(Number(count)).map((entry) => entry.split(/=(.*)/s, 2)));
      const { code, stdout, stderr } = await runHere(rest, { home: env.HOME, cwd, env });
      writeFileSync(`${answer}.out`, stdout);
      writeFileSync(`${answer}.err`, stderr);
      socket.end(`${code}\n`);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const script = `#!/bin/bash
exec 3<> /dev/tcp/127.0.0.1/${(server.address() as AddressInfo).port}
{ printf '%s\\0' "$0.$$" "$PWD" $# "$@"; env -0; printf '\\0'; } >&3
read -r code <&3
cat "$0.$$.out"
cat "$0.$$.err" >&2
exit "$code"
`;
  writeFileSync(join(folder, 'docs-admin'), script, { mode: 0o755 });
  return `${folder}${delimiter}${surroundings({}).env.PATH}`;
}
