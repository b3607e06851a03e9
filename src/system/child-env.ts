/** Variables that only this tool may see. */
const secrets = ['DOCS_ADMIN_TOKEN', 'DOCS_ADMIN_GIT_URL'];

/** Returns the environment for a program that this tool starts, without its secrets. */
export function envWithoutSecrets(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !secrets.includes(name)));
}
