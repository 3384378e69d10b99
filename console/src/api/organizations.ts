import { queryOptions, useQuery } from '@tanstack/preact-query';
import { apiQuery } from './api-query.js';
import { apiPath } from './call-api.js';
import { readAll } from './read-all.js';
import type { Organization, Project } from './types.js';

/** Names change rarely; a new project is read when it is created here. */
const FRESH_MS = 5 * 60_000;

export const ORGANIZATIONS = '/organizations';
export const projectsPath = (organizationId: string): string =>
  apiPath`/organizations/${organizationId}/projects`;

export const organizationsQuery = () =>
  queryOptions({
    queryKey: [ORGANIZATIONS],
    queryFn: ({ signal }) => readAll<Organization>(ORGANIZATIONS, signal),
    staleTime: FRESH_MS,
  });

export const projectsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [projectsPath(organizationId)],
    queryFn: ({ signal }) => readAll<Project>(projectsPath(organizationId), signal),
    staleTime: FRESH_MS,
  });

export const projectQuery = (projectId: string) => apiQuery<Project>(apiPath`/projects/${projectId}`);

/** All that the session sees. */
export const useOrganizations = () => useQuery(organizationsQuery());

export const useProjects = (organizationId: string | undefined) =>
  useQuery({ ...projectsQuery(organizationId ?? ''), enabled: organizationId !== undefined });

/** A project out of those that the shell has read; undefined while it has not. */
export function useProject(organizationId: string, projectId: string): Project | undefined {
  const { data } = useQuery({ ...projectsQuery(organizationId), enabled: organizationId !== '' });
  return data?.find(({ id }) => id === projectId);
}
