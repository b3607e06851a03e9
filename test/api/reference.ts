/**
 * The endpoint tables of the service's reference, a row an operation, in its order:
 * `METHOD path ?query {body} -> answer`. Optional body fields end in `?`; PG is `page,limit`,
 * MC is `metadata,computed`; a `list` answers cursor pages. In parentheses stands what the operation does to what the
 * service holds, where its method does not say so; to create or replace is an update.
 */
const tables = `
GET /v1/spaces/{spaceId}/comments ?PG,order,status,format,targetPage -> list
POST /v1/spaces/{spaceId}/comments {node?,page?,body} -> value
GET /v1/spaces/{spaceId}/comments/{commentId} ?format -> value
PUT /v1/spaces/{spaceId}/comments/{commentId} {resolved?,body?,addedReactions?,removedReactions?} -> value
DELETE /v1/spaces/{spaceId}/comments/{commentId} -> nothing
GET /v1/spaces/{spaceId}/comments/{commentId}/replies ?PG,format -> list
POST /v1/spaces/{spaceId}/comments/{commentId}/replies {body} -> value
GET /v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId} ?format -> value
PUT /v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId} {body?,addedReactions?,removedReactions?} -> value
DELETE /v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId} -> nothing

GET /v1/orgs/{organizationId}/sites/{siteId}/section-groups ?PG -> list
POST /v1/orgs/{organizationId}/sites/{siteId}/section-groups {title,icon?,sections?} -> value
PATCH /v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId} {title?,icon?} -> value
DELETE /v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId} -> nothing
POST /v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections {sectionId} -> value (update)
DELETE /v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections/{siteSectionId} -> nothing
POST /v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/move {position?} -> value (update)

GET /v1/orgs/{organizationId}/sites/{siteId}/sections ?PG,shareKey -> list
POST /v1/orgs/{organizationId}/sites/{siteId}/sections {spaceId,title?} -> value
PATCH /v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId} {title?,path?,defaultSiteSpace?,condition?,icon?,description?} -> value
DELETE /v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId} -> nothing
POST /v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}/move {position?} -> value (update)

GET /v1/orgs/{organizationId}/sites/{siteId}/site-spaces ?PG,shareKey,default -> list
POST /v1/orgs/{organizationId}/sites/{siteId}/site-spaces {spaceId,sectionId?} -> value
PATCH /v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId} {path?,condition?} -> value
DELETE /v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId} -> nothing
POST /v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/move {position?} -> value (update)

GET /v1/orgs/{organizationId}/sites ?PG,space,title,published,type -> list
POST /v1/orgs/{organizationId}/sites {type?,title?,visibility?,spaces?} -> value
GET /v1/orgs/{organizationId}/sites/{siteId} -> value
PATCH /v1/orgs/{organizationId}/sites/{siteId} {title?,visibility?,basename?,adaptiveContent?,defaultSiteSpace?,defaultSiteSection?,proxy?} -> value
DELETE /v1/orgs/{organizationId}/sites/{siteId} -> nothing
GET /v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema -> value
PUT /v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema {jsonSchema} -> value
GET /v1/orgs/{organizationId}/sites/{siteId}/published ?shareKey -> value

GET /v1/collections/{collectionId} -> value
PATCH /v1/collections/{collectionId} {title?,description?,defaultLevel?} -> value
DELETE /v1/collections/{collectionId} -> nothing
GET /v1/collections/{collectionId}/spaces ?PG -> list
POST /v1/collections/{collectionId}/move {parent?,position?} -> value (update)
POST /v1/collections/{collectionId}/transfer {organization} -> value (update)
GET /v1/orgs/{organizationId}/collections ?PG,nested -> list
POST /v1/orgs/{organizationId}/collections {title?,parent?} -> value
GET /v1/collections/{collectionId}/permissions/teams ?PG -> list
PATCH /v1/collections/{collectionId}/permissions/teams/{teamId} {role?} -> nothing
DELETE /v1/collections/{collectionId}/permissions/teams/{teamId} -> nothing

GET /v1/spaces/{spaceId}/permissions/teams ?PG -> list
PATCH /v1/spaces/{spaceId}/permissions/teams/{teamId} {role?} -> nothing
DELETE /v1/spaces/{spaceId}/permissions/teams/{teamId} -> nothing

GET /v1/spaces/{spaceId}/change-requests ?PG,status,contributor -> list
POST /v1/spaces/{spaceId}/change-requests {subject?} -> value
GET /v1/spaces/{spaceId}/change-requests/{changeRequestId} -> value
PATCH /v1/spaces/{spaceId}/change-requests/{changeRequestId} {subject?,status?} -> value
POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/merge -> value (update)
POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/update -> value (update)
GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/pdf ?only,page -> value

GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content ?MC -> value
POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/import {url,source} -> value (update)
GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/pages ?MC -> value
GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files ?PG,MC -> list
GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId} ?MC -> value
GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}/backlinks ?PG -> list
GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId} ?format,MC -> value
GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/links ?PG -> list
GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/backlinks ?PG -> list
POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/import {url,source} -> value (update)
GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/path/{pagePath} ?format,MC -> value
GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/reusable-contents/{reusableContentId} ?MC -> value

GET /v1/orgs/{organizationId}/members ?PG,order,role,search,sort -> list
GET /v1/orgs/{organizationId}/members/{userId} -> value
PATCH /v1/orgs/{organizationId}/members/{userId} {role?} -> value
DELETE /v1/orgs/{organizationId}/members/{userId} -> nothing
POST /v1/orgs/{organizationId}/ping -> value (update)
POST /v1/orgs/{organizationId}/members/{userId}/sso -> value (update)
GET /v1/orgs/{organizationId}/members/{userId}/spaces ?PG,order -> list
GET /v1/orgs/{organizationId}/members/{userId}/teams ?PG,title -> list

GET /v1/orgs/{organizationId}/teams ?PG,owner,title -> list
PUT /v1/orgs/{organizationId}/teams {title,members?} -> value (create)
GET /v1/orgs/{organizationId}/teams/{teamId} -> value
PATCH /v1/orgs/{organizationId}/teams/{teamId} {title} -> value
DELETE /v1/orgs/{organizationId}/teams/{teamId} -> nothing
GET /v1/orgs/{organizationId}/teams/{teamId}/members ?PG -> list
PUT /v1/orgs/{organizationId}/teams/{teamId}/members {add?,memberships?,remove?} -> nothing
PUT /v1/orgs/{organizationId}/teams/{teamId}/members/{userId} {role?} -> nothing
DELETE /v1/orgs/{organizationId}/teams/{teamId}/members/{userId} -> nothing

GET /v1/spaces/{spaceId}/custom-fields -> value
PATCH /v1/spaces/{spaceId}/custom-fields {values} -> nothing
GET /v1/orgs/{organizationId}/custom-fields ?PG -> list
POST /v1/orgs/{organizationId}/custom-fields {name,type,title?,description?,placeholder?,options?} -> value
GET /v1/orgs/{organizationId}/custom-fields/{fieldName} -> value
PATCH /v1/orgs/{organizationId}/custom-fields/{fieldName} {title?,description?,placeholder?,options?} -> value
DELETE /v1/orgs/{organizationId}/custom-fields/{fieldName} -> nothing

GET /v1/integrations ?PG,search,category,blockDomain,blocks,contentSources,owner -> list
GET /v1/integrations/{integrationName} -> value
POST /v1/integrations/{integrationName} {icon?,title,description,summary?,previewImages?,visibility?,target?,scopes,categories?,blocks?,contentSources?,externalLinks?,configurations?,script,organization,secrets?,contentSecurityPolicy?} -> value (update)
DELETE /v1/integrations/{integrationName} -> nothing
GET /v1/integrations/{integrationName}/installations ?PG,externalId -> list

GET /v1/orgs/{organizationId}/saml ?PG -> list
POST /v1/orgs/{organizationId}/saml {label,entityID?,certificate?,ssoURL?,defaultTeam?,defaultRole?} -> value
GET /v1/orgs/{organizationId}/saml/{samlProviderId} -> value
PATCH /v1/orgs/{organizationId}/saml/{samlProviderId} {label?,entityID?,certificate?,ssoURL?,defaultTeam?,defaultRole?} -> value
DELETE /v1/orgs/{organizationId}/saml/{samlProviderId} -> nothing
GET /v1/orgs/{organizationId}/sso -> value

GET /v1/orgs/{organizationId}/openapi ?PG -> list
POST /v1/orgs/{organizationId}/openapi {slug,source} -> value
GET /v1/orgs/{organizationId}/openapi/{specSlug} -> value
PUT /v1/orgs/{organizationId}/openapi/{specSlug} {source} -> value
DELETE /v1/orgs/{organizationId}/openapi/{specSlug} -> nothing

GET /v1/orgs/{organizationId}/translations ?PG -> list
POST /v1/orgs/{organizationId}/translations {title} -> value
GET /v1/orgs/{organizationId}/translations/{translationSettingsId} -> value
PUT /v1/orgs/{organizationId}/translations/{translationSettingsId} {title} -> value
DELETE /v1/orgs/{organizationId}/translations/{translationSettingsId} -> nothing
GET /v1/orgs/{organizationId}/translations/{translationSettingsId}/languages ?PG -> list
GET /v1/orgs/{organizationId}/translations/{translationSettingsId}/languages/{translationLanguage} -> value
PUT /v1/orgs/{organizationId}/translations/{translationSettingsId}/languages/{translationLanguage} {instructions} -> value
DELETE /v1/orgs/{organizationId}/translations/{translationSettingsId}/languages/{translationLanguage} -> nothing

POST /v1/spaces/{spaceId}/git/import {url,ref,repoCacheID?,repoTreeURL?,repoCommitURL?,repoProjectDirectory?,timestamp?,force?,standalone?,gitInfo?} -> nothing (update)
POST /v1/spaces/{spaceId}/git/export {url,ref,commitMessage,repoCacheID?,repoTreeURL?,repoCommitURL?,repoProjectDirectory?,timestamp?,force?,gitInfo?} -> nothing (update)
GET /v1/spaces/{spaceId}/git/info -> value
`;

export interface ReferenceRow {
  readonly method: string;
  /** Every parameter written `{}`, since the reference names them differently. */
  readonly path: string;
  /** Query names, sorted. */
  readonly query: readonly string[];
  /** Body fields, sorted, optional ones with `?`; `undefined` where the request has no body. */
  readonly body: readonly string[] | undefined;
  readonly answer: string;
  /** What it does to what the service holds. */
  readonly effect: string;
}

const effects: Readonly<Record<string, string>> = {
  GET: 'read',
  POST: 'create',
  PUT: 'update',
  PATCH: 'update',
  DELETE: 'delete',
};

export const referenceRows: readonly ReferenceRow[] = tables.trim().split(/\n+/).map(readRow);

function readRow(line: string): ReferenceRow {
  const [, method, path, query, body, answer, effect] =
    line.match(/^(\w+) (\S+)(?: \?(\S+))?(?: \{(\S+)\})? -> (\w+)(?: \((\w+)\))?$/) ?? [];
  if (!method || !path || !answer) throw new Error(`not a row of the reference: ${line}`);
  const names = query?.replace('PG', 'page,limit').replace('MC', 'metadata,computed').split(',') ?? [];
  return {
    method,
    path: path.replace(/\{\w+\}/g, '{}'),
    query: names.sort(),
    body: body?.split(',').sort(),
    answer,
    effect: effect ?? effects[method] ?? '',
  };
}
