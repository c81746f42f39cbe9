import { createRoute, lazyRouteComponent, Navigate } from '@tanstack/react-router'
import { usePaths } from '../shared/navigation/paths.ts'
import { planned } from './planned-routes.tsx'
import { inside, organization, root } from './roots.tsx'
import { StartPage } from './StartPage.tsx'

const outside = [
  createRoute({ getParentRoute: () => root, path: '/', component: StartPage }),
  createRoute({
    getParentRoute: () => root,
    path: '/landing',
    component: lazyRouteComponent(
      () => import('../features/organizations/LandingPage.tsx'),
      'LandingPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/setOrg',
    component: lazyRouteComponent(
      () => import('../features/organizations/SelectOrganizationPage.tsx'),
      'SelectOrganizationPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/error',
    validateSearch: (search: Record<string, unknown>) => ({
      ...(typeof search.code === 'string' && { code: search.code }),
      ...(typeof search.domain === 'string' && { domain: search.domain }),
    }),
    component: lazyRouteComponent(
      () => import('../features/organizations/AccessDeniedPage.tsx'),
      'AccessDeniedPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/subscription-expired',
    component: lazyRouteComponent(
      () => import('../features/organizations/SubscriptionExpiredPage.tsx'),
      'SubscriptionExpiredPage',
    ),
  }),
] as const

const studioOutside = createRoute({
  getParentRoute: () => root,
  path: '/promptStudio/share/$shareId',
  component: lazyRouteComponent(
    () => import('../features/prompt-studio/public/PublicProjectPage.tsx'),
    'PublicProjectPage',
  ),
})

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
    component: lazyRouteComponent(
      () => import('../features/prompt-studio/ProjectPage.tsx'),
      'ProjectPage',
    ),
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

const executions = [
  createRoute({
    getParentRoute: inside,
    path: '/logs',
    component: lazyRouteComponent(
      () => import('../features/executions/ExecutionListPage.tsx'),
      'ExecutionListPage',
    ),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/logs/$type/$executionId',
    component: lazyRouteComponent(
      () => import('../features/executions/ExecutionPage.tsx'),
      'ExecutionRoute',
    ),
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

const adapters = [
  createRoute({
    getParentRoute: inside,
    path: '/settings/$list',
    component: lazyRouteComponent(
      () => import('../features/adapters/AdapterListPage.tsx'),
      'AdapterListRoute',
    ),
  }),
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

const people = [
  createRoute({
    getParentRoute: inside,
    path: '/profile',
    component: lazyRouteComponent(
      () => import('../features/organizations/ProfilePage.tsx'),
      'ProfilePage',
    ),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/profile/account',
    component: lazyRouteComponent(
      () => import('../features/organizations/OwnAccountPage.tsx'),
      'OwnAccountPage',
    ),
  }),
] as const

const home = createRoute({ getParentRoute: inside, path: '/', component: Home })

function Home() {
  return <Navigate to={usePaths().projects()} replace />
}

export const routeTree = root.addChildren([
  ...outside,
  studioOutside,
  organization.addChildren([
    home,
    ...studio,
    ...workflows,
    ...executions,
    ...deployments,
    ...adapters,
    ...people,
    ...planned,
  ]),
])
