/** An organization file that changes the demo data in every section: about 70 writes. */
const file = `format: docs-admin-organization/1
organization: org_acme
managed: { custom-fields: full, openapi: full, translations: full }
members:
  ana@acme.example: comment
  tom@acme.example: edit
  hana@agency.example: read
teams:
  Writers: { previously: [Docs], members: { ada@acme.example: owner, linus@acme.example: member, kim@acme.example: owner } }
  Platform: { members: { grace@acme.example: owner, ivan@acme.example: owner, min@acme.example: member, leo@acme.example: member, linus@acme.example: member, kim@acme.example: member } }
  New: { members: { kim@acme.example: member, tom@acme.example: owner } }
  Newer: {}
custom-fields:
  audiences: { title: Audience, type: "select:multi", options: [ customers, partners, staff, press ] }
  owner_team: { title: Owner, type: text, placeholder: the team }
  public: { title: Public, type: boolean }
  review_days: { title: Review, type: number }
  tier: { title: Level, type: "select:single", options: [ gold, silver, bronze ] }
  reviewer: { title: Reviewer, type: text }
collections:
  Books: { default-level: read, teams: { New: edit }, collections: { Old: { teams: { Newer: read } } } }
  Internals: { previously: [Internal 内部], default-level: comment, teams: { Platform: edit, Writers: read } }
  Empty: { previously: [Product/API & SDKs/Nothing], description: "" }
spaces:
  Guides: { teams: { Design 🎨: edit, New: read }, fields: { audiences: [ press ], reviewer: kim, tier: silver } }
  Handbook: { teams: { Writers: edit }, fields: { owner_team: Writers, public: true, review_days: 30 } }
sites:
  Acme Docs:
    visibility: unlisted
    basename: help
    adaptive-content: true
    adaptive-schema: { type: object, properties: { plan: { type: string } }, additionalProperties: false }
    section-groups: [ { title: Build, icon: hammer }, { title: New } ]
    sections:
      - { title: Tutorials, path: tutorials, group: New, default: true, spaces: [ { space: Tutorials, path: all }, { space: Handbook, default: true } ] }
      - { title: Guides, path: guides, group: Build, spaces: [ { space: ドキュメント, path: guides, default: true }, { space: Guides, path: ja } ] }
      - { title: API reference, path: api, group: New }
  Handbook: { previously: ["Handbook 手册, “internal”"], spaces: [ { space: People & HR, path: handbook, default: true }, { space: Handbook, path: people } ] }
  New site: { basename: new, spaces: [ { space: Runbooks, path: runs } ] }
openapi:
  payments: { url: "https://api.acme.example/v2/openapi.json" }
  petstore: { url: "https://api.acme.example/petstore.json" }
  invoices: { url: "https://api.acme.example/invoices.yaml" }
translations:
  Docs, in other languages: { languages: { fr: { instructions: { file: tone.yaml } }, de: { instructions: { file: tone.yaml } }, it: { instructions: { file: tone.yaml } } } }
  More: { previously: [Someday], languages: { es: { instructions: { file: tone.yaml } } } }
saml:
  Okta (new): { previously: [Okta], default-team: New, default-role: guest }
`;

const tone = `object: document
data: { schemaVersion: 8 }
nodes:
  - object: block
    type: paragraph
    nodes: [{ object: text, leaves: [{ object: leaf, text: Duzen, marks: [] }] }]
`;

export const restructuredFiles: Readonly<Record<string, string>> = { 'org.yaml': file, 'tone.yaml': tone };

/** The line that carries it out, without `--yes`. */
export const applyRestructured =
  'org apply --file org.yaml --delete --max-removals 100 --allow-ownerless --allow-opening public,administrators';
