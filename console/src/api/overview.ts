import { apiQuery } from './api-query.js';
import { apiPath } from './call-api.js';
import type { Overview } from './types.js';

export const overviewQuery = (projectId: string, from: string) =>
  apiQuery<Overview>(apiPath`/projects/${projectId}/overview`, { from });
