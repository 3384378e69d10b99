import { apiQuery } from './api-query.js';
import type { Answer, RowOf } from './types.js';

type ProviderAccounts = Answer<'/api/v1/admin/providers', 'get'>;
export type ProviderAccount = RowOf<ProviderAccounts>;

/** The operator's alone: others get 403. */
export const providersQuery = () => apiQuery<ProviderAccounts>('/providers');
