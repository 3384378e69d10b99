import { apiQuery } from './api-query.js';
import type { Status } from './types.js';

export const STATUS = '/status';
/** The operator's alone: others get 403. */
export const statusQuery = () => apiQuery<Status>(STATUS);
