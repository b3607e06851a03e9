import type { Organization } from './access-document.ts';

/** Returns an organization in which everything has this name, also the ids and levels. */
export function hostileOrganization(name: string): Organization {
  return {
    title: name,
    people: {
      [`user ${name}`]: { name, email: `${name}@x.test`, role: name, teams: [`team ${name}`] },
      user_plain: { name: 'Plain', role: 'read' },
    },
    teams: { [`team ${name}`]: name },
    collections: { [`col ${name}`]: { title: name, default: name, teams: { [`team ${name}`]: name } } },
    spaces: {
      [`space ${name}`]: {
        title: name,
        in: `col ${name}`,
        teams: { [`team ${name}`]: 'edit' },
      },
    },
    beside: {
      [`space ${name}`]: { sites: [{ id: name, title: name, visibility: name }], integrations: [name] },
    },
  };
}
