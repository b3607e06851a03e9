import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { type Cli, type Run, sandboxCli } from '../support/cli.ts';

const files = {
  'two.json': '{"type":"object","properties":{"plan":{"type":"string"},"beta":{"type":"boolean"}}}',
  'one.json': '{"type":"object","properties":{"plan":{"type":"string"}}}',
  'two.yaml': 'object: document\ndata: { schemaVersion: 8 }\nnodes: []\n',
  'one.yaml': 'object: document\nnodes: []\n',
  'sites.csv': 'site\nsite_docs\n',
  'languages.csv': 'language\nfr\n',
};

const writes = ({ requests }: Run) => requests.filter(({ method }) => method !== 'GET');

/** Cuts a journal to what its process had written when it was killed before the first answer. */
async function cutOff(docs: Cli): Promise<void> {
  const file = JSON.parse((await docs('runs show run.jsonl --json')).stdout).journal;
  const lines = (await readFile(file, 'utf8'))
    .split('\n')
    .filter((line) => /"type":"(run|intent)"/.test(line));
  await writeFile(file, `${lines.join('\n')}\n`);
}

const replacing = [
  {
    what: 'an adaptive schema with fewer fields',
    set: (name: string) => `sites adaptive-schema set site_docs --schema ${name}.json`,
    batch: 'batch --file sites.csv --journal run.jsonl -- sites adaptive-schema set {site} --schema one.json',
    get: 'sites adaptive-schema get site_docs --query jsonSchema --json',
    expected: JSON.parse(files['one.json']),
  },
  {
    what: 'instructions of a translation with a key less',
    set: (name: string) => `translations languages set translation_docs fr --instructions ${name}.yaml`,
    batch:
      'batch --file languages.csv --journal run.jsonl -- translations languages set translation_docs {language} --instructions one.yaml',
    get: 'translations languages get translation_docs fr --query instructions --json',
    expected: { object: 'document', nodes: [] },
  },
];

test.each(replacing)('$what: cut off before it took effect, it is sent by resume', async (one) => {
  const docs = await sandboxCli(files);
  await docs(one.set('two'));
  expect(await docs(one.batch)).toMatchObject({ code: 0 });
  await docs(one.set('two'));
  await cutOff(docs);
  const run = await docs('runs resume run.jsonl');
  expect(run.code).toBe(0);
  expect(writes(run)).toHaveLength(1);
  expect(JSON.parse((await docs(one.get)).stdout)).toEqual(one.expected);
});

test.each(replacing)('$what: cut off after it took effect, it is not sent again', async (one) => {
  const docs = await sandboxCli(files);
  await docs(one.set('two'));
  expect(await docs(one.batch)).toMatchObject({ code: 0 });
  await cutOff(docs);
  const run = await docs('runs resume run.jsonl');
  expect(run.code).toBe(0);
  expect(writes(run)).toEqual([]);
});
