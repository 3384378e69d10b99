import type { paths } from './schema.js';

type Json<T> = T extends { content: { 'application/json': infer Body } } ? Body : never;
type Method = 'get' | 'post' | 'patch' | 'put' | 'delete';

/** What the API answers with success at a path of its document. */
export type Answer<Path extends keyof paths, M extends Method & keyof paths[Path]> = paths[Path][M] extends {
  responses: { 200: infer Success };
}
  ? Json<Success>
  : never;

/** What it takes there. */
export type Body<Path extends keyof paths, M extends Method & keyof paths[Path]> = paths[Path][M] extends {
  requestBody: infer Sent;
}
  ? Json<Sent>
  : never;

/** A row of a list. */
export type RowOf<List> = List extends { data: readonly (infer Row)[] } ? Row : never;

export type Organization = Answer<'/api/v1/admin/organizations/{id}', 'get'>;
export type Project = Answer<'/api/v1/admin/projects/{id}', 'get'>;
export type ApiKey = RowOf<Answer<'/api/v1/admin/projects/{id}/keys', 'get'>>;
export type CreatedKey = Answer<'/api/v1/admin/projects/{id}/keys', 'post'>;

export type Model = RowOf<Answer<'/api/v1/admin/models', 'get'>>;
export type Router = RowOf<Answer<'/api/v1/admin/projects/{id}/routers', 'get'>>;
export type RouterVersion = RowOf<Answer<'/api/v1/admin/routers/{id}/versions', 'get'>>;
export type RouterPreview = Answer<'/api/v1/admin/projects/{id}/routers/preview', 'post'>;
export type TaskGroup = RowOf<Answer<'/api/v1/admin/projects/{id}/groups', 'get'>>;
export type Recommendation = RowOf<Answer<'/api/v1/admin/projects/{id}/recommendations', 'get'>>;
export type LedgerRow = RowOf<Answer<'/api/v1/admin/organizations/{id}/ledger', 'get'>>;
export type LedgerCheck = Answer<'/api/v1/admin/organizations/{id}/ledger/check', 'get'>;
export type AuditEntry = RowOf<Answer<'/api/v1/admin/organizations/{id}/audit', 'get'>>;
export type UsageReport = Answer<'/api/v1/admin/projects/{id}/usage', 'get'>;
export type UsageRow = RowOf<UsageReport>;
export type UsageCheck = Answer<'/api/v1/admin/projects/{id}/usage/check', 'get'>;
export type Overview = Answer<'/api/v1/admin/projects/{id}/overview', 'get'>;
export type Status = Answer<'/api/v1/admin/status', 'get'>;
