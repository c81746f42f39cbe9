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

export const inside = () => organization

/** Pages below it are for admins; whoever else opens one is told so. */
export const admins = createRoute({ getParentRoute: inside, id: 'admins', component: AdminOnly })
