import { describe, expect, test } from 'vitest';
import type { Disk } from '../../src/disk/disk.ts';
import { createHistoryFiles } from '../../src/system/history.ts';
import { createJournals } from '../../src/system/journals.ts';
import { createClockwork } from '../simulate/clockwork.ts';
import { createMemoryDisk, type DiskCall, failure, type MemoryDisk } from '../simulate/disk.ts';
import { startChild, useChildren } from './children.ts';
import { temporaryFolder } from './temporary-folder.ts';

useChildren();

const name = '20260601-001.jsonl';

function opened(memory: MemoryDisk, watch: (call: DiskCall) => void = () => {}): Disk {
  return memory.open({ pid: 1, wait: async () => {}, watch: (call) => void watch(call) });
}

describe('a record of a single command', () => {
  test('costs one write and one sync, its outcome one write; the first of a day also the folder', async () => {
    const calls: string[] = [];
    const memory = createMemoryDisk(() => 0);
    const history = createHistoryFiles('/state/history', {
      disk: opened(memory, ({ call }) => calls.push(call)),
    });
    await history.add(name, '{"first":1}', true);
    expect(calls.slice(-4)).toEqual(['open', 'sync-folder', 'write', 'sync']);
    calls.length = 0;
    await history.add(name, '{"second":1}', true);
    await history.add(name, '{"outcome":1}', false);
    expect(calls).toEqual(['write', 'sync', 'write']);
    expect(memory.files().get(`/state/history/${name}`)).toBe('\n{"first":1}\n{"second":1}\n{"outcome":1}');
  });

  test('survives a power cut once it is durable, and what is lost harms no other line', async () => {
    for (let seed = 0; seed < 200; seed++) {
      const memory = createMemoryDisk(() => 0);
      const history = createHistoryFiles('/state/history', { disk: opened(memory) });
      await history.add(name, '{"first":1}', true);
      await history.add(name, '{"outcome":1}', false);
      memory.loseUnsynced(createClockwork(seed, 0));
      await history.add(name, '{"second":1}', true);
      memory.loseUnsynced(createClockwork(seed, 0));
      const lines = history.read(name);
      expect(lines).toContain('{"first":1}');
      expect(lines).toContain('{"second":1}');
    }
  });

  test('survives a power cut in a file that another process has made before it died', async () => {
    for (let seed = 0; seed < 200; seed++) {
      const memory = createMemoryDisk(() => 0);
      const dying = opened(memory, ({ call }) => {
        if (call === 'write') throw new Error('died');
      });
      const history = createHistoryFiles('/state/history', { disk: dying });
      await expect(history.add(name, '{"first":1}', true)).rejects.toThrow();
      const other = createHistoryFiles('/state/history', { disk: opened(memory) });
      await other.add(name, '{"second":1}', true);
      memory.loseUnsynced(createClockwork(seed, 0));
      expect(other.read(name)).toContain('{"second":1}');
    }
  });

  test.for(['ENOSPC', 'EIO', 'EDQUOT'] as const)('%s throws, at the write and at the sync', async (code) => {
    for (const at of ['write', 'sync'] as const) {
      const disk = opened(
        createMemoryDisk(() => 0),
        ({ call, path }) => {
          if (call === at && path.endsWith(name)) throw failure(code, path);
        },
      );
      const history = createHistoryFiles('/state/history', { disk });
      await expect(history.add(name, '{}', true)).rejects.toMatchObject({
        kind: 'local-state',
        message: expect.stringContaining(`cannot write /state/history/${name}: `),
      });
    }
  });

  test('a short write throws', async () => {
    const disk = opened(createMemoryDisk(() => 0));
    const short = { ...disk, fs: { ...disk.fs, writeSync: () => 3 } } as Disk;
    const history = createHistoryFiles('/state/history', { disk: short });
    await expect(history.add(name, '{"first":1}', true)).rejects.toThrow(
      `cannot write /state/history/${name}: the disk took only a part of the record`,
    );
  });

  test.for(['EROFS', 'EACCES'] as const)('%s says that there is no place for it', async (code) => {
    const disk = opened(
      createMemoryDisk(() => 0),
      ({ call, path }) => {
        if (call === 'make-folder') throw failure(code, path);
      },
    );
    const history = createHistoryFiles('/state/history', { disk });
    expect(await history.add(name, '{}', true)).toContain(`cannot write /state/history/${name}: `);
  });
});

test('processes that write at once keep every line whole', async () => {
  const folder = temporaryFolder();
  const children = ['a', 'b', 'c', 'd'].map((name) => startChild('history', folder, name, '25'));
  for (const { ended } of children) expect(await ended).toMatchObject({ code: 0, stderr: '' });
  const history = await createJournals(`${folder}/runs`).history();
  const lines = history.read(name).filter(Boolean);
  expect(lines).toHaveLength(100);
  const places = new Map<string, number>();
  for (const line of lines) {
    const { name: writer, i } = JSON.parse(line);
    expect(i).toBe(places.get(writer) ?? 0);
    places.set(writer, i + 1);
  }
});
