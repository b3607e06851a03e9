/** @typedef {import('../model/resource.ts').Resource} Resource */
/**
 * What each noun's file of the model exports.
 *
 * @typedef {Readonly<Record<string, Readonly<Record<string, unknown>>>>} Modules
 */

/**
 * The code of the model's registry.
 *
 * @param {Modules} modules
 */
export function registryTable(modules) {
  const entries = resourcesIn(modules).map(({ noun, name, resource }) => {
    const { kind, key, idOf, addresses, operations, others } = resource;
    const ids = Object.values({ ...operations, ...others }).map(({ id }) => id);
    return `'${kind}': {
    key: ${key && !idOf ? `'${key}'` : 'undefined'},
    ${addresses ? `noun: '${resource.noun}', addresses: ${JSON.stringify(addresses)},` : ''}
    operations: ${JSON.stringify(ids)},
    load: async () => (await import('./${noun}.ts')).${name},
  },`;
  });
  return `
/**
 * Every kind of thing: its parameter in paths where that names things of this kind, its operations, and the rest of it.
 * What people may name by a title or an address has its noun, and how its addresses end.
 */
export const registry = {
${entries.join('\n')}
} as const;`;
}

/**
 * The code of the type of what people may name by a title or an address.
 *
 * @param {Modules} modules
 */
export function kindTable(modules) {
  const named = resourcesIn(modules).filter(({ resource }) => resource.addresses);
  return `
/**
 * What an id may stand for, if people may give a title or an address instead: the parameter of the path that names one.
 */
export type Kind = ${named.map(({ resource }) => `'${resource.key}'`).join(' | ')};`;
}

/**
 * The resources in the order of their kinds: a module's exports have no order that every loader keeps.
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
