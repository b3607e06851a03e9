import { migrations } from '../../src/sandbox/store/migrations.ts';
import { openStore } from '../../src/sandbox/store/store.ts';

/** A process of its own that brings a file to a version of the future: `migrator <file>`. It takes its time. */
const [path = ''] = process.argv.slice(2);
const slow = `
  CREATE TABLE ballast (n INTEGER, text TEXT);
  INSERT INTO ballast
    WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 1000000)
    SELECT n, hex(randomblob(100)) FROM counted;
  DELETE FROM members WHERE org = 'org_acme';
`;
openStore(path, { steps: [...migrations, slow] }).close();
