import { useQuery } from '@tanstack/preact-query';
import { useEffect } from 'preact/hooks';
import { projectQuery, useOrganizations, useProjects } from '../api/organizations.js';
import type { Session } from '../api/session.js';
import type { Organization, Project } from '../api/types.js';
import { browserShelf } from '../store/browser-storage.js';
import type { Route } from '../url/routes.js';

export interface ScopeState {
  readonly organizations: readonly Organization[];
  readonly projects: readonly Project[];
  readonly organizationId: string | undefined;
  readonly projectId: string | undefined;
  /** What it is chosen from is still being read. */
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

const ORGANIZATION = 'organization';
const PROJECT = 'project';
const organizationOf = (projectId: string): string => `organization-of:${projectId}`;

/**
 * Whose things are shown: what the path names, else what was shown last, else the first there is. The organization of a project is
 * remembered, so that it is asked for once.
 */
export function useScope(route: Route | undefined, session: Session): ScopeState {
  const organizations = useOrganizations();
  const named = route?.projectId;
  const known = named === undefined ? undefined : browserShelf.read(organizationOf(named));
  const asked = useQuery({
    ...projectQuery(named ?? ''),
    enabled: named !== undefined && known === undefined,
  });
  const all = organizations.data ?? [];
  const last = browserShelf.read(ORGANIZATION);
  const organizationId =
    route?.organizationId ??
    (named === undefined
      ? (session.organizationId ?? all.find(({ id }) => id === last)?.id ?? all[0]?.id)
      : (known ?? asked.data?.organization_id));
  const projects = useProjects(organizationId);
  const lastProject = browserShelf.read(PROJECT);
  const own = projects.data ?? [];
  const projectId = named ?? own.find(({ id }) => id === lastProject)?.id ?? own[0]?.id;

  useEffect(() => {
    // What was chosen since this was drawn stays chosen.
    const isNamed = named !== undefined || route?.organizationId !== undefined;
    const chosen = browserShelf.read(PROJECT);
    if (
      organizationId !== undefined &&
      (isNamed || !all.some(({ id }) => id === browserShelf.read(ORGANIZATION)))
    )
      browserShelf.write(ORGANIZATION, organizationId);
    if (projectId !== undefined && (named !== undefined || !own.some(({ id }) => id === chosen)))
      browserShelf.write(PROJECT, projectId);
    if (projectId !== undefined && own.some(({ id }) => id === projectId))
      browserShelf.write(organizationOf(projectId), organizationId);
  }, [organizationId, projectId, own]);

  return {
    organizations: all,
    projects: own,
    organizationId,
    projectId,
    isPending:
      organizations.isPending || (organizationId !== undefined && projects.isPending) || asked.isLoading,
    error: organizations.error ?? projects.error ?? asked.error,
    retry: () => {
      for (const read of [organizations, projects, asked]) if (read.isError) void read.refetch();
    },
  };
}
