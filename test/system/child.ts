// What the tests run in processes of their own: `node child.js <action> <argument>...`.
import { appendFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runBlocking } from '../../src/system/blocking.ts';
import { createCredentials } from '../../src/system/credentials.ts';
import { fileIdentity } from '../../src/system/files.ts';
import { createInterrupt, endable, endProcess } from '../../src/system/interrupt.ts';
import { createJournals } from '../../src/system/journals.ts';
import { createPrompts } from '../../src/system/prompts.ts';
import { createSettings } from '../../src/system/settings.ts';
import { createStdin } from '../../src/system/stdin.ts';
import { createSink } from '../../src/system/streams.ts';

const actions: Record<string, (...args: string[]) => Promise<void>> = {
  async settings(folder = '', name = '', count = '1') {
    const { change } = createSettings(folder, { wait: 60_000 });
    for (let i = 0; i < Number(count); i++) {
      await change((old) => ({ ...old, profiles: { ...old.profiles, [`${name}.${i}`]: { org: name } } }));
    }
  },
  async credentials(folder = '', name = '', count = '1') {
    const { store } = createCredentials(folder, { warn: print, wait: 60_000 });
    for (let i = 0; i < Number(count); i++) {
      await store(`${name}.${i}`, { token: `token-${name}-${i}`, baseUrl: 'https://docs.example' });
      print(`stored ${i}`);
    }
  },
  /** Adds records of single commands, without a lock. */
  async history(folder = '', name = '', count = '1') {
    const history = await createJournals(join(folder, 'runs')).history();
    for (let i = 0; i < Number(count); i++)
      await history.add(
        '20260601-001.jsonl',
        JSON.stringify({ name, i, text: 'x'.repeat(40_000) }),
        i % 2 === 0,
      );
  },
  async hold(path = '') {
    const { acquireLock } = await import('../../src/system/lock.ts');
    await acquireLock(path);
    print('held');
    await forever();
  },
  async take(path = '', log = '', count = '1') {
    const { acquireLock } = await import('../../src/system/lock.ts');
    for (let i = 0; i < Number(count); i++) {
      const lock = await acquireLock(path, { wait: 60_000 });
      appendFileSync(log, 'in\n');
      await sleep(5);
      lock.assertHeld();
      appendFileSync(log, 'out\n');
      lock.release();
    }
  },
  /** Works on everything in a state folder, and reports each change when it is safe. */
  async work(folder = '', name = '', count = '1') {
    const { acquireLock } = await import('../../src/system/lock.ts');
    const settings = createSettings(join(folder, 'config'), { wait: 60_000 });
    const credentials = createCredentials(join(folder, 'config'), { warn: print, wait: 60_000 });
    const journals = createJournals(join(folder, 'runs'), { wait: 60_000 });
    const journal = join(folder, 'runs', 'shared.jsonl');
    print('ready');
    for (let i = 0; i < Number(count); i++) {
      const lock = await acquireLock(join(folder, 'shared'), { wait: 60_000 });
      appendFileSync(join(folder, 'log'), `in ${name}\n`);
      await sleep(Math.random() * 40);
      lock.assertHeld();
      appendFileSync(join(folder, 'log'), `out ${name}\n`);
      lock.release();
      const id = `${name}.${i}`;
      await settings.change((old) => ({ ...old, profiles: { ...old.profiles, [id]: { org: name } } }));
      print(`setting ${id}`);
      await credentials.store(id, { token: `token-${id}`, baseUrl: 'https://docs.example' });
      print(`token ${id}`);
      const file = await journals.open(journal);
      await file.add(JSON.stringify({ name: id }));
      print(`line ${id}`);
      await file.close();
    }
    print('done');
  },
  async end(code = '', platform = '') {
    endProcess(Number(code), platform as NodeJS.Platform);
    await forever();
  },
  async write(size = '') {
    const stdout = createSink(
      () => process.stdout,
      () => process.stdout.isTTY,
      createInterrupt(),
    );
    const stderr = createSink(
      () => process.stderr,
      () => process.stderr.isTTY,
    );
    try {
      const written = stdout.write('x'.repeat(Number(size)));
      await stderr.write('writes\n');
      await written;
      await stderr.write('taken\n');
    } catch (error) {
      await stderr.write(`${(error as Error).name}: ${(error as Error).message}\n`);
    }
  },
  async identity(path = '') {
    const { identity } = createStdin(() => process.stdin, {
      isTerminal: () => false,
      interrupt: new AbortController().signal,
      note: async () => {},
    });
    print(identity() === undefined ? 'none' : String(identity() === fileIdentity(path)));
  },
  async read(then = '') {
    const note = createSink(
      () => process.stderr,
      () => process.stderr.isTTY,
    );
    const stdin = createStdin(() => process.stdin, {
      isTerminal: () => process.stdin.isTTY,
      interrupt: createInterrupt(),
      note: (text) => note.write(`${text}\n`),
    });
    const reading = stdin.read();
    await note.write('reads\n');
    print(JSON.stringify(await reading));
    if (then !== 'again') return;
    print(`again: ${(await stdin.read()) === (await reading)}`);
    const open = () => ({ input: process.stdin, output: process.stderr, interrupt: createInterrupt() });
    await createPrompts(open).confirm('really');
  },
  async interrupt() {
    const signal = createInterrupt();
    signal.addEventListener('abort', () => print(`asked: ${signal.reason.message}`));
    print('ready');
    await forever();
  },
  async blocking() {
    const signal = createInterrupt();
    print('ready');
    const endless = () => {
      for (;;);
    };
    try {
      runBlocking(endless);
    } catch (error) {
      print(`${error} ${signal.aborted}`);
    }
  },
  async endable() {
    createInterrupt();
    endable(() => print('short'));
    await sleep(1);
    endable(() => {
      writeSync(1, 'ready\n');
      for (;;);
    });
  },
  async prompt(kind = '') {
    const interrupt = createInterrupt();
    const open = () => ({ input: process.stdin, output: process.stderr, interrupt });
    const prompts = createPrompts(open);
    print(`pid ${process.pid}`);
    if (kind === 'confirm') print(`answer: ${await prompts.confirm('really')}`);
    if (kind === 'secret') print(`answer: ${(await prompts.secret('token')).length} characters`);
    if (kind === 'text') print(`answer: ${await prompts.text('name', 'default')}`);
  },
};

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function forever(): Promise<void> {
  return new Promise(() => setInterval(() => {}, 1000));
}

const [name = '', ...args] = process.argv.slice(2);
actions[name]?.(...args).catch((error: Error) => {
  process.stdout.write(`${error.name}: ${error.message}\n`);
  process.exitCode = 1;
});
