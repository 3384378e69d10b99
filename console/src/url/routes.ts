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
/** Those that are the operator's alone: beside the others, which are the same for everybody. */
export const OPERATOR_SCREENS = ['providers'] as const;
export type ScreenName = (typeof SCREENS | typeof OPERATOR_SCREENS)[number];

const ALL_SCREENS: readonly ScreenName[] = [...SCREENS, ...OPERATOR_SCREENS];

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
  providers: 'installation',
  settings: 'installation',
};

/** Screens whose open row adds its id to the path. */
const WITH_ROWS: ReadonlySet<ScreenName> = new Set([
  'calls',
  'routers',
  'groups',
  'batches',
  'traces',
  'audit',
]);

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
  const screen = ALL_SCREENS.find((candidate) => candidate === name);
  if (screen === undefined || screen === 'overview') return undefined;
  if (row !== undefined && !WITH_ROWS.has(screen)) return undefined;
  const ownerId = decode(owner);
  const rowId = decode(row);
  if (letter === undefined && row === undefined) return { screen };
  if (ownerKind(letter) !== OWNERS[screen] || ownerId === undefined) return undefined;
  return {
    screen,
    ...(letter === 'p' && { projectId: ownerId }),
    ...(letter === 'o' && { organizationId: ownerId }),
    ...(rowId !== undefined && { rowId }),
  };
}

const ownerKind = (letter: string | undefined): Owner => (letter === 'p' ? 'project' : 'organization');

function decode(part: string | undefined): string | undefined {
  try {
    return part === undefined ? undefined : decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** Whose screens are looked at, as far as it is known yet. */
export interface Scope {
  readonly projectId?: string | undefined;
  readonly organizationId?: string | undefined;
}

/**
 * The path of a screen in a scope, without `/console`. While it is not known whose, the path names none (`/calls`), and leads on to
 * the whole path as soon as it is.
 */
export function pathOf(screen: ScreenName, scope: Scope = {}, rowId?: string): string {
  const owner = ownerPath(screen, scope);
  const base = screen === 'overview' ? '/' : `${owner ?? ''}/${screen}`;
  return owner === undefined || rowId === undefined ? base : `${base}/${encodeURIComponent(rowId)}`;
}

function ownerPath(screen: ScreenName, { projectId, organizationId }: Scope): string | undefined {
  switch (OWNERS[screen]) {
    case 'installation':
      return '';
    case 'project':
      return projectId && `/p/${encodeURIComponent(projectId)}`;
    case 'organization':
      return organizationId && `/o/${encodeURIComponent(organizationId)}`;
  }
}

/** The whole path of a screen whose own path does not say whose it is; undefined when it does, or that is not known yet. */
export function fullPathOf({ screen, projectId, organizationId }: Route, scope: Scope): string | undefined {
  const isWhole = OWNERS[screen] === 'installation' || (projectId ?? organizationId) !== undefined;
  return isWhole || ownerPath(screen, scope) === undefined ? undefined : pathOf(screen, scope);
}

/** Whether a screen shows the things of a project. */
export const isOfProject = (screen: ScreenName): boolean => OWNERS[screen] === 'project';

/** Whether a screen shows the whole installation's things. */
export const isOfInstallation = (screen: ScreenName): boolean => OWNERS[screen] === 'installation';
