import { useEffect, useState } from 'preact/hooks';
import type { ComponentType } from 'preact';
import { Link, Redirect } from 'wouter-preact';
import { Command } from '../parts/commands/command.js';
import { newOrganization, newProject } from '../parts/commands/commands.js';
import { EmptyState } from '../ui/empty-state.js';
import { ErrorState } from '../ui/error-state.js';
import { Loading } from '../ui/loading.js';
import { Screen } from '../ui/screen.js';
import { fullPathOf, isOfInstallation, isOfProject, type Route, type ScreenName } from '../url/routes.js';
import type { ScreenProps } from '../url/screen-props.js';
import { ErrorBoundary } from './error-boundary.js';
import { SCREEN_FILES } from './screens.js';
import { text } from './text.js';
import type { ScopeState } from './use-scope.js';
import { gatewayOrigin } from '../url/origin.js';

export interface ScreenPlaceProps {
  readonly route: Route | undefined;
  readonly path: string;
  readonly scope: ScopeState;
}

/** The screen of the path, or why there is none. */
export function ScreenPlace({ route, path, scope }: ScreenPlaceProps) {
  if (route === undefined) return <NotFound path={path} />;
  const fullPath = fullPathOf(route, scope);
  if (fullPath !== undefined) return <Redirect to={fullPath} replace />;
  const { projectId, organizationId } = { ...scope, ...route };
  const needs = isOfProject(route.screen) ? projectId : organizationId;
  if (needs === undefined && scope.isPending) return <Loading />;
  if (needs === undefined && scope.error !== null) return <ScopeFailed scope={scope} screen={route.screen} />;
  if (needs === undefined && !isOfInstallation(route.screen))
    return <NobodyYet route={route} scope={scope} />;
  return (
    <ErrorBoundary key={`${route.screen} ${route.projectId ?? route.organizationId ?? ''}`}>
      <LoadedScreen
        name={route.screen}
        props={{
          projectId: projectId ?? '',
          organizationId: organizationId ?? scope.organizationId ?? '',
          rowId: route.rowId,
        }}
      />
    </ErrorBoundary>
  );
}

const loaded = new Map<ScreenName, ComponentType<ScreenProps>>();

function LoadedScreen({ name, props }: { readonly name: ScreenName; readonly props: ScreenProps }) {
  const [failure, setFailure] = useState<Error>();
  const [, draw] = useState(0);
  useEffect(() => {
    if (loaded.has(name)) return;
    SCREEN_FILES[name]().then(
      (file) => {
        loaded.set(name, file.default);
        draw((times) => times + 1);
      },
      (error: unknown) => setFailure(error instanceof Error ? error : new Error(String(error))),
    );
  }, [name]);
  const Shown = loaded.get(name);
  if (Shown !== undefined) return <Shown {...props} />;
  if (failure !== undefined) return <ErrorState error={failure} onRetry={() => location.reload()} />;
  return <Loading label={text.loadingScreen} />;
}

function ScopeFailed({ scope, screen }: { readonly scope: ScopeState; readonly screen: ScreenName }) {
  return (
    <Screen title={text.nav[screen]}>
      {scope.error !== null && <ErrorState error={scope.error} onRetry={scope.retry} />}
    </Screen>
  );
}

/** A new installation, or a new organization: there is nothing yet that the screen could show. */
function NobodyYet({ route: { screen }, scope }: { readonly route: Route; readonly scope: ScopeState }) {
  const owner = isOfProject(screen) ? scope.organizationId : undefined;
  return (
    <Screen title={text.nav[screen]}>
      <EmptyState title={owner === undefined ? text.noOrganization : text.noProject}>
        <p>{text.makeOne}</p>
        <Command>
          {owner === undefined ? newOrganization(gatewayOrigin()) : newProject(gatewayOrigin(), owner)}
        </Command>
      </EmptyState>
    </Screen>
  );
}

function NotFound({ path }: { readonly path: string }) {
  return (
    <Screen title={text.notFoundTitle}>
      <EmptyState title={text.notFound(path)}>
        <Link href="/">{text.toOverview}</Link>
      </EmptyState>
    </Screen>
  );
}
