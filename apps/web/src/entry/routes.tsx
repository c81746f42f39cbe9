import { createRoute, lazyRouteComponent, Navigate } from '@tanstack/react-router'
import type { AdapterList } from '../features/adapters/kinds.ts'
import { APPS, type OptionalModules } from '../shared/modules/modules.ts'
import { usePaths } from '../shared/navigation/paths.ts'
import { executions } from './execution-routes.tsx'
import { moduleRoutes } from './module-routes.tsx'
import { people, peopleForAdmins } from './people-routes.tsx'
import { prefixes, publicPrefixes, ToUsage } from './prefix-routes.tsx'
import { publicRoutes } from './public-routes.tsx'
import { admins, organization, organizationRoot, root } from './roots.tsx'

const studio = [
  createRoute({
    getParentRoute: organizationRoot,
    path: '/tools',
    component: lazyRouteComponent(
      () => import('../features/prompt-studio/ProjectListPage.tsx'),
      'ProjectListPage',
    ),
  }),
  createRoute({
    getParentRoute: organizationRoot,
    path: '/tools/$projectId',
    component: lazyRouteComponent(() => import('./ProjectRoute.tsx'), 'ProjectRoute'),
  }),
  createRoute({
    getParentRoute: organizationRoot,
    path: '/tools/$projectId/outputAnalyzer',
    component: lazyRouteComponent(
      () => import('../features/prompt-studio/OutputAnalyzerPage.tsx'),
      'OutputAnalyzerPage',
    ),
  }),
] as const

const workflows = [
  createRoute({
    getParentRoute: organizationRoot,
    path: '/workflows',
    component: lazyRouteComponent(
      () => import('../features/workflows/WorkflowListPage.tsx'),
      'WorkflowListPage',
    ),
  }),
  createRoute({
    getParentRoute: organizationRoot,
    path: '/workflows/$workflowId',
    component: lazyRouteComponent(() => import('./WorkflowRoute.tsx'), 'WorkflowRoute'),
  }),
] as const

const metrics = [
  createRoute({
    getParentRoute: organizationRoot,
    path: '/metrics',
    component: ToUsage,
  }),
  createRoute({
    getParentRoute: organizationRoot,
    path: '/usage',
    component: lazyRouteComponent(() => import('../features/metrics/UsagePage.tsx'), 'UsagePage'),
  }),
] as const

const watch = [
  createRoute({
    getParentRoute: organizationRoot,
    path: '/watch/$kind/$ownerId',
    component: lazyRouteComponent(() => import('../features/watch/WatchPage.tsx'), 'WatchRoute'),
  }),
] as const

const deployments = [
  createRoute({
    getParentRoute: organizationRoot,
    path: '/api',
    component: lazyRouteComponent(
      () => import('../features/deployments/DeploymentListPage.tsx'),
      'DeploymentListPage',
    ),
  }),
] as const

const pipelines = [
  createRoute({
    getParentRoute: organizationRoot,
    path: '/etl',
    component: lazyRouteComponent(
      () => import('../features/pipelines/PipelineListPage.tsx'),
      'EtlRoute',
    ),
  }),
  createRoute({
    getParentRoute: organizationRoot,
    path: '/task',
    component: lazyRouteComponent(
      () => import('../features/pipelines/PipelineListPage.tsx'),
      'TaskRoute',
    ),
  }),
  createRoute({
    getParentRoute: organizationRoot,
    path: '/pipelines/new',
    component: lazyRouteComponent(
      () => import('../features/pipelines/guide/GuidedPipelinePage.tsx'),
      'GuidedPipelinePage',
    ),
  }),
] as const

const adapterList = <const List extends AdapterList>(list: List) =>
  createRoute({
    getParentRoute: organizationRoot,
    path: `/settings/${list}`,
    component: lazyRouteComponent(async () => {
      const { AdapterListPage } = await import('../features/adapters/AdapterListPage.tsx')
      // The key gives each address a separate list, so that search and dialogs are not carried
      // over.
      return { default: () => <AdapterListPage key={list} list={list} /> }
    }),
  })

const adapters = [
  adapterList('llms'),
  adapterList('vectorDbs'),
  adapterList('embedding'),
  adapterList('textExtractor'),
  adapterList('ocr'),
  createRoute({
    getParentRoute: organizationRoot,
    path: '/settings/triad',
    component: lazyRouteComponent(
      () => import('../features/adapters/DefaultTriadPage.tsx'),
      'DefaultTriadPage',
    ),
  }),
  createRoute({
    getParentRoute: organizationRoot,
    path: '/onboard',
    component: lazyRouteComponent(
      () => import('../features/adapters/OnboardingPage.tsx'),
      'OnboardingPage',
    ),
  }),
] as const

const connectors = [
  createRoute({
    getParentRoute: organizationRoot,
    path: '/settings/connectors',
    component: lazyRouteComponent(
      () => import('../features/connectors/ConnectorListPage.tsx'),
      'ConnectorListPage',
    ),
  }),
  createRoute({
    getParentRoute: organizationRoot,
    path: '/settings/connectors/$connectorId',
    component: lazyRouteComponent(
      () => import('../features/connectors/ConnectorPage.tsx'),
      'ConnectorRoute',
    ),
  }),
] as const

const lookups = [
  createRoute({
    getParentRoute: organizationRoot,
    path: '/settings/lookup-tables',
    component: lazyRouteComponent(
      () => import('../features/lookups/LookupTableListPage.tsx'),
      'LookupTableListPage',
    ),
  }),
  createRoute({
    getParentRoute: organizationRoot,
    path: '/settings/lookup-tables/$tableId',
    component: lazyRouteComponent(
      () => import('../features/lookups/LookupTablePage.tsx'),
      'LookupTableRoute',
    ),
  }),
] as const

const home = createRoute({ getParentRoute: organizationRoot, path: '/', component: Home })

function Home() {
  return <Navigate to={usePaths().projects()} replace />
}

const noApps = createRoute({
  getParentRoute: organizationRoot,
  path: APPS,
  component: lazyRouteComponent(() => import('../features/chat-apps/NoAppsPage.tsx'), 'NoAppsPage'),
})

const ownPages = [
  home,
  ...studio,
  ...workflows,
  ...metrics,
  ...watch,
  ...executions,
  ...deployments,
  ...pipelines,
  ...adapters,
  ...connectors,
  ...lookups,
  ...people,
  ...prefixes,
] as const

/** Returns the pages of the product and those of the optional modules. */
export function buildRoutes(modules: OptionalModules) {
  const addedRoutes = moduleRoutes(modules)
  const tree = root.addChildren([
    ...publicRoutes,
    ...publicPrefixes,
    organization.addChildren([...ownPages, admins.addChildren([...peopleForAdmins])]),
  ])
  admins.addChildren([...peopleForAdmins, ...addedRoutes.forAdmins])
  const hasApps = modules.pages?.some(({ path }) => path === APPS)
  organization.addChildren([
    ...ownPages,
    ...addedRoutes.inside,
    admins,
    ...(hasApps ? [] : [noApps]),
  ])
  root.addChildren([...publicRoutes, ...publicPrefixes, organization, ...addedRoutes.outside])
  return tree
}
