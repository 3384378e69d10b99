import type { ComponentType } from 'preact';
import type { ScreenName } from '../url/routes.js';
import type { ScreenProps } from '../url/screen-props.js';

type Loader = () => Promise<{ readonly default: ComponentType<ScreenProps> }>;

/** Each screen is a file of its own, loaded when it is first shown. */
export const SCREEN_FILES: Readonly<Record<ScreenName, Loader>> = {
  overview: () => import('../screens/overview/index.js'),
  calls: () => import('../screens/calls/index.js'),
  routers: () => import('../screens/routers/index.js'),
  groups: () => import('../screens/groups/index.js'),
  usage: () => import('../screens/usage/index.js'),
  batches: () => import('../screens/batches/index.js'),
  traces: () => import('../screens/traces/index.js'),
  keys: () => import('../screens/keys/index.js'),
  endpoints: () => import('../screens/endpoints/index.js'),
  permissions: () => import('../screens/permissions/index.js'),
  money: () => import('../screens/money/index.js'),
  audit: () => import('../screens/audit/index.js'),
  playground: () => import('../screens/playground/index.js'),
  providers: () => import('../screens/providers/index.js'),
  settings: () => import('../screens/settings/index.js'),
};
