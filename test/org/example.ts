/** An organization file with something in every section. */
export const example = `format: docs-admin-organization/1
organization: org_acme
managed: { teams: full }
keep: [ "team:Docs", "site:*" ]
ignore: [ "team:okta-*" ]
members:
  ada@acme.example: admin
  hana@agency.example: guest
  kim: { id: user_kim, role: edit }
teams:
  Docs:
    previously: [ Documentation ]
    members: { ada@acme.example: owner, linus@acme.example: member }
  Tokyo (team_tokyo): {}
custom-fields:
  product: { title: Product, type: "select:single", options: [ Docs, API ] }
collections:
  Handbooks:
    default-level: read
    description: ""
    teams: { Docs: edit }
    collections: { Archive: {} }
spaces:
  Handbook:
    teams: { Docs: edit }
    fields: { product: Docs }
sites:
  Acme Docs:
    visibility: public
    basename: docs
    adaptive-content: true
    adaptive-schema: { file: visitor.schema.yaml }
    sections:
      - { title: Guides, path: guides, group: Learn, icon: book, default: true, spaces: [ { space: Handbook, path: handbook, default: true } ] }
    section-groups: [ { title: Learn, icon: stack } ]
openapi:
  petstore: { url: "https://example.com/petstore.yaml" }
  own: { file: own.yaml }
translations:
  Main: { languages: { fr: { instructions: { file: fr.json } } } }
saml:
  Okta: { entity-id: acme, sso-url: "https://okta.example/sso", certificate: { file: okta.pem }, default-team: Docs, default-role: guest }
`;

/** The files that the example names. */
export const sideFiles = {
  'visitor.schema.yaml': 'type: object\nproperties: { plan: { type: string } }\n',
  'own.yaml': 'openapi: 3.1.0\ninfo: { title: Own, version: "1" }\npaths: {}\n',
  'fr.json': '{ "object": "document", "nodes": [] }\n',
  'okta.pem': '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n',
};
