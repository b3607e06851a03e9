/** @typedef {import('../model/resource.ts').Resource} Resource */

/**
 * The code of the model's registry.
 *
 * @param {Readonly<Record<string, Readonly<Record<string, unknown>>>>} modules what each noun's file of the model exports
 */
export function registryTable(modules) {
  const resources = Object.entries(modules).flatMap(([noun, exported]) =>
    Object.entries(exported)
      .filter(([, value]) => isResource(value))
      .map(([name, value]) => ({ noun, name, resource: /** @type {Resource} */ (value) })),
  );
  // A module's exports have no order that every loader keeps.
  resources.sort((one, other) => (one.resource.kind < other.resource.kind ? -1 : 1));
  const entries = resources.map(({ noun, name, resource }) => {
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

/** @param {unknown} value */
function isResource(value) {
  return typeof value === 'object' && value !== null && 'kind' in value && 'operations' in value;
}
