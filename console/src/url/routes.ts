/** The screens, in the order of the navigation. */
export const SCREENS = [
  'overview',
  'calls',
  'routers',
  'groups',
  'usage',
  'batches',
  'traces',
  'keys',
  'endpoints',
  'permissions',
  'money',
  'audit',
  'playground',
  'settings',
] as const;
export type ScreenName = (typeof SCREENS)[number];

/** Whose a screen is. */
type Owner = 'installation' | 'project' | 'organization';

const OWNERS: Readonly<Record<ScreenName, Owner>> = {
  overview: 'installation',
  calls: 'project',
  routers: 'project',
  groups: 'project',
  usage: 'project',
  batches: 'project',
  traces: 'project',
  keys: 'project',
  endpoints: 'project',
  permissions: 'project',
  money: 'organization',
  audit: 'organization',
  playground: 'project',
  settings: 'installation',
};

/** Screens whose open row adds its id to the path. */
const WITH_ROWS: ReadonlySet<ScreenName> = new Set(['calls', 'routers', 'groups', 'batches', 'traces']);

export interface Route {
  readonly screen: ScreenName;
  readonly projectId?: string;
  readonly organizationId?: string;
  /** The open row. */
  readonly rowId?: string;
}

const PATH = /^\/(?:(p|o)\/([^/]+)\/)?([a-z]+)(?:\/([^/]+))?\/?$/;

/** What a path below `/console` shows; undefined when there is nothing at it. */
export function parsePath(path: string): Route | undefined {
  if (path === '/' || path === '') return { screen: 'overview' };
  const [, letter, owner, name, row] = PATH.exec(path) ?? [];
  const screen = SCREENS.find((candidate) => candidate === name);
  if (screen === undefined || screen === 'overview') return undefined;
  if (row !== undefined && !WITH_ROWS.has(screen)) return undefined;
  const ownerId = decode(owner);
  const rowId = decode(row);
  if (ownerKind(letter) !== OWNERS[screen] || (owner !== undefined && ownerId === undefined))
    return undefined;
  return {
    screen,
    ...(letter === 'p' && { projectId: ownerId }),
    ...(letter === 'o' && { organizationId: ownerId }),
    ...(rowId !== undefined && { rowId }),
  };
}

function ownerKind(letter: string | undefined): Owner {
  return letter === 'p' ? 'project' : letter === 'o' ? 'organization' : 'installation';
}

function decode(part: string | undefined): string | undefined {
  try {
    return part === undefined ? undefined : decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** Whose screens are looked at; one that is not known yet has no screens. */
export interface Scope {
  readonly projectId?: string | undefined;
  readonly organizationId?: string | undefined;
}

/** The path of a screen in a scope, without `/console`; undefined where the scope lacks what the screen belongs to. */
export function pathOf(screen: ScreenName, scope: Scope = {}, rowId?: string): string | undefined {
  const base = basePathOf(screen, scope);
  return base === undefined || rowId === undefined ? base : `${base}/${encodeURIComponent(rowId)}`;
}

function basePathOf(screen: ScreenName, { projectId, organizationId }: Scope): string | undefined {
  if (screen === 'overview') return '/';
  switch (OWNERS[screen]) {
    case 'installation':
      return `/${screen}`;
    case 'project':
      return projectId && `/p/${encodeURIComponent(projectId)}/${screen}`;
    case 'organization':
      return organizationId && `/o/${encodeURIComponent(organizationId)}/${screen}`;
  }
}

/** Whether a screen shows the things of a project. */
export const isOfProject = (screen: ScreenName): boolean => OWNERS[screen] === 'project';
