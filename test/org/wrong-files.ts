const format = 'format: docs-admin-organization/1\n';

/** Files that no schema accepts: what is wrong, the text, and the message of `org validate`. */
export const wrongByForm: readonly [string, string, string][] = [
  [
    'nothing',
    '',
    'organization.yaml:1:1: format: is required: begin the file with "format: docs-admin-organization/1"',
  ],
  [
    'a list',
    '- a\n',
    'organization.yaml:1:1: format: is required: begin the file with "format: docs-admin-organization/1"',
  ],
  [
    'another format',
    'format: terraform/1\n',
    'organization.yaml:1:1: format: must be docs-admin-organization/1',
  ],
  [
    'a newer format',
    'format: docs-admin-organization/2\n',
    'organization.yaml:1:1: format: "docs-admin-organization/2" is newer than this version of docs-admin reads (docs-admin-organization/1): update it',
  ],
  [
    'an unknown section',
    `${format}people: {}\n`,
    'organization.yaml:2:1: people: is no key of an organization file',
  ],
  [
    'an unknown key',
    `${format}teams:\n  Docs:\n    member: {}\n`,
    'organization.yaml:4:5: teams.Docs.member: is no key of an organization file',
  ],
  [
    'null for a section',
    `${format}teams:\n`,
    'organization.yaml:2:1: teams: must be an object: write {} for an empty one',
  ],
  [
    'null for a thing',
    `${format}teams:\n  Docs:\n`,
    'organization.yaml:3:3: teams.Docs: must be an object: write {} for an empty one',
  ],
  [
    'null for a value',
    `${format}sites:\n  Docs:\n    visibility:\n`,
    'organization.yaml:4:5: sites.Docs.visibility: must be "public" or "unlisted" or "share-link" or "visitor-auth"',
  ],
  [
    'an unknown role',
    `${format}members:\n  a@b.example: boss\n`,
    'organization.yaml:3:3: members."a@b.example": must be "admin" or "create" or "review" or "edit" or "comment" or "read" or "guest"',
  ],
  [
    'a pattern without a name',
    `${format}keep: [ team ]\n`,
    'organization.yaml:2:9: keep[0]: must be a kind and a name, such as "team:Docs" or "site:*"',
  ],
];
