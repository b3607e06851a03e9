import { expect, test } from 'vitest';
import { wholeProgram } from '../../src/build/help.ts';
import { commandPath } from '../../src/cli/command-path.ts';
import { manPages } from '../../src/cli/help/man-pages.ts';
import { verbs } from '../support/tree.ts';

const program = await wholeProgram();
const pages = new Map(manPages(program).map(({ file, text }) => [file, text]));

/** Returns the text of a page without the marks for the formatter. */
function read(file: string): string {
  return (pages.get(file) as string).replaceAll('\\-', '-').replaceAll('\\(dq', '"').replaceAll('\\e', '\\');
}

test('there is a page about the tool that names the others', () => {
  const others = [...pages.keys()].filter((file) => file !== 'docs-admin.1');
  const text = read('docs-admin.1');
  expect(others.length).toBeGreaterThan(20);
  for (const file of others) expect(text).toContain(`see ${file.replace(/\.1$/, '')}(1)`);
  expect(text).toContain('--profile <name>');
  expect(text).toContain('.B DOCS_ADMIN_TOKEN\n');
  expect(text).toContain('.B 129, 130, 143\ninterrupted by SIGHUP, SIGINT, SIGTERM\n');
});

test('every verb has a section, with its flags and examples, on the page of its noun', () => {
  for (const verb of verbs(program)) {
    const path = commandPath(verb);
    const text = read(`docs-admin-${path.split(' ')[1]}.1`);
    const [, section = ''] = text.split(`.SS "${path}"\n`);
    expect(section, path).toContain(verb.description());
    expect(section, path).toContain(`\n.EX\n  ${path}`);
  }
});

test('no text is taken for a request of the formatter', () => {
  const requests = /^\.(\\"|TH|SH|SS|TP|PP|EX|EE|B|BR|br)( |$)/;
  for (const [file, text] of pages) {
    const lines = text.split('\n').filter((line) => /^[.']/.test(line) && !requests.test(line));
    expect(lines, file).toEqual([]);
  }
});

test('flags can be searched for and copied: no hyphen is a soft one', () => {
  for (const [file, text] of pages) {
    const [, ...lines] = text.split('\n.TH ')[1]?.split('\n') ?? [];
    expect(lines.join('\n').match(/(?<!\\)-/g), file).toBeNull();
  }
});

test('the consequence of a command stands behind what it does, and limits behind what a flag is for', () => {
  const sites = read('docs-admin-sites.1');
  expect(sites).toContain(
    '\nDelete a site. It goes offline. Undo does not bring back its customizations and share links.\n',
  );
  expect(sites).toContain('\nChange a site. With --visibility public: Everyone can read it then.\n');
  expect(sites).toContain('.B --title <title>\ntitle shown to readers (2 to 128 characters)\n');
});
