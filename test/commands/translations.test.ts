import { describe, expect, test } from 'vitest';
import * as contract from '../../src/api/contract/operations/translations.ts';
import { sandboxCli, scriptedCli } from '../support/cli.ts';
import { wireCoverage } from '../support/wire-coverage.ts';

const base = '/v1/orgs/org_acme/translations';

describe('translations', () => {
  test('list prints the settings with their languages', async () => {
    const docs = await sandboxCli();
    expect(await docs('translations list --page-size 1 -o id')).toMatchObject({
      code: 0,
      stdout: 'translation_docs\ntranslation_empty\n',
    });
    const run = await docs('translations list --json');
    expect(run).toMatchObject({
      code: 0,
      stderr: '',
      requests: [{ method: 'GET', path: `${base}?limit=1000` }],
    });
    expect(JSON.parse(run.stdout)).toMatchObject([
      { id: 'translation_docs', languages: ['en', 'fr', 'ja'] },
      { id: 'translation_empty', languages: [] },
    ]);
  });

  test('create and update send the title', async () => {
    const docs = await sandboxCli();
    const created = await docs('translations create --title Guides --json');
    expect(created.requests).toEqual([{ method: 'POST', path: base, body: { title: 'Guides' } }]);
    expect(JSON.parse(created.stdout)).toMatchObject({ object: 'translation-settings', title: 'Guides' });
    const updated = await docs('translations update translation_docs --title Docs --json');
    expect(updated.requests).toEqual([
      { method: 'PUT', path: `${base}/translation_docs`, body: { title: 'Docs' } },
    ]);
    expect(JSON.parse(updated.stdout)).toMatchObject({ id: 'translation_docs', title: 'Docs' });
  });

  test('a title is needed, of 1 to 100 characters', async () => {
    const docs = await sandboxCli();
    expect((await docs('translations create')).stderr).toContain('error: --title is required');
    const run = await docs(['translations', 'update', 'translation_docs', '--title', 'x'.repeat(101)]);
    expect(run).toMatchObject({ code: 2, requests: [] });
  });

  test('get and delete name the settings', async () => {
    const docs = await sandboxCli();
    const path = `${base}/translation_docs`;
    expect(await docs('translations get translation_docs')).toMatchObject({
      code: 0,
      requests: [{ method: 'GET', path }],
    });
    expect(await docs('translations delete translation_docs')).toMatchObject({ code: 2, requests: [] });
    expect(await docs('translations delete translation_docs -y')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(/^deleted translation settings ".*" \(translation_docs\)\n$/),
      writes: [{ method: 'DELETE', path }],
    });
    expect(await docs('translations languages list translation_docs')).toMatchObject({ code: 5 });
  });
});

describe('translations languages', () => {
  const path = `${base}/translation_docs/languages`;

  test('list prints a code a line', async () => {
    const docs = await sandboxCli();
    const run = await docs('translations languages list translation_docs --page-size 2 -o id');
    expect(run).toMatchObject({ code: 0, stdout: 'en\nfr\nja\n', stderr: '' });
    expect(run.requests[0]).toEqual({ method: 'GET', path: `${path}?limit=2` });
  });

  test('set sends the document of the file', async () => {
    const docs = await sandboxCli();
    const run = await docs(
      'translations languages set translation_docs de --instructions instructions.de.yaml --json',
    );
    expect(run.requests).toMatchObject([
      {
        method: 'PUT',
        path: `${path}/de`,
        body: {
          instructions: { object: 'document', data: { schemaVersion: 8 }, nodes: [{ type: 'paragraph' }] },
        },
      },
    ]);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    const shown = await docs('translations languages get translation_docs de --json');
    expect(shown.requests).toEqual([{ method: 'GET', path: `${path}/de` }]);
    expect(shown.stdout).toBe(run.stdout);
  });

  test('set takes Markdown, too', async () => {
    const docs = await sandboxCli({
      'style.MD': '# Tone\n\nKeep it\nshort.\n\n- no **slang**\n- no jokes\n',
    });
    const run = await docs('translations languages set translation_docs de --instructions style.MD --json');
    const text = (content: string) => ({
      object: 'text',
      leaves: [{ object: 'leaf', text: content, marks: [] }],
    });
    const block = (type: string, ...nodes: object[]) => ({ object: 'block', type, nodes });
    const item = (content: string) => block('list-item', block('paragraph', text(content)));
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.requests[0]?.body).toEqual({
      instructions: {
        object: 'document',
        data: { schemaVersion: 8 },
        nodes: [
          block('heading-1', text('Tone')),
          block('paragraph', text('Keep it short.')),
          block('list-unordered', item('no **slang**'), item('no jokes')),
        ],
      },
    });
  });

  test('what is no document is refused, with the forms that there are', async () => {
    const docs = await sandboxCli({ 'style.yaml': 'tone: kind\n' });
    const run = await docs('translations languages set translation_docs de --instructions style.yaml');
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toMatch(
      /^error: invalid --instructions style\.yaml: it is no document .*\nhint: for Markdown, give a file whose name ends with \.md;/,
    );
  });

  test('an empty Markdown file is refused', async () => {
    const docs = await sandboxCli({ 'style.md': ' \n\n' });
    const run = await docs('translations languages set translation_docs de --instructions style.md');
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain('error: style.md is empty\n');
  });

  test('what is no document is refused', async () => {
    const docs = await sandboxCli();
    const set = 'translations languages set translation_docs de';
    expect((await docs(set)).stderr).toContain('error: --instructions is required');
    const other = await docs(`${set} --instructions -`, { stdin: '{"object":"page"}' });
    expect(other).toMatchObject({ code: 2, requests: [] });
    expect(other.stderr).toContain('invalid --instructions (object) "page"');
    expect(await docs(`${set} --instructions -`, { stdin: 'just text' })).toMatchObject({
      code: 2,
      requests: [],
      stderr:
        'error: standard input must hold an object, as JSON or YAML\n' +
        'hint: for Markdown, give a file whose name ends with .md\n',
    });
  });

  test('a language that no one documented is sent with a warning', async () => {
    const docs = await scriptedCli(() => ({ json: { language: 'tlh' } }));
    const run = await docs('translations languages set t tlh --instructions instructions.de.yaml -o id');
    expect(run).toMatchObject({ code: 0, stdout: 'tlh\n' });
    expect(run.requests).toHaveLength(1);
    expect(run.stderr).toContain('warning: invalid <language> "tlh"');
  });

  test('delete names the language', async () => {
    const docs = await sandboxCli();
    const run = await docs('translations languages delete translation_docs ja --yes');
    expect(run).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'deleted language ja of translation settings translation_docs\n',
      writes: [{ method: 'DELETE', path: `${path}/ja` }],
    });
    expect(await docs('translations languages get translation_docs ja')).toMatchObject({ code: 5 });
  });
});

wireCoverage(contract);
