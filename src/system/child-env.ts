/** Variables that only this tool needs. */
const secrets = ['DOCS_ADMIN_TOKEN', 'DOCS_ADMIN_GIT_URL'];

/** The environment for a program that this one starts: without its secrets. */
export function withoutSecrets(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !secrets.includes(name)));
}
