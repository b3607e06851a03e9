import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test.each([
  ['EMFILE', 'cannot start: EMFILE'],
  ['MODULE_NOT_FOUND', 'internal error'],
  ['', 'internal error'],
])(
  'a start that fails with %j says what the system says, and nothing of the error itself',
  async (code, message) => {
    const failing = `() => { throw Object.assign(new Error('hunter2'), { code: '${code}' }) }`;
    const script = `require('./bin/docs-admin.js').run({ help: () => '', tool: ${failing} })`;
    const run = promisify(execFile)(process.execPath, ['-e', script, 'members', 'list']);
    await expect(run).rejects.toMatchObject({ code: 1, stdout: '', stderr: `error: ${message}\n` });
  },
);
