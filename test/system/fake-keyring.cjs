// Stands for `@napi-rs/keyring`: a folder of files, which may hang or fail as the real one does.
const { existsSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const { FAKE_KEYRING: folder = '', FAKE_FAULT: fault, DOCS_ADMIN_TOKEN: leak = '' } = process.env;

exports.Entry = class {
  /**
   * @param {string} service
   * @param {string} account
   * @param {{ linux: { store: string } }} options
   */
  constructor(service, account, { linux }) {
    if (fault === 'throws')
      throw new Error(`cannot unlock, the environment has ${JSON.stringify(process.env)}`);
    if (fault === 'hangs') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    this.path = join(folder, encodeURIComponent(`${service} ${account} ${linux.store}`));
  }
  getPassword() {
    return existsSync(this.path) ? readFileSync(this.path, 'utf8') : null;
  }
  /** @param {string} secret */
  setPassword(secret) {
    writeFileSync(this.path, secret);
    if (leak) writeFileSync(join(folder, 'leak'), leak);
  }
  deletePassword() {
    const had = existsSync(this.path);
    rmSync(this.path, { force: true });
    return had;
  }
};
