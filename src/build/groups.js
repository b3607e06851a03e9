import { readdirSync } from 'node:fs';

/**
 * Each file takes 0.2 ms to load, so code that is usually needed together is one file. zod's compiler is separate: few
 * commands need it. A group includes what its files import, except for bulk work, whose imports other commands need as
 * well.
 */
export const groups = [
  { name: 'core', tags: [/** @type {const} */ ('$initial')] },
  {
    // What the sandbox shares with commands about access and with copies of an organization.
    name: 'access-rules',
    test: files({
      'domain/access': 'levels places rules',
      'sandbox/resources': 'access',
      'sandbox/store': 'meta',
      formats: 'fixture',
    }),
    includeDependenciesRecursively: false,
  },
  {
    // What most routes of the sandbox need.
    name: 'sandbox',
    test: files({
      sandbox: 'problem',
      'sandbox/http': 'exchange route signed',
      'sandbox/resources': 'member organization slug team urls user',
      'sandbox/store': 'sql-list',
    }),
    includeDependenciesRecursively: false,
  },
  {
    name: 'network',
    test: either(
      /node_modules[\\/]undici[\\/]/,
      files({ system: 'connect network-failure proxy transport' }),
    ),
  },
  {
    // Short words and the usual actions are with it: most commands need them.
    name: 'contract',
    test: either(
      /zod[\\/]v4[\\/](?!core[\\/](?:compile|to-json-schema|json-schema-processors))/,
      files({
        'api/contract': 'effect ids operation position schemas',
        text: 'alternatives called group-by kept',
        domain: 'changed roles',
        cli: 'operation-actions',
      }),
    ),
  },
  {
    name: 'structure',
    test: files({
      'api/contract/operations': 'section-groups sections site-spaces',
      views: 'site-structure',
    }),
    includeDependenciesRecursively: false,
  },
  {
    name: 'rights',
    test: files({ 'domain/access': 'levels places rules' }),
  },
  {
    name: 'guards',
    test: files({ domain: 'people', 'domain/memberships': 'membership', work: 'team-members' }),
    includeDependenciesRecursively: false,
  },
  {
    name: 'judge',
    test: files({ 'work/guards': 'held-back judge rules' }),
    includeDependenciesRecursively: false,
  },
  {
    // What requests do to things: the facts of all nouns, which name operations by their ids.
    name: 'touches',
    test: files({
      'model/effects': others(
        'model/effects',
        'conflicts effects facts load-kinds making shows thing-reader thing-source things',
      ),
      'model/read': 'in-parallel',
      'api/contract': 'members-body',
      'work/guards': 'lowering',
    }),
    includeDependenciesRecursively: false,
  },
  {
    // What is written before a request leaves.
    name: 'record',
    test: files({
      'model/effects': 'load-kinds thing-source',
      'work/history': 'recorder',
      'work/journal': 'keep',
      'work/undo': 'recording values',
      system: 'history journal-text',
      text: 'canonical',
    }),
    includeDependenciesRecursively: false,
  },
  {
    // What reads the values before.
    name: 'before',
    test: files({
      'model/effects': 'effects thing-reader',
      'work/undo': 'states-before',
    }),
    includeDependenciesRecursively: false,
  },
  {
    name: 'journal',
    test: files({
      'work/journal': 'journal journal-path outcomes packed-states',
      'model/effects': 'facts',
      text: 'equal map-parts shortened',
    }),
    includeDependenciesRecursively: false,
  },
  {
    name: 'losses',
    test: files({
      'work/guards':
        'guard-reads judge-requests members judge-work questions requests take-away teams things',
    }),
    includeDependenciesRecursively: false,
  },
  {
    name: 'runs',
    test: files({
      domain: 'change',
      'domain/memberships': 'changes report',
      views: 'bulk',
      'cli/flags': 'bulk-flags',
    }),
    includeDependenciesRecursively: false,
  },
  {
    name: 'resources',
    test: files({ model: 'registry resource resources' }),
    includeDependenciesRecursively: false,
  },
  {
    name: 'list',
    test: files({
      model: 'fields',
      'model/read': 'in-turn list reader unknown',
      text: 'day',
      'work/run': 'session',
    }),
    includeDependenciesRecursively: false,
  },
  {
    // What an organization file says, apart from its sections: audits only place findings in it.
    name: 'organization',
    test: files({
      org: 'difference earlier-names key-names organization people-facts portions section-names thing',
      'org/file': 'size',
    }),
    includeDependenciesRecursively: false,
  },
  {
    name: 'sections',
    test: /src[\\/]org[\\/]sections[\\/]/,
    includeDependenciesRecursively: false,
  },
  {
    name: 'audit-report',
    test: files({ audit: 'exceptions report rule' }),
    includeDependenciesRecursively: false,
  },
  {
    name: 'memberships',
    test: files({
      model: 'lookup',
      work: 'alone change-run listings',
      rosters: 'plan-memberships resolve roster roster-file',
    }),
    includeDependenciesRecursively: false,
  },
  {
    name: 'plan-document',
    test: files({ work: 'change-words plan-document' }),
    includeDependenciesRecursively: false,
  },
  {
    name: 'bulk',
    test: files({
      'work/run': 'execute scheduler input-file place results run supervise',
      work: 'show-plan named-files shard',
      formats: 'cells',
      text: 'longest',
    }),
    includeDependenciesRecursively: false,
  },
];

/**
 * Matches files of `src`, by their folders. Throws for one that is not there: a file with another name would leave its group.
 *
 * @param {Record<string, string>} byFolder
 */
export function files(byFolder) {
  const paths = Object.entries(byFolder).flatMap(([folder, names]) =>
    namedIn(folder, names).map((name) => `${folder}/${name}`.replaceAll('/', '[\\\\/]')),
  );
  return new RegExp(`src[\\\\/](${paths.join('|')})\\.ts$`);
}

/**
 * Returns the names of the other files of a folder.
 *
 * @param {string} folder
 * @param {string} names
 */
function others(folder, names) {
  const left = namedIn(folder, names);
  return namesIn(folder)
    .filter((name) => !left.includes(name))
    .join(' ');
}

/**
 * @param {string} folder
 * @param {string} names
 */
function namedIn(folder, names) {
  const there = namesIn(folder);
  const named = names.split(' ');
  const absent = named.filter((name) => !there.includes(name));
  if (absent.length > 0)
    throw new Error(`a group of the bundle names what is not in src/${folder}: ${absent}`);
  return named;
}

/** @param {string} folder */
function namesIn(folder) {
  const all = readdirSync(new URL(`../${folder}`, import.meta.url));
  return all.filter((name) => name.endsWith('.ts')).map((name) => name.slice(0, -'.ts'.length));
}

/** @param {RegExp[]} patterns */
function either(...patterns) {
  return new RegExp(patterns.map(({ source }) => source).join('|'));
}
