import { createRootRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { AdminOnly } from './AdminOnly.tsx'
import { ShellSkeleton } from './shell/ShellSkeleton.tsx'

export const root = createRootRoute()

/** Every page below needs a session in the organization that the first segment names. */
export const organization = createRoute({
  getParentRoute: () => root,
  path: '/$organization',
  component: lazyRouteComponent(() => import('./OrganizationLayout.tsx'), 'OrganizationLayout'),
  pendingComponent: ShellSkeleton,
})

export const organizationRoot = () => organization

/** Parent of the pages for admins; other users see that they have no access. */
export const admins = createRoute({
  getParentRoute: organizationRoot,
  id: 'admins',
  component: AdminOnly,
})
