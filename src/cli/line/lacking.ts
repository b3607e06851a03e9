/** An operation that people look for and the service does not have, with the alternative. */
interface Lacking {
  readonly what: string;
  readonly instead: string;
}

const inTheApp = 'is done in the app of the service';

const lacking: Readonly<Record<string, Lacking>> = {
  ...same(['spaces create', 'spaces add', 'spaces new'], {
    what: 'create a space',
    instead: `\`docs-admin sites create --new-space\` creates a site with a new space; anything else ${inTheApp}`,
  }),
  ...same(['spaces delete', 'spaces rm', 'spaces remove'], {
    what: 'delete a space',
    instead: `that ${inTheApp}; \`docs-admin site-spaces delete\` takes a space off a site, and \`docs-admin spaces permissions remove\` takes a team's access away`,
  }),
  ...same(['spaces move', 'spaces transfer'], {
    what: 'move a space',
    instead: `that ${inTheApp}; \`docs-admin collections move\` and \`transfer\` move a collection with its spaces, and \`docs-admin site-spaces move\` and \`transfer\` change its place on sites`,
  }),
  ...same(['spaces update', 'spaces rename', 'spaces edit', 'spaces set'], {
    what: 'change a space',
    instead: `that ${inTheApp}; \`docs-admin change-requests\` changes its content, and \`docs-admin spaces permissions set\` who may read it`,
  }),
  ...same(['members invite', 'members create', 'members add', 'members new', ' invite'], {
    what: 'invite or add a person',
    instead:
      "invite on the members page of the organization in the service's app, or let people join through single sign-on (`docs-admin saml`); then `docs-admin members onboard` puts them into teams",
  }),
  ...same(['openapi versions', 'openapi history', 'openapi version', 'openapi revisions'], {
    what: 'list versions of a specification',
    instead: '`docs-admin openapi get` shows the present one, and `docs-admin openapi set` replaces it',
  }),
};

function same(lines: readonly string[], value: Lacking): Record<string, Lacking> {
  return Object.fromEntries(lines.map((line) => [line, value]));
}

/** Returns the missing operation for a verb of a noun; `undefined` if none is known. */
export function lackingFor(noun: string, word: string): Lacking | undefined {
  const line = `${noun} ${word}`;
  return Object.hasOwn(lacking, line) ? lacking[line] : undefined;
}
