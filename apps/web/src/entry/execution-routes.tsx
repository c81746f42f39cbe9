import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organizationRoot } from './roots.tsx'

export const executions = [
  createRoute({
    getParentRoute: organizationRoot,
    path: '/logs',
    component: lazyRouteComponent(
      () => import('../features/executions/ExecutionListPage.tsx'),
      'ExecutionListPage',
    ),
  }),
  createRoute({
    getParentRoute: organizationRoot,
    path: '/logs/$type/$executionId',
    component: lazyRouteComponent(
      () => import('../features/executions/ExecutionPage.tsx'),
      'ExecutionRoute',
    ),
  }),
  createRoute({
    getParentRoute: organizationRoot,
    path: '/logs/$type/$executionId/checks',
    component: lazyRouteComponent(
      () => import('../features/executions/ExecutionChecksPage.tsx'),
      'ExecutionChecksPage',
    ),
  }),
] as const
