/**
 * The parts of a bill of materials that are read here, as `npm sbom` writes it (CycloneDX 1.5).
 *
 * @typedef {{ name: string, value: string }} Property
 * @typedef {{ 'bom-ref': string, name: string, version: string, scope?: string, properties: Property[] }} Component
 * @typedef {{
 *   metadata: { component: Component, lifecycles: { phase: string }[] },
 *   components: Component[],
 *   dependencies: { ref: string, dependsOn: string[] }[],
 * }} Bill
 */

/**
 * Returns the bill of materials of the published package `name`: what npm installs with it, and what its files contain.
 * `locked` is the bill of everything in the lock file, `bundled` the packages in the bundle as `name@version`. Other
 * packages for development are left out. Throws if the lock file lacks a bundled package.
 *
 * @param {string} name
 * @param {Bill} locked
 * @param {readonly string[]} bundled
 * @returns {Bill}
 */
export function bill(name, locked, bundled) {
  const isBundled = (/** @type {Component} */ component) =>
    bundled.includes(`${component.name}@${component.version}`);
  const components = locked.components
    .filter((component) => isBundled(component) || !isDevelopment(component))
    .map((component) => (isBundled(component) ? asBundled(component) : component));
  const missing = bundled.filter((id) => !components.some((one) => `${one.name}@${one.version}` === id));
  if (missing.length > 0) throw new Error(`the lock file has no ${missing.join(', ')}`);

  const { metadata } = locked;
  const kept = new Set([metadata.component, ...components].map((component) => component['bom-ref']));
  return {
    ...locked,
    metadata: {
      ...metadata,
      lifecycles: [{ phase: 'build' }],
      // npm takes the name of the folder.
      component: { ...metadata.component, name },
    },
    components,
    dependencies: locked.dependencies
      .filter(({ ref }) => kept.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => kept.has(other)) })),
  };
}

const development = 'cdx:npm:package:development';

/** @param {Component} component */
function isDevelopment({ properties }) {
  return properties.some(({ name }) => name === development);
}

/**
 * @param {Component} component
 * @returns {Component}
 */
function asBundled(component) {
  const others = component.properties.filter(({ name }) => name !== development);
  return {
    ...component,
    scope: 'required',
    properties: [...others, { name: 'cdx:npm:package:bundled', value: 'true' }],
  };
}
