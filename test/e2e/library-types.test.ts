import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, inject, test } from 'vitest';
import { isOperation } from '../../src/api/contract/is-operation.ts';
import * as source from '../../src/index.ts';
import { packageFolder } from '../support/installed.ts';

function compile(...words: string[]): string {
  const tsc = resolve('node_modules/typescript/bin/tsc');
  const { stdout, stderr } = spawnSync(process.execPath, [tsc, ...words], { encoding: 'utf8' });
  return stdout + stderr;
}

const strict = [
  '--strict',
  '--target',
  'es2022',
  '--lib',
  'es2023,dom',
  '--types',
  '',
  '--module',
  'nodenext',
];

/**
 * Compiles a program where the package is installed. The declarations of all that it imports are checked too. Returns
 * what the compiler says.
 */
function compileInstalled(name: string, program: string, ...options: string[]): string {
  const path = join(inject('installed').folder, name);
  writeFileSync(path, program);
  return compile('--noEmit', '--ignoreConfig', ...strict, ...options, path);
}

test('programs are typed, and wrong ones are refused', () => {
  const program = `
    import { client, type DocsAdminError, type Input, type Item, members, sites, teams } from 'docs-admin';
    const { call, pages } = client({ baseUrl: 'https://docs.example', token: 'secret' });
    const params = { org: 'org_acme' };

    const member = await call(members.getMember, { params: { ...params, user: 'user_ada' } });
    const id: string = member.id;
    const name: string | null | undefined = member.user?.displayName;
    const further: unknown = member.fieldOfTomorrow;
    const site: sites.Site = await call(sites.createSite, { params, body: { title: 'Docs' } });
    const none: undefined = await call(sites.deleteSite, { params: { ...params, site: site.id } });
    const given: Input<typeof teams.createTeam> = { params, body: { title: 'Writers' } };
    for await (const page of pages(members.listMembers, { params, query: { role: 'admin' } }, { limit: 3 }))
      page satisfies Item<typeof members.listMembers>[];
    export function wait({ hint }: DocsAdminError): string | undefined {
      return hint?.code === 'wait-longer' ? hint.data.until : undefined;
    }

    // @ts-expect-error the organization is missing
    call(members.getMember, { params: { user: 'user_ada' } });
    // @ts-expect-error no such field
    call(sites.createSite, { params, body: { titel: 'Docs' } });
    // @ts-expect-error a title is a text
    call(sites.createSite, { params, body: { title: 7 } });
    // @ts-expect-error it has no body
    call(members.getMember, { params: { ...params, user: 'user_ada' }, body: {} });
    // @ts-expect-error no such filter
    pages(members.listMembers, { params, query: { rolle: 'admin' } });
    // @ts-expect-error no list
    pages(members.getMember, { params: { ...params, user: 'user_ada' } });
    // @ts-expect-error the role may be missing
    const role: string = member.role;
  `;
  expect(compileInstalled('right-and-wrong.mts', program)).toBe('');
});

test('the types are one file, which needs no other package', () => {
  const program = `export * from 'docs-admin';`;
  const listed = compileInstalled('listed.mts', program, '--listFilesOnly').trim().split('\n');
  const files = listed.filter((path) => !/\/lib\.[\w.]+\.d\.ts$/.test(path));
  expect(files).toEqual([
    join(packageFolder(), 'dist/types/index.d.ts'),
    join(inject('installed').folder, 'listed.mts'),
  ]);
});

/** The types of every operation and schema, with `library` for where they come from. */
const compared = Object.entries(source).flatMap(([noun, found]) =>
  Object.entries(typeof found === 'object' && !Array.isArray(found) ? found : {}).flatMap(([name, value]) => {
    const one = `typeof library.${noun}.${name}`;
    if (!isOperation(value)) return '_zod' in value ? [`(${one})['_zod']['output']`] : [];
    const types = ['Input', 'Result', ...(value.item ? ['Item'] : [])];
    return types.map((type) => `library.${type}<${one}>`);
  }),
);

// Node adds a default export to CommonJS. Ids of all kinds are texts for users of the library.
test('every operation and every schema has the type that its source has', () => {
  const lines = compared.map((type) => {
    const [one, other] = ['source', 'shipped'].map((library) => type.replaceAll('library', library));
    return `"${type}": Same<Plain<${one}>, ${other}>;`;
  });
  const program = `
    import type * as source from '${resolve('src/index.ts')}';
    import type * as shipped from 'docs-admin';
    import type { IdOf } from '${resolve('src/api/contract/ids.ts')}';
    import type { Kind } from '${resolve('src/api/contract/kinds.ts')}';
    type Plain<Value> = Value extends IdOf<Kind> ? string
      : Value extends object ? { [Name in keyof Value]: Plain<Value[Name]> } : Value;
    type Same<One, Other> = 0 extends 1 & Other ? false : [One, Other] extends [Other, One] ? true : false;
    interface All {
      names: Same<keyof typeof source | 'default', keyof typeof shipped>;
      ${lines.join('\n')}
    }
    type Different = { [Name in keyof All]: All[Name] extends true ? never : Name }[keyof All];
    export const different: [Different] extends [never] ? 'none' : Different = 'none';
  `;
  const folder = inject('installed').folder;
  writeFileSync(join(folder, 'same.mts'), program);
  const config = {
    extends: resolve('tsconfig.json'),
    compilerOptions: { typeRoots: [resolve('node_modules/@types')] },
    include: ['same.mts', resolve('src/**/*.d.ts')],
  };
  writeFileSync(join(folder, 'tsconfig.same.json'), JSON.stringify(config));
  expect(compared.length).toBeGreaterThan(source.operations.length);
  expect(compile('-p', join(folder, 'tsconfig.same.json'))).toBe('');
});
