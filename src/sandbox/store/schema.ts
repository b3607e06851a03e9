/**
 * The tables of the sandbox. Columns hold what is looked up, joined, filtered or sorted; the rest of a resource is JSON
 * in `doc`. `seq` is the order of creation; no number is used twice, so that a cursor with it stays valid. `position`
 * orders things that users can sort. `search` is text in lower case, for filters that ignore case.
 */
export const schema = `
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO meta VALUES ('cursor-key', lower(hex(randomblob(32))));
CREATE TABLE counters (prefix TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;

-- organizations and people
CREATE TABLE organizations (
  id TEXT PRIMARY KEY, title TEXT NOT NULL, hostname TEXT NOT NULL UNIQUE, created_at TEXT NOT NULL, doc TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE users (
  id TEXT PRIMARY KEY, display_name TEXT NOT NULL, email TEXT NOT NULL COLLATE NOCASE UNIQUE, search TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE members (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  org TEXT NOT NULL REFERENCES organizations (id), user TEXT NOT NULL REFERENCES users (id),
  role TEXT, disabled INTEGER NOT NULL DEFAULT 0, sso INTEGER NOT NULL DEFAULT 0,
  joined_at TEXT NOT NULL, last_seen_at TEXT,
  UNIQUE (org, user)
) STRICT;
CREATE INDEX members_by_joined ON members (org, joined_at, seq);
CREATE INDEX members_by_seen ON members (org, last_seen_at, seq) WHERE last_seen_at IS NOT NULL AND disabled = 0;
CREATE INDEX members_by_role ON members (org, role, joined_at, seq);
CREATE TABLE teams (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
  org TEXT NOT NULL REFERENCES organizations (id), title TEXT NOT NULL, search TEXT NOT NULL, created_at TEXT NOT NULL
) STRICT;
CREATE INDEX teams_by_org ON teams (org, seq);
CREATE TABLE team_members (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  team TEXT NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
  org TEXT NOT NULL, user TEXT NOT NULL, role TEXT NOT NULL,
  UNIQUE (team, user),
  FOREIGN KEY (org, user) REFERENCES members (org, user) ON DELETE CASCADE
) STRICT;
CREATE INDEX team_members_by_team ON team_members (team, seq);
CREATE INDEX team_members_by_user ON team_members (org, user, role);

-- collections and spaces; both share the positions below one parent
CREATE TABLE collections (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
  org TEXT NOT NULL REFERENCES organizations (id), parent TEXT REFERENCES collections (id) ON DELETE CASCADE,
  position INTEGER NOT NULL, title TEXT NOT NULL, description TEXT, default_level TEXT, created_at TEXT NOT NULL
) STRICT;
CREATE INDEX collections_by_parent ON collections (org, parent, position);
CREATE INDEX collections_by_parent_alone ON collections (parent);
CREATE TABLE spaces (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
  org TEXT NOT NULL REFERENCES organizations (id), collection TEXT REFERENCES collections (id) ON DELETE CASCADE,
  position INTEGER NOT NULL, title TEXT NOT NULL, emoji TEXT, visibility TEXT NOT NULL, edit_mode TEXT NOT NULL,
  default_level TEXT, revision TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL, deleted_at TEXT
) STRICT;
CREATE INDEX spaces_by_collection ON spaces (collection, position);
CREATE INDEX spaces_by_org ON spaces (org, collection, position);
CREATE TABLE collection_teams (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  collection TEXT NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
  team TEXT NOT NULL REFERENCES teams (id) ON DELETE CASCADE, role TEXT,
  UNIQUE (collection, team)
) STRICT;
CREATE INDEX collection_teams_by_team ON collection_teams (team);
CREATE TABLE space_teams (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  space TEXT NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
  team TEXT NOT NULL REFERENCES teams (id) ON DELETE CASCADE, role TEXT,
  UNIQUE (space, team)
) STRICT;
CREATE INDEX space_teams_by_team ON space_teams (team);

-- sites
CREATE TABLE sites (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
  org TEXT NOT NULL REFERENCES organizations (id), type TEXT NOT NULL, title TEXT NOT NULL, search TEXT NOT NULL,
  hostname TEXT, basename TEXT NOT NULL, visibility TEXT NOT NULL, share_key TEXT NOT NULL,
  proxy TEXT, adaptive_content INTEGER NOT NULL DEFAULT 0, created_at TEXT NOT NULL, doc TEXT NOT NULL DEFAULT '{}',
  UNIQUE (org, basename)
) STRICT;
CREATE INDEX sites_by_org ON sites (org, seq);
CREATE TABLE site_adaptive_schemas (
  site TEXT PRIMARY KEY REFERENCES sites (id) ON DELETE CASCADE, json_schema TEXT NOT NULL, updated_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE site_section_groups (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
  site TEXT NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
  position INTEGER NOT NULL, title TEXT NOT NULL, icon TEXT
) STRICT;
CREATE INDEX site_section_groups_by_site ON site_section_groups (site, position);
CREATE TABLE site_sections (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
  site TEXT NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
  section_group TEXT REFERENCES site_section_groups (id) ON DELETE SET NULL,
  position INTEGER NOT NULL, title TEXT NOT NULL, description TEXT, path TEXT NOT NULL,
  is_default INTEGER NOT NULL DEFAULT 0, condition TEXT, icon TEXT,
  UNIQUE (site, path)
) STRICT;
CREATE INDEX site_sections_by_site ON site_sections (site, position);
CREATE INDEX site_sections_by_group ON site_sections (section_group, position);
CREATE TABLE site_spaces (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
  site TEXT NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
  section TEXT REFERENCES site_sections (id) ON DELETE CASCADE,
  space TEXT NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
  position INTEGER NOT NULL, path TEXT NOT NULL, is_default INTEGER NOT NULL DEFAULT 0, condition TEXT,
  UNIQUE (site, space)
) STRICT;
CREATE INDEX site_spaces_by_site ON site_spaces (site, section, position);
CREATE INDEX site_spaces_by_section ON site_spaces (section);
CREATE INDEX site_spaces_by_space ON site_spaces (space);

-- revisions hold a whole snapshot of a space's content; a change request points at one
CREATE TABLE revisions (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
  space TEXT NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
  type TEXT NOT NULL, parents TEXT NOT NULL, git TEXT, created_at TEXT NOT NULL
) STRICT;
CREATE INDEX revisions_by_space ON revisions (space, seq);
CREATE TABLE pages (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  revision TEXT NOT NULL REFERENCES revisions (id) ON DELETE CASCADE, id TEXT NOT NULL,
  parent TEXT, position INTEGER NOT NULL, type TEXT NOT NULL, title TEXT NOT NULL, slug TEXT NOT NULL,
  path TEXT NOT NULL, emoji TEXT, icon TEXT, description TEXT, markdown TEXT NOT NULL,
  created_at TEXT NOT NULL, updated_at TEXT NOT NULL, git TEXT,
  UNIQUE (revision, id), UNIQUE (revision, path)
) STRICT;
CREATE INDEX pages_by_parent ON pages (revision, parent, position);
CREATE TABLE files (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  revision TEXT NOT NULL REFERENCES revisions (id) ON DELETE CASCADE, id TEXT NOT NULL,
  name TEXT NOT NULL, content_type TEXT NOT NULL, size INTEGER NOT NULL, width INTEGER, height INTEGER, git TEXT,
  UNIQUE (revision, id)
) STRICT;
CREATE TABLE reusable_contents (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  revision TEXT NOT NULL REFERENCES revisions (id) ON DELETE CASCADE, id TEXT NOT NULL,
  title TEXT NOT NULL, markdown TEXT NOT NULL, git TEXT,
  UNIQUE (revision, id)
) STRICT;
-- kind: page, file, reusable-content or url; target: the id there, or the address
CREATE TABLE page_links (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  revision TEXT NOT NULL REFERENCES revisions (id) ON DELETE CASCADE, page TEXT NOT NULL,
  kind TEXT NOT NULL, target TEXT NOT NULL, label TEXT NOT NULL
) STRICT;
CREATE INDEX page_links_by_page ON page_links (revision, page, seq);
CREATE INDEX page_links_by_target ON page_links (revision, kind, target, seq);

CREATE TABLE change_requests (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
  space TEXT NOT NULL REFERENCES spaces (id) ON DELETE CASCADE, number INTEGER NOT NULL,
  status TEXT NOT NULL, subject TEXT NOT NULL, created_by TEXT NOT NULL REFERENCES users (id),
  created_at TEXT NOT NULL, updated_at TEXT NOT NULL,
  revision TEXT NOT NULL, revision_initial TEXT NOT NULL, revision_merged_ancestor TEXT, revision_merged TEXT,
  UNIQUE (space, number)
) STRICT;
CREATE INDEX change_requests_by_status ON change_requests (space, status, seq);
CREATE TABLE change_request_contributors (
  change_request TEXT NOT NULL REFERENCES change_requests (id) ON DELETE CASCADE, user TEXT NOT NULL REFERENCES users (id),
  PRIMARY KEY (change_request, user)
) STRICT, WITHOUT ROWID;

-- comments
CREATE TABLE comments (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
  space TEXT NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
  change_request TEXT REFERENCES change_requests (id) ON DELETE SET NULL, page TEXT, node TEXT, node_preview TEXT,
  revision TEXT NOT NULL, posted_by TEXT NOT NULL REFERENCES users (id), posted_at TEXT NOT NULL, edited_at TEXT,
  markdown TEXT NOT NULL, resolved_at TEXT, resolved_by TEXT REFERENCES users (id)
) STRICT;
CREATE INDEX comments_by_space ON comments (space, seq);
CREATE INDEX comments_by_change_request ON comments (change_request);
CREATE TABLE comment_replies (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
  comment TEXT NOT NULL REFERENCES comments (id) ON DELETE CASCADE,
  posted_by TEXT NOT NULL REFERENCES users (id), posted_at TEXT NOT NULL, edited_at TEXT, markdown TEXT NOT NULL
) STRICT;
CREATE INDEX comment_replies_by_comment ON comment_replies (comment, seq);
-- of a comment or of a reply: exactly one of the two is set
CREATE TABLE reactions (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  comment TEXT REFERENCES comments (id) ON DELETE CASCADE,
  reply TEXT REFERENCES comment_replies (id) ON DELETE CASCADE,
  emoji TEXT NOT NULL, user TEXT NOT NULL REFERENCES users (id), reacted_at TEXT NOT NULL,
  UNIQUE (comment, emoji, user), UNIQUE (reply, emoji, user), CHECK ((comment IS NULL) <> (reply IS NULL))
) STRICT;

-- custom fields
CREATE TABLE custom_fields (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
  org TEXT NOT NULL REFERENCES organizations (id), name TEXT NOT NULL, type TEXT NOT NULL, title TEXT,
  description TEXT, placeholder TEXT, options TEXT, created_at TEXT NOT NULL, updated_at TEXT NOT NULL,
  UNIQUE (org, name)
) STRICT;
CREATE INDEX custom_fields_by_org ON custom_fields (org, seq);
CREATE TABLE custom_field_values (
  space TEXT NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
  field TEXT NOT NULL REFERENCES custom_fields (id) ON DELETE CASCADE, value TEXT NOT NULL,
  PRIMARY KEY (space, field)
) STRICT, WITHOUT ROWID;
CREATE INDEX custom_field_values_by_field ON custom_field_values (field);

-- integrations; doc holds the manifest's fields as published
CREATE TABLE integrations (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE,
  org TEXT NOT NULL REFERENCES organizations (id), version INTEGER NOT NULL, title TEXT NOT NULL, search TEXT NOT NULL,
  verified INTEGER NOT NULL DEFAULT 0, visibility TEXT NOT NULL, target TEXT NOT NULL,
  script TEXT NOT NULL, secrets TEXT NOT NULL DEFAULT '{}', doc TEXT NOT NULL
) STRICT;
CREATE TABLE installations (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
  integration TEXT NOT NULL REFERENCES integrations (name) ON DELETE CASCADE,
  org TEXT NOT NULL REFERENCES organizations (id), status TEXT NOT NULL, space_selection TEXT NOT NULL,
  site_selection TEXT NOT NULL, external_ids TEXT NOT NULL, configuration TEXT NOT NULL, created_at TEXT NOT NULL
) STRICT;
CREATE INDEX installations_by_integration ON installations (integration, seq);
CREATE TABLE installation_spaces (
  installation TEXT NOT NULL REFERENCES installations (id) ON DELETE CASCADE,
  space TEXT NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
  PRIMARY KEY (installation, space)
) STRICT, WITHOUT ROWID;
CREATE INDEX installation_spaces_by_space ON installation_spaces (space);

-- single sign-on
CREATE TABLE saml_providers (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
  org TEXT NOT NULL REFERENCES organizations (id), label TEXT NOT NULL, sso_url TEXT, entity_id TEXT,
  certificate TEXT, default_team TEXT REFERENCES teams (id) ON DELETE SET NULL, default_role TEXT,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX saml_providers_by_org ON saml_providers (org, seq);
CREATE INDEX saml_providers_by_team ON saml_providers (default_team);

-- OpenAPI specifications
CREATE TABLE openapi_specs (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
  org TEXT NOT NULL REFERENCES organizations (id), slug TEXT NOT NULL, source_url TEXT, source_text TEXT,
  processing_state TEXT NOT NULL, last_version TEXT, last_processed_at TEXT, last_process_error_code TEXT,
  created_at TEXT NOT NULL, updated_at TEXT NOT NULL,
  UNIQUE (org, slug)
) STRICT;
CREATE INDEX openapi_specs_by_org ON openapi_specs (org, seq);

-- translations
CREATE TABLE translations (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
  org TEXT NOT NULL REFERENCES organizations (id), title TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX translations_by_org ON translations (org, seq);
CREATE TABLE translation_languages (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  translation TEXT NOT NULL REFERENCES translations (id) ON DELETE CASCADE,
  language TEXT NOT NULL, instructions TEXT NOT NULL,
  UNIQUE (translation, language)
) STRICT;

-- Git synchronisation: the present state of a space, and what was asked for, in order
CREATE TABLE git_syncs (
  space TEXT PRIMARY KEY REFERENCES spaces (id) ON DELETE CASCADE,
  repo_name TEXT NOT NULL, installation_provider TEXT, integration TEXT, url TEXT, updated_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE git_events (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  space TEXT NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
  kind TEXT NOT NULL, ref TEXT NOT NULL, timestamp TEXT NOT NULL, applied INTEGER NOT NULL, revision TEXT,
  created_at TEXT NOT NULL, doc TEXT NOT NULL
) STRICT;
CREATE INDEX git_events_by_space ON git_events (space, timestamp);
`;
