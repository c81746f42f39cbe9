import { createRoute, lazyRouteComponent, Navigate } from '@tanstack/react-router'
import type { AdapterList } from '../features/adapters/kinds.ts'
import { APPS, type OptionalModules } from '../shared/modules/modules.ts'
import { usePaths } from '../shared/navigation/paths.ts'
import { executions } from './execution-routes.tsx'
import { moduleRoutes } from './module-routes.tsx'
import { outside } from './outside-routes.tsx'
import { people, peopleForAdmins } from './people-routes.tsx'
import { admins, inside, organization, root } from './roots.tsx'

const studio = [
  createRoute({
    getParentRoute: inside,
    path: '/tools',
    component: lazyRouteComponent(
      () => import('../features/prompt-studio/ProjectListPage.tsx'),
      'ProjectListPage',
    ),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/tools/$projectId',
    component: lazyRouteComponent(() => import('./ProjectRoute.tsx'), 'ProjectRoute'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/tools/$projectId/outputAnalyzer',
    component: lazyRouteComponent(
      () => import('../features/prompt-studio/OutputAnalyzerPage.tsx'),
      'OutputAnalyzerPage',
    ),
  }),
] as const

const workflows = [
  createRoute({
    getParentRoute: inside,
    path: '/workflows',
    component: lazyRouteComponent(
      () => import('../features/workflows/WorkflowListPage.tsx'),
      'WorkflowListPage',
    ),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/workflows/$workflowId',
    component: lazyRouteComponent(() => import('./WorkflowRoute.tsx'), 'WorkflowRoute'),
  }),
] as const

const metrics = [
  createRoute({
    getParentRoute: inside,
    path: '/metrics',
    component: lazyRouteComponent(
      () => import('../features/metrics/MetricsPage.tsx'),
      'MetricsPage',
    ),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/usage',
    component: lazyRouteComponent(() => import('../features/metrics/UsagePage.tsx'), 'UsagePage'),
  }),
] as const

const deployments = [
  createRoute({
    getParentRoute: inside,
    path: '/api',
    component: lazyRouteComponent(
      () => import('../features/deployments/DeploymentListPage.tsx'),
      'DeploymentListPage',
    ),
  }),
] as const

const pipelines = [
  createRoute({
    getParentRoute: inside,
    path: '/etl',
    component: lazyRouteComponent(() => import('./PipelineRoutes.tsx'), 'EtlRoute'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/task',
    component: lazyRouteComponent(() => import('./PipelineRoutes.tsx'), 'TaskRoute'),
  }),
] as const

const adapterList = <const List extends AdapterList>(list: List) =>
  createRoute({
    getParentRoute: inside,
    path: `/settings/${list}`,
    component: lazyRouteComponent(async () => {
      const { AdapterListPage } = await import('../features/adapters/AdapterListPage.tsx')
      // A list of its own for each address, so that search and dialogs do not travel between them.
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
    getParentRoute: inside,
    path: '/settings/triad',
    component: lazyRouteComponent(
      () => import('../features/adapters/DefaultTriadPage.tsx'),
      'DefaultTriadPage',
    ),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/onboard',
    component: lazyRouteComponent(
      () => import('../features/adapters/OnboardingPage.tsx'),
      'OnboardingPage',
    ),
  }),
] as const

const connectors = [
  createRoute({
    getParentRoute: inside,
    path: '/settings/connectors',
    component: lazyRouteComponent(
      () => import('../features/connectors/ConnectorListPage.tsx'),
      'ConnectorListPage',
    ),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/settings/connectors/$connectorId',
    component: lazyRouteComponent(
      () => import('../features/connectors/ConnectorPage.tsx'),
      'ConnectorRoute',
    ),
  }),
] as const

const home = createRoute({ getParentRoute: inside, path: '/', component: Home })

function Home() {
  return <Navigate to={usePaths().projects()} replace />
}

const noApps = createRoute({
  getParentRoute: inside,
  path: APPS,
  component: lazyRouteComponent(() => import('../features/chat-apps/NoAppsPage.tsx'), 'NoAppsPage'),
})

const own = [
  home,
  ...studio,
  ...workflows,
  ...metrics,
  ...executions,
  ...deployments,
  ...pipelines,
  ...adapters,
  ...connectors,
  ...people,
] as const

/** The pages of the product, and those that the installation adds. */
export function buildRoutes(modules: OptionalModules) {
  const added = moduleRoutes(modules)
  const tree = root.addChildren([
    ...outside,
    organization.addChildren([...own, admins.addChildren([...peopleForAdmins])]),
  ])
  admins.addChildren([...peopleForAdmins, ...added.forAdmins])
  const hasApps = modules.pages?.some(({ path }) => path === APPS)
  organization.addChildren([...own, ...added.inside, admins, ...(hasApps ? [] : [noApps])])
  root.addChildren([...outside, organization, ...added.outside])
  return tree
}
