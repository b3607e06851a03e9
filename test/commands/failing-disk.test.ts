// The disk below the record of a single command, and below the journal of a batch: its order, and what its faults do.
import { describe, expect, test } from 'vitest';
import type { Disk } from '../../src/disk/disk.ts';
import { createClockwork } from '../simulate/clockwork.ts';
import { createMemoryDisk, type DiskCall, failure } from '../simulate/disk.ts';
import { type Run, sandboxCli } from '../support/cli.ts';
import { demoStore } from '../support/demo-store.ts';
import { testNow } from '../support/test-system.ts';

const env = { DOCS_ADMIN_HISTORY: 'on' };
const update = 'sites update site_docs --title New';
const rows = ['team_docs', 'team_design', 'team_support'].map((id) => `teams update ${id} --title ${id}-2\n`);

/** Something that happens on the disk or at the service: `write`, `sync`, `PATCH`. */
type Happens = (what: string, moment: 'before' | 'after', call?: DiskCall) => void;

/** A command line on a disk in memory. `happens` sees everything, and may throw. */
async function onDisk(happens: Happens = () => {}) {
  const memory = createMemoryDisk(() => testNow);
  memory.put('/runs/other.txt', '');
  let see = happens;
  const disk = memory.open({
    pid: process.pid,
    wait: async () => {},
    watch(call) {
      see(call.call, 'before', call);
      return () => see(call.call, 'after', call);
    },
  });
  const store = demoStore();
  const cli = await sandboxCli(
    { 'rows.txt': rows.join('') },
    (sandbox) => async (request, signal) => {
      see(request.method, 'before');
      const answer = await sandbox(request, signal);
      see(request.method, 'after');
      return answer;
    },
    store,
  );
  const titleOf = (table: 'sites' | 'teams', id: string) =>
    store.all<{ title: string }>(`SELECT title FROM ${table} WHERE id = '${id}'`)[0]?.title;
  return {
    memory,
    titleOf,
    docs: (line: string, own: Disk = disk): Promise<Run> => cli(line, { env, disk: own }),
    disk,
    /** From now on, something else sees what happens. */
    watch(next: Happens) {
      see = next;
    },
    /** Waits until all of history is on the disk. */
    settle() {
      const [path = ''] = [...memory.files().keys()].filter((name) => name.includes('/history/'));
      disk.fs.fsyncSync(disk.fs.openSync(path, 'r'));
    },
  };
}

describe('one change', () => {
  test('is written and synced once, then sent, then its outcome is written', async () => {
    const { docs, watch } = await onDisk();
    const order: string[] = [];
    watch((what, moment) => void (moment === 'before' && what !== 'GET' && order.push(what)));
    await docs(update);
    expect(order.slice(order.indexOf('open'))).toEqual([
      ...['open', 'sync-folder', 'write', 'sync', 'PATCH', 'write'],
    ]);
    order.length = 0;
    await docs('sites update site_docs --title Newer');
    expect(order).toEqual(['write', 'sync', 'PATCH', 'write']);
  });

  test.each([
    // At this moment of the line, the power fails: what is known of the change afterwards.
    { what: 'write', moment: 'before', states: ['none'], isMade: false },
    { what: 'write', moment: 'after', states: ['none', 'unclear', 'broken'], isMade: false },
    { what: 'sync', moment: 'after', states: ['unclear'], isMade: false },
    { what: 'PATCH', moment: 'before', states: ['unclear'], isMade: false },
    { what: 'PATCH', moment: 'after', states: ['unclear'], isMade: true },
    { what: 'the outcome', moment: 'after', states: ['unclear', 'finished', 'broken outcome'], isMade: true },
  ] as const)('survives a power failure $moment $what', async ({ what, moment, states, isMade }) => {
    const seen = new Set<string>();
    for (let seed = 0; seed < 12; seed++) {
      const { docs, memory, titleOf, watch, settle } = await onDisk();
      await docs('teams update team_docs --title Writers');
      settle();
      let isDown = false;
      let isSent = false;
      watch((happens, when) => {
        if (isDown) throw new Error('the computer is off');
        const isOutcome = happens === 'write' && isSent;
        if (happens === 'PATCH') isSent = true;
        if (when !== moment || (isOutcome ? 'the outcome' : happens) !== what) return;
        isDown = true;
        memory.loseUnsynced(createClockwork(seed, testNow));
        throw new Error('the computer is off');
      });
      await docs(update);
      expect(isDown).toBe(true);
      watch(() => {});
      expect(titleOf('sites', 'site_docs')).toBe(isMade ? 'New' : 'Acme Docs');

      const list = await docs('runs list -o csv --fields what,state');
      const own = list.stdout.split('\n').find((line) => line.startsWith('sites update'));
      const state = own?.split(',')[1] ?? 'none';
      const isBroken = list.stderr.includes('cannot be read; it is left out');
      const full = isBroken ? (state === 'none' ? 'broken' : 'broken outcome') : state;
      expect(states).toContain(full);
      seen.add(full);
      // The change is taken back; where there is none, the one before it is.
      const undo = await docs('undo --yes');
      expect(undo, undo.stderr).toMatchObject({ writes: isMade || own === undefined ? [{}] : [] });
      if (isMade) expect(titleOf('sites', 'site_docs')).toBe('Acme Docs');
      expect(titleOf('teams', 'team_docs')).toBe(own === undefined ? 'Docs' : 'Writers');
    }
    expect([...seen].sort()).toEqual([...states].sort());
  });

  const full = (['ENOSPC', 'EIO', 'EDQUOT'] as const).flatMap((code) => [
    { code, at: 'write' },
    { code, at: 'sync' },
  ]);
  test.each(full)(
    'is not sent where its record cannot be written: $code at the $at',
    async ({ code, at }) => {
      const { docs, titleOf } = await onDisk((what, moment, call) => {
        if (what === at && moment === 'before') throw failure(code, call?.path ?? '');
      });
      const run = await docs(update);
      expect(run).toMatchObject({ code: 3, writes: [] });
      expect(run.stderr).toMatch(
        /^error: cannot write \S+\/history\/20260601-001\.jsonl: .*; nothing was sent\n/,
      );
      expect(run.stderr).toContain('hint: give --no-history to go on without a record');
      expect(await docs(`${update} --no-history`)).toMatchObject({ code: 0, stderr: '' });
      expect(titleOf('sites', 'site_docs')).toBe('New');
    },
  );

  test('is not sent where the disk takes only a part of its record', async () => {
    const { docs, disk } = await onDisk();
    const short = { ...disk, fs: { ...disk.fs, writeSync: () => 3 } } as Disk;
    const run = await docs(update, short);
    expect(run).toMatchObject({ code: 3, writes: [] });
    expect(run.stderr).toContain(
      'the disk took only a part of the record; nothing was sent\nhint: give --no-history',
    );
  });

  test.each(['EROFS', 'EACCES', 'EPERM'] as const)(
    'is sent with one warning where nothing may be written: %s',
    async (code) => {
      const { docs } = await onDisk((what, moment, call) => {
        if (['make-folder', 'open', 'write'].includes(what) && moment === 'before')
          throw failure(code, call?.path ?? '');
      });
      const run = await docs(update);
      expect(run).toMatchObject({ code: 0 });
      expect(run.stderr.match(/^warning: /gm)).toHaveLength(1);
      expect(run.stderr).toContain('this change is not recorded, and cannot be undone');
    },
  );
});

describe('a batch on a disk that becomes full', () => {
  const batch = 'batch --file rows.txt --concurrency 1 --journal /runs/run.jsonl';

  /** The calls that write the journal of the batch. */
  async function countWrites(): Promise<number> {
    let count = 0;
    const { docs, watch } = await onDisk();
    watch(
      (what, moment, call) =>
        void (moment === 'before' && call?.path === '/runs/run.jsonl' && isWrite(what) && count++),
    );
    expect(await docs(batch)).toMatchObject({ code: 0 });
    return count;
  }
  const isWrite = (what: string) => what === 'write' || what === 'sync';

  test.each(['ENOSPC', 'EIO'] as const)(
    'does not send the next request, and goes on when there is room (%s)',
    async (code) => {
      const writes = await countWrites();
      expect(writes).toBeGreaterThan(5);
      const sentBefore = new Set<number>();
      for (let at = 1; at <= writes; at++) {
        const { docs, titleOf, watch } = await onDisk();
        let count = 0;
        let sentAfter = 0;
        watch((what, moment, call) => {
          if (moment !== 'before') return;
          if (what === 'PATCH' && count >= at) sentAfter++;
          if (call?.path === '/runs/run.jsonl' && isWrite(what) && ++count >= at)
            throw failure(code, call.path);
        });
        const run = await docs(batch);
        expect(sentAfter, `${at}: ${run.stderr}`).toBe(0);
        sentBefore.add(run.writes.length);
        expect(run.code, `${at}: ${run.stderr}`).toBe(3);
        expect(run.stderr).toMatch(/error: .*cannot write \/runs\/run\.jsonl: /);
        watch(() => {});
        // Before the first record nothing has begun.
        const resumed = await docs(
          run.writes.length === 0 && at <= 2
            ? `${batch.replace('/run.', '/new.')}`
            : 'runs resume /runs/run.jsonl --yes',
        );
        expect(resumed, `${at}: ${resumed.stderr}`).toMatchObject({ code: 0 });
        for (const id of ['team_docs', 'team_design', 'team_support'])
          expect(titleOf('teams', id)).toBe(`${id}-2`);
      }
      expect([...sentBefore].sort()).toEqual([0, 1, 2, 3]);
    },
  );
});
