/** @typedef {import('../model/resource.ts').Resource} Resource */
/**
 * The exports of each noun's file of the model.
 *
 * @typedef {Readonly<Record<string, Readonly<Record<string, unknown>>>>} Modules
 */

/**
 * Returns the code of the model's registry.
 *
 * @param {Modules} modules
 */
export function registryTable(modules) {
  const entries = resourcesIn(modules).map(({ noun, name, resource }) => {
    const { kind, key, idOf, addresses, operations, others } = resource;
    const names = verbsIn(Object.values({ ...operations, ...others }).map(({ id }) => id));
    return `'${kind}': {
    key: ${key && !idOf ? `'${key}'` : 'undefined'},
    ${addresses ? `noun: '${resource.noun}', addresses: ${JSON.stringify(addresses)},\n    ` : ''}operations: '${names}',
    load: async () => (await import('./${noun}.ts')).${name},
  },`;
  });
  return `
/**
 * Every kind of thing: its parameter in paths, unless that takes the ids of another kind; its operations, as their noun
 * and their verbs; and a function that loads its resource. A kind that people may name by a title or an address also has
 * its noun and the ends of its addresses.
 */
export const registry = {
${entries.join('\n')}
} as const;`;
}

/**
 * Returns the ids of the operations of one kind in short: `teams list get` for `teams.list` and `teams.get`.
 *
 * @param {readonly string[]} ids
 */
function verbsIn(ids) {
  const [noun, ...others] = new Set(ids.map((id) => id.slice(0, id.lastIndexOf('.'))));
  if (others.length > 0) throw new Error(`operations of one kind have several nouns: ${ids}`);
  return [noun, ...ids.map((id) => id.slice(id.lastIndexOf('.') + 1))].join(' ');
}

/**
 * Returns the code of the type `Kind`.
 *
 * @param {Modules} modules
 */
export function kindTable(modules) {
  const named = resourcesIn(modules).filter(({ resource }) => resource.addresses);
  return `
/**
 * A kind of thing that people may name by a title or an address instead of an id, as the parameter of paths that names
 * one.
 */
export type Kind = ${named.map(({ resource }) => `'${resource.key}'`).join(' | ')};`;
}

/**
 * Returns the resources in the order of their kinds, because not every loader keeps the order of a module's exports.
 *
 * @param {Modules} modules
 */
function resourcesIn(modules) {
  return Object.entries(modules)
    .flatMap(([noun, exported]) =>
      Object.entries(exported)
        .filter(([, value]) => isResource(value))
        .map(([name, value]) => ({ noun, name, resource: /** @type {Resource} */ (value) })),
    )
    .sort((one, other) => (one.resource.kind < other.resource.kind ? -1 : 1));
}

/** @param {unknown} value */
function isResource(value) {
  return typeof value === 'object' && value !== null && 'kind' in value && 'operations' in value;
}
