import { createRootRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'
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
