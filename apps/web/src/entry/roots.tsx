import { createRootRoute, createRoute } from '@tanstack/react-router'
import { OrganizationLayout } from './OrganizationLayout.tsx'

export const root = createRootRoute()

/** Every page below needs a session in the organization that the first segment names. */
export const organization = createRoute({
  getParentRoute: () => root,
  path: '/$organization',
  component: OrganizationLayout,
})

export const inside = () => organization
